#include "referee/dxp/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "protocol/text.hpp"

namespace sparring::referee {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

/// For an answer that takes no thinking; and how late a move may be.
constexpr DxpSession::Duration kReply = 10s, kMargin = 5s;

dxp::GameEnd::Reason reason_of(Outcome outcome, Side side) {
    using Reason = dxp::GameEnd::Reason;
    if (outcome == Outcome::none) return Reason::unknown;
    if (outcome == Outcome::draw) return Reason::draw;
    return outcome == win_of(side) ? Reason::won : Reason::lost;
}

/// `who` has said how the game ended for it.
Outcome outcome_of(dxp::GameEnd::Reason reason, Side who) {
    using Reason = dxp::GameEnd::Reason;
    switch (reason) {
        case Reason::lost:
            return win_of(other(who));
        case Reason::won:
            return win_of(who);
        case Reason::draw:
            return Outcome::draw;
        case Reason::unknown:
            break;
    }
    return Outcome::none;
}

}  // namespace

DxpSession::DxpSession(games::Choice choice, DxpSettings settings)
    : choice_{std::move(choice)},
      settings_{std::move(settings)},
      white_{settings_.white},
      position_{choice_.game->start(choice_.variant)} {}

DxpSession::Acts DxpSession::connected() {
    if (settings_.initiator) ask();
    return done();
}

DxpSession::Acts DxpSession::heard(const dxp::Message& message, Duration waited) {
    waited_ = waited;
    if (!closed()) std::visit([this](const auto& known) { this->hear(known); }, message);
    return done();
}

DxpSession::Acts DxpSession::moved(std::string_view move, Duration took) {
    if (state_ != State::ours) return {};
    own_left_ -= took;
    if (own_left_ < -kMargin) {
        end(win_of(other(side())), "time");
        return done();
    }
    const auto canonical = position_->canonical(move);
    if (!canonical)
        return failed(
            fmt::format("illegal move '{}': {}", text::printable(move), canonical.error()));
    const auto spelled = position_->spell(*canonical, Dialect::dxp);
    if (!spelled) return failed(spelled.error());
    send(dxp::Move{static_cast<int>(std::chrono::duration_cast<std::chrono::seconds>(took).count()),
                   *spelled});
    play(*canonical);
    turn();
    return done();
}

DxpSession::Acts DxpSession::failed(const std::string& why) {
    if (in_game()) end(win_of(other(side())), why);
    return done();
}

DxpSession::Acts DxpSession::overdue() {
    if (state_ == State::theirs && position_->outcome() == Outcome::none) {
        end(win_of(side()), "time");
        return done();
    }
    if (state_ == State::theirs) {
        end(position_->outcome(), "normal");
        return done();
    }
    acts_.push_back(Tell{state_ == State::asked ? "no answer to the request for a game"
                                                : "the end of the game is not confirmed"});
    close();
    return done();
}

DxpSession::Acts DxpSession::disconnected() {
    if (closed()) return {};
    if (in_game()) finish(position_->outcome(), "the connection is lost");
    close();
    return done();
}

std::optional<DxpSession::Duration> DxpSession::patience() const {
    switch (state_) {
        case State::asked:
        case State::ending:
            return kReply;
        case State::theirs:
            if (position_->outcome() != Outcome::none) return kReply;
            return std::max(their_left_, Duration{}) + kMargin;
        default:
            return {};
    }
}

std::string DxpSession::position_command() const {
    std::string text = fen_.empty() ? "position startpos" : "position fen " + fen_;
    if (!plies_.empty()) text += " moves";
    for (const std::string& move : plies_) text += " " + move;
    return text;
}

Limits DxpSession::limits() const {
    const auto ms = [](Duration left) {
        return std::chrono::duration_cast<milliseconds>(std::max(left, Duration{1ms})).count();
    };
    Clock clock;
    clock.first_ms = ms(white_ ? own_left_ : their_left_);
    clock.second_ms = ms(white_ ? their_left_ : own_left_);
    if (moves_ > 0) clock.moves_to_go = std::max(1, moves_ - static_cast<int>(plies_.size() / 2));
    Limits limits;
    limits.clock = clock;
    return limits;
}

// ---- what the other side says ----

void DxpSession::hear(const dxp::GameRequest& request) {
    using Code = dxp::GameAccept::Code;
    const auto refuse = [&](std::string why) {
        send(dxp::Chat{why});
        send(dxp::GameAccept{settings_.name, Code::not_this});
        acts_.push_back(
            Tell{fmt::format("refused a game with {}: {}", text::printable(request.name), why)});
    };
    if (settings_.initiator) return refuse("I am the one who asks for games");
    if (state_ != State::idle) return refuse("there is a game already");
    if (request.minutes == 0) return refuse("0 minutes are no time to play in");
    std::string hub = request.position;
    for (char& c : hub) c = c == 'z' ? 'b' : c == 'Z' ? 'B' : c;
    std::unique_ptr<games::Position> start;
    if (hub.empty()) {
        start = choice_.game->start(choice_.variant);
    } else {
        auto read = choice_.game->parse_fen(choice_.variant, hub);
        if (!read) return refuse("position: " + read.error());
        start = *std::move(read);
        if (start->outcome() != Outcome::none) return refuse("that position is final");
    }
    fen_ = hub.empty() ? "" : start->fen();
    position_ = std::move(start);
    send(dxp::GameAccept{settings_.name, Code::accepted});
    begin(text::printable(request.name), request.follower_white, request.minutes, request.moves);
}

