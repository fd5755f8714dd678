#include "referee/play/play_game.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "protocol/text.hpp"
#include "referee/play/ugi_game.hpp"

namespace sparring::referee {

namespace asio = boost::asio;

namespace {

/// Where only the engines know when a game is over, it may be never.
constexpr std::size_t kMostPlies = 10'000;

/// Room for the plies of most games.
constexpr std::size_t kUsualPlies = 64;

/// An engine resigns with a move that no game has.
bool is_resignation(std::string_view move) {
    return text::equals_ignoring_case(move, "resign");
}

Outcome outcome_of(int margin) {
    return margin > 0 ? Outcome::first_wins : margin < 0 ? Outcome::second_wins : Outcome::draw;
}

class Game {
  public:
    Game(Player& first, Player& second, const GameSettings& settings)
        : settings_{settings},
          players_{&first, &second},
          clocks_{PlayerClock{first.settings().limits}, PlayerClock{second.settings().limits}},
          scores_{settings.adjudication},
          command_{position_command(settings.opening)},
          has_moves_{!settings.opening.moves.empty()} {
        auto position = set_up(settings.choice, settings.opening);
        if (position) {
            result_.position = *std::move(position);
            result_.plies.reserve(kUsualPlies);
            if (is_any_ugi_game(settings.choice))
                asked_ = static_cast<AskedPosition*>(result_.position.get());
        } else {
            end(Outcome::none, Reason::void_game, fmt::format("opening: {}", position.error()));
        }
    }

    asio::awaitable<GameResult> play() {
        const auto began = std::chrono::steady_clock::now();
        const std::array cpu{players_[0]->cpu_time(), players_[1]->cpu_time()};
        if (asked_ && !over_) co_await consult();
        while (!decided()) {
            const Side side = result_.position->side_to_move();
            const auto index = static_cast<std::size_t>(side);
            PlayerClock& clock = clocks_[index];
            const Budget budget{clock.allowance(), clock.limits().margin,
                                clock.limits().timed() ? Reason::time : Reason::stalled};
            const Limits limits = limits_of(clock, clocks_[0], clocks_[1]);
            Answer answer = co_await players_[index]->think(command_, limits, budget);
            clock.spend(answer.elapsed);
            clocks_[1 - index].gain(answer.elapsed);
            take(side, answer);
            if (!decided()) ponder(*players_[index], side);
            if (asked_ && !over_) co_await consult();
            if (settings_.prover && !over_) co_await prove();
        }
        for (Player* player : players_) co_await player->settle();
        for (std::size_t i = 0; i < 2; ++i) {
            // A process that has ended has no clock any more.
            result_.cpu[i] = std::max(players_[i]->cpu_time() - cpu[i], Duration{});
        }
        if (result_.offender) {
            const auto index = static_cast<std::size_t>(*result_.offender);
            result_.traffic[index] = players_[index]->traffic();
            result_.lost = players_[index]->state() == PlayerState::lost;
        }
        result_.moves_hash = hash_of(settings_.opening, result_.plies);
        result_.wall = std::chrono::steady_clock::now() - began;
        co_return std::move(result_);
    }

  private:
    /// Whether the game is over, by what happened or by the rules.
    bool decided() {
        if (over_) return true;
        const Outcome outcome = result_.position->outcome();
        const auto& most = settings_.adjudication.max_moves;
        if (outcome != Outcome::none) {
            end(outcome, Reason::normal, {});
            if (!asked_) result_.margin = result_.position->margin();
        } else if (most && result_.position->plies() >= 2 * static_cast<std::size_t>(*most)) {
            end(Outcome::draw, Reason::max_moves, {});
        }
        return over_;
    }

    void take(Side side, Answer& answer) {
        if (answer.interrupted) {
            result_.interrupted = over_ = true;
            return;
        }
        if (answer.fault && answer.fault->reason == Reason::void_game) {
            end(Outcome::none, Reason::void_game, answer.fault->detail);
            return;
        }
        if (answer.fault) {
            lose(side, answer.fault->reason, answer.fault->detail);
            return;
        }
        if (is_resignation(answer.move)) {
            end(win_of(other(side)), Reason::normal, "resigned");
            return;
        }
        auto played = result_.position->play(answer.move);
        if (!played) {
            lose(side, Reason::illegal,
                 fmt::format("'{}': {}", text::printable(answer.move), played.error()));
            return;
        }
        command_ += has_moves_ ? " " : " moves ";
        command_ += *played;
        has_moves_ = true;
        result_.plies.push_back(
            {*std::move(played), side, answer.elapsed, left(side), answer.report});
        if (settings_.listener) {
            settings_.listener(result_.plies.back(), *result_.position,
                               {left(Side::first), left(Side::second)});
        }
        const Outcome early = scores_.add(side, answer.report.score, result_.position->plies());
        if (early != Outcome::none && result_.position->outcome() == Outcome::none)
            end(early, Reason::adjudicated, "by the engines' scores");
    }

