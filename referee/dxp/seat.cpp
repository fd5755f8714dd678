#include "referee/dxp/seat.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "protocol/text.hpp"

namespace sparring::referee {
namespace {

constexpr std::string_view kName = "Sparring";
constexpr std::int64_t kMinute = 60'000, kMostMinutes = 999;

/// The increments and what is left belong to both sides; only the mover's count at the beginning.
std::int64_t longest(const Clock& clock) {
    return std::max(clock.first_ms, clock.second_ms);
}

}  // namespace

std::optional<std::string> unspeakable_in_dxp(const Limits& limits) {
    constexpr std::string_view wanted =
        "DXP knows only whole minutes for all moves (tc=60, tc=5:0)";
    if (!limits.clock) return fmt::format("there is no clock; {}", wanted);
    if (limits.depth || limits.nodes || limits.move_time_ms || limits.infinite)
        return fmt::format("depth, nodes and st cannot be told; {}", wanted);
    if (limits.clock->first_increment_ms != 0 || limits.clock->second_increment_ms != 0)
        return fmt::format("there is an increment; {}", wanted);
    if (limits.clock->moves_to_go) return fmt::format("the time is for some moves; {}", wanted);
    return {};
}

DxpSeat::DxpSeat(games::Choice choice, std::string program)
    : choice_{std::move(choice)},
      program_{std::move(program)},
      options_{Option::spin("Port", 0, 0, 65535), Option::check("Listens", true),
               Option::text("Chat", "")},
      replica_{choice_, Dialect::dxp} {}

void DxpSeat::say(std::string_view line) {
    output_.lines += line;
    output_.lines += '\n';
}

void DxpSeat::complain(std::string_view text) {
    say(fmt::format("info string error {}", text));
}

DxpSeat::Output DxpSeat::line(std::string_view line) {
    const auto command = ugi::parse_command(line);
    if (std::holds_alternative<ugi::Hello>(command)) {
        say("id name " + program_);
        for (const Option& option : options_) say(to_text(option));
        say("ugiok");
    } else if (const auto* set = std::get_if<ugi::SetOption>(&command)) {
        set_option(*set);
    } else if (std::holds_alternative<ugi::IsReady>(command)) {
        get_ready();
    } else if (std::holds_alternative<ugi::NewGame>(command)) {
        end_game(false);
    } else if (std::holds_alternative<ugi::SetPosition>(command)) {
        position_ = line;
    } else if (const auto* go = std::get_if<ugi::Go>(&command)) {
        this->go(go->limits);
    } else if (std::holds_alternative<ugi::Quit>(command)) {
        end_game(true);
        output_.quit = true;
    }
    return done();
}

void DxpSeat::set_option(const ugi::SetOption& set) {
    for (const Option& option : options_) {
        if (!text::equals_ignoring_case(option.name, set.name)) continue;
        const auto value = accept_value(option, set.value.value_or(""));
        if (!value) return complain(fmt::format("option {}: {}", option.name, value.error()));
        if (option.name == "Port") port_ = text::number<int>(*value).value_or(0);
        if (option.name == "Listens") listens_ = *value == "true";
        if (option.name == "Chat") chat_ = *value;
        return;
    }
    complain(fmt::format("option '{}': there are Port, Listens, Chat", text::printable(set.name)));
}

void DxpSeat::get_ready() {
    if (state_ == State::offline) {
        state_ = State::starting;
        output_.start = true;
    }
    if (state_ == State::starting || state_ == State::ending) {
        ready_due_ = true;
    } else {
        say("readyok");
    }
}

DxpSeat::Output DxpSeat::connected() {
    state_ = State::idle;
    if (std::exchange(ready_due_, false)) say("readyok");
    return done();
}

DxpSeat::Output DxpSeat::failed(const std::string& why) {
    complain(why);
    if (std::exchange(ready_due_, false)) say("readyok");
    output_.quit = state_ != State::starting;
    state_ = State::offline;
    return done();
}

/// Only who is to move may end a game; between two commands of the host that is us.
void DxpSeat::end_game(bool stop) {
    replica_.forget();
    resigned_ = false;
    if (state_ == State::ours || state_ == State::theirs || state_ == State::asked) {
        send(dxp::GameEnd{{}, stop});
        state_ = State::ending;
    } else if (stop && state_ == State::idle) {
        send(dxp::GameEnd{{}, true});
    }
}

void DxpSeat::answer(std::string_view move) {
    say(fmt::format("bestmove {}", move));
}

void DxpSeat::go(const Limits& limits) {
    if (std::exchange(resigned_, false)) return answer("resign");
    if (state_ != State::idle && state_ != State::ours) {
        complain("the program is not ready for a move");
        return answer("none");
    }
    const bool begun = state_ == State::ours;
    const auto way = replica_.follow(position_);
    if (!way) {
        complain(way.error());
        return answer("none");
    }
    if (!begun) {
        if (const auto problem = ask(*way, limits)) {
            complain(*problem);
            return answer("none");
        }
        return;
    }
    if (way->anew || way->plies.size() != 1) {
        complain("that position does not follow from the program's last move");
        return answer("none");
    }
    send(dxp::Move{0, way->plies.front().spelled});
    state_ = State::theirs;
}

/// Why the game cannot be played, if it cannot.
std::optional<std::string> DxpSeat::ask(const Replica::Way& way, const Limits& limits) {
    if (auto problem = unspeakable_in_dxp(limits)) return problem;
    const std::int64_t time = longest(*limits.clock);
    if (time % kMinute != 0 || time == 0 || time / kMinute > kMostMinutes)
        return fmt::format("{} ms: DXP knows only whole minutes, 1 to 999", time);
    dxp::GameRequest request;
    request.name = kName;
    request.follower_white = replica_.position().side_to_move() == Side::first;
    request.minutes = static_cast<int>(time / kMinute);
    const auto before = replica_.start().clone();
    for (std::size_t i = 0; i + 1 < way.plies.size(); ++i)
        if (auto played = before->play(way.plies[i].canonical); !played) return played.error();
    if (!replica_.from_start() || way.plies.size() > 1) {
        const auto text = before->position(Dialect::dxp);
        if (!text) return text.error();
        request.position = *text;
    }
    first_.reset();
    if (!way.plies.empty()) first_ = dxp::Move{0, way.plies.back().spelled};
    if (!chat_.empty()) send(dxp::Chat{chat_});
    send(request);
    state_ = State::asked;
    return {};
}

DxpSeat::Output DxpSeat::heard(const dxp::Message& message) {
    std::visit([this](const auto& known) { this->hear(known); }, message);
    return done();
}

void DxpSeat::hear(const dxp::GameAccept& accept) {
    if (state_ != State::asked) return;
    if (accept.code != dxp::GameAccept::Code::accepted) {
        state_ = State::idle;
        complain(fmt::format("it refuses the game with code {}", static_cast<int>(accept.code)));
        return answer("none");
    }
    if (first_) send(*std::exchange(first_, {}));
    state_ = State::theirs;
}

void DxpSeat::hear(const dxp::Move& move) {
    if (state_ != State::theirs) return;
    const std::string canonical = replica_.canonical(move.move);
    replica_.play(canonical);
    state_ = State::ours;
    answer(canonical);
}

void DxpSeat::hear(const dxp::GameEnd& end) {
    const State before = state_;
    state_ = State::idle;
    if (before == State::ending) {
        if (std::exchange(ready_due_, false)) say("readyok");
        return;
    }
    if (before != State::theirs && before != State::ours) return;
    send(dxp::GameEnd{{}, false});
    const bool lost = end.reason == dxp::GameEnd::Reason::lost;
    if (before == State::ours) {
        resigned_ = true;
        return;
    }
    // UGI has no claims: the host's rules say when a game is won or drawn.
    if (!lost)
        complain(fmt::format("it ends the game with reason {}", static_cast<int>(end.reason)));
    answer(lost ? "resign" : "none");
}

void DxpSeat::hear(const dxp::Chat& chat) {
    say("info string it says: " + chat.text);
}

void DxpSeat::hear(const dxp::BackRequest&) {
    send(dxp::BackAccept{dxp::BackAccept::Code::refused});
}

void DxpSeat::hear(const dxp::GameRequest&) {
    send(dxp::GameAccept{std::string{kName}, dxp::GameAccept::Code::not_this});
}

void DxpSeat::hear(const dxp::Unreadable& unreadable) {
    say("info string " + unreadable.error);
    if (state_ == State::theirs) {
        state_ = State::ours;
        answer("unreadable");
    }
}

}  // namespace sparring::referee