void DxpSession::hear(const dxp::GameAccept& accept) {
    if (state_ != State::asked) return;
    if (accept.code == dxp::GameAccept::Code::accepted) {
        fen_.clear();
        position_ = choice_.game->start(choice_.variant);
        return begin(text::printable(accept.name), white_, settings_.minutes, settings_.moves);
    }
    constexpr std::array<std::string_view, 4> reasons{
        "", "it has another version of DXP", "it does not want this game", "it wants no game"};
    acts_.push_back(Tell{fmt::format("{} refuses: {}", text::printable(accept.name),
                                     reasons[static_cast<std::size_t>(accept.code)])});
    close();
}

void DxpSession::hear(const dxp::Move& move) {
    if (state_ != State::theirs) {
        send(dxp::Chat{"that move was not expected"});
        return;
    }
    // By our rules it was over: the other side does not know that yet.
    if (const Outcome known = position_->outcome(); known != Outcome::none)
        return end(known, "normal");
    their_left_ -= waited_;
    const auto canonical = position_->read(move.move, Dialect::dxp);
    if (!canonical) {
        send(dxp::Chat{"illegal move " + move.move});
        return end(win_of(side()), fmt::format("illegal move '{}': {}", text::printable(move.move),
                                               canonical.error()));
    }
    play(*canonical);
    turn();
}

void DxpSession::hear(const dxp::GameEnd& end) {
    if (state_ == State::ending) return next(end.stop);
    if (!in_game()) {
        if (end.stop) close();
        return;
    }
    const Outcome known = position_->outcome();
    finish(known != Outcome::none ? known : outcome_of(end.reason, other(side())),
           known != Outcome::none || end.reason != dxp::GameEnd::Reason::unknown ? "normal"
                                                                                 : "unfinished");
    const bool last = end.stop || settings_.games == played_ + 1;
    send(dxp::GameEnd{{}, last});
    next(last);
}

void DxpSession::hear(const dxp::Chat& chat) {
    acts_.push_back(Tell{fmt::format("{} says: {}", opponent_.empty() ? "it" : opponent_,
                                     text::printable(chat.text, dxp::kLongest))});
}

void DxpSession::hear(const dxp::BackRequest&) {
    send(dxp::BackAccept{dxp::BackAccept::Code::refused});
}

void DxpSession::hear(const dxp::Unreadable& unreadable) {
    acts_.push_back(Tell{unreadable.error});
    if (!unreadable.request) return;
    send(dxp::GameAccept{settings_.name, unreadable.old_version ? dxp::GameAccept::Code::version
                                                                : dxp::GameAccept::Code::not_this});
}

// ---- games ----

void DxpSession::ask() {
    send(dxp::GameRequest{settings_.name, !white_, settings_.minutes, settings_.moves, {}});
    state_ = State::asked;
}

void DxpSession::begin(std::string opponent, bool white, int minutes, int moves) {
    opponent_ = std::move(opponent);
    white_ = white;
    minutes_ = minutes;
    moves_ = moves;
    plies_.clear();
    finished_ = false;
    own_left_ = their_left_ = std::chrono::minutes{minutes};
    turn();
}

void DxpSession::play(const std::string& move) {
    if (const auto played = position_->play(move)) plies_.push_back(*played);
}

/// Whoever is to move: may the game go on?
void DxpSession::turn() {
    const bool ours = position_->side_to_move() == side();
    const Outcome outcome = position_->outcome();
    const bool enough = moves_ > 0 && plies_.size() >= 2 * static_cast<std::size_t>(moves_);
    if (ours && outcome != Outcome::none) return end(outcome, "normal");
    if (ours && enough) return end(Outcome::none, "the agreed number of moves is played");
    state_ = ours ? State::ours : State::theirs;
    if (ours) acts_.push_back(Think{});
}

void DxpSession::finish(Outcome outcome, std::string why) {
    if (std::exchange(finished_, true)) return;
    acts_.push_back(Finished{game(), white_, outcome, std::move(why)});
}

void DxpSession::end(Outcome outcome, std::string why) {
    finish(outcome, std::move(why));
    send(dxp::GameEnd{reason_of(outcome, side()), settings_.games == played_ + 1});
    state_ = State::ending;
}

void DxpSession::next(bool stop) {
    ++played_;
    if (stop || (settings_.games > 0 && played_ >= settings_.games)) return close();
    white_ = !white_;
    state_ = State::idle;
    if (settings_.initiator) ask();
}

void DxpSession::close() {
    state_ = State::closed;
    acts_.push_back(Close{});
}

}  // namespace sparring::referee