    /// The mover thinks on while the other side does.
    void ponder(Player& player, Side side) {
        if (result_.position->side_to_move() == side) return;
        const PlayerClock& clock = clocks_[static_cast<std::size_t>(side)];
        player.ponder(command_, limits_of(clock, clocks_[0], clocks_[1]));
    }

    std::optional<Duration> left(Side side) const {
        const PlayerClock& clock = clocks_[static_cast<std::size_t>(side)];
        return clock.limits().control ? std::optional{clock.left()} : std::nullopt;
    }

    /// Asks both engines about a position that only they understand.
    asio::awaitable<void> consult() {
        constexpr std::array<std::string_view, 3> questions{"gameover", "result", "p1turn"};
        std::array<std::vector<std::string>, 2> said;
        for (const Side side : {Side::first, Side::second}) {
            const auto index = static_cast<std::size_t>(side);
            auto answers = co_await players_[index]->ask(command_, questions);
            if (answers.fault && answers.fault->reason == Reason::void_game) {
                result_.interrupted = over_ = true;
                co_return;
            }
            if (answers.fault) {
                lose(side, answers.fault->reason, answers.fault->detail);
                co_return;
            }
            // Later it is about a move, and the answers say what that costs.
            if (!answers.complaint.empty() && result_.plies.empty()) {
                end(Outcome::none, Reason::void_game, "opening: " + answers.complaint);
                co_return;
            }
            said[index] = std::move(answers.values);
        }
        if (asked_->plies() > kMostPlies) {
            end(Outcome::none, Reason::void_game, "the engines see no end of the game");
            co_return;
        }
        // Whose turn it is means nothing once the game is over, and the result nothing before.
        const bool over = said[0][0] == "true";
        for (const std::size_t i : {std::size_t{0}, over ? std::size_t{1} : std::size_t{2}}) {
            if (said[0][i] == said[1][i]) continue;
            end(Outcome::none, Reason::void_game,
                fmt::format("ply {}: the engines disagree about '{}': '{}' and '{}'",
                            asked_->plies(), questions[i], said[0][i], said[1][i]));
            co_return;
        }
        asked_->set_side(said[0][2] == "false" ? Side::second : Side::first);
        if (!over) co_return;
        const std::string& result = said[0][1];
        const Outcome outcome = result == "p1win"   ? Outcome::first_wins
                                : result == "p2win" ? Outcome::second_wins
                                : result == "draw"  ? Outcome::draw
                                                    : Outcome::none;
        if (outcome == Outcome::none) {
            end(outcome, Reason::void_game,
                fmt::format("ply {}: over, but the result is '{}'", asked_->plies(), result));
        }
        asked_->set_outcome(outcome);
    }

    asio::awaitable<void> prove() {
        const auto agreed = scores_.agreed();
        if (!agreed || result_.position->outcome() != Outcome::none) co_return;
        const auto proved = co_await settings_.prover(command_);
        if (!proved) co_return;
        const int margin = result_.position->side_to_move() == Side::first ? *proved : -*proved;
        if (margin != *agreed) co_return;
        end(outcome_of(margin), Reason::adjudicated, fmt::format("proved: {:+}", margin));
        result_.margin = margin;
    }

    void end(Outcome outcome, Reason reason, std::string detail) {
        over_ = true;
        result_.outcome = outcome;
        result_.reason = reason;
        result_.detail = std::move(detail);
    }

    void lose(Side side, Reason reason, std::string_view detail) {
        end(win_of(other(side)), reason,
            fmt::format("ply {}: {}", result_.position->plies() + 1, detail));
        result_.offender = side;
    }

    const GameSettings& settings_;
    std::array<Player*, 2> players_;
    std::array<PlayerClock, 2> clocks_;
    ScoreWatch scores_;
    std::string command_;  // position, with all moves so far
    bool has_moves_;
    bool over_ = false;
    AskedPosition* asked_ = nullptr;  // the result's position, where only the engines know the game
    GameResult result_;
};

}  // namespace

std::uint64_t hash_of(const Opening& opening, std::span<const PlyRecord> plies) {
    std::uint64_t hash = 0;
    const auto add = [&](std::string_view text) {
        for (const char c : text) hash = mix64(hash ^ static_cast<unsigned char>(c));
        hash = mix64(hash);
    };
    add(opening.fen);
    for (const std::string& move : opening.moves) add(move);
    for (const PlyRecord& ply : plies) add(ply.move);
    return hash;
}

std::optional<int> final_score(const Answer& answer) {
    const auto& score = answer.report.score;
    if (answer.fault || !score || score->kind != ugi::Score::Kind::final) return {};
    return score->value;
}

GameResult forfeit(const GameSettings& settings, Side offender, const Fault& fault) {
    GameResult result;
    result.outcome = win_of(other(offender));
    result.reason = fault.reason;
    result.detail = fault.detail;
    result.offender = offender;
    result.lost = true;
    if (auto position = set_up(settings.choice, settings.opening))
        result.position = *std::move(position);
    return result;
}

asio::awaitable<GameResult> play_game(Player& first, Player& second, const GameSettings& settings) {
    Game game{first, second, settings};
    co_return co_await game.play();
}

}  // namespace sparring::referee
