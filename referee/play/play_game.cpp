#include "referee/play/play_game.hpp"

#include <fmt/format.h>

#include <array>

#include "protocol/text.hpp"

namespace sparring::referee {

namespace asio = boost::asio;

namespace {

/// An engine resigns with a move that no game has.
bool is_resignation(std::string_view move) {
    return text::equals_ignoring_case(move, "resign");
}

class Game {
  public:
    Game(Player& first, Player& second, const GameSettings& settings)
        : settings_{settings},
          players_{&first, &second},
          clocks_{PlayerClock{first.settings().limits}, PlayerClock{second.settings().limits}},
          command_{position_command(settings.opening)},
          has_moves_{!settings.opening.moves.empty()} {
        auto position = set_up(settings.choice, settings.opening);
        if (position) {
            result_.position = *std::move(position);
        } else {
            void_by(fmt::format("opening: {}", position.error()));
        }
    }

    asio::awaitable<GameResult> play() {
        while (!decided()) {
            const Side side = result_.position->side_to_move();
            const auto index = static_cast<std::size_t>(side);
            PlayerClock& clock = clocks_[index];
            const Budget budget{clock.allowance(), clock.limits().margin,
                                clock.limits().timed() ? Reason::time : Reason::stalled};
            const Limits limits = limits_of(clock, clocks_[0], clocks_[1]);
            Answer answer = co_await players_[index]->think(command_, limits, budget);
            clock.spend(answer.elapsed);
            take(side, answer);
        }
        co_return std::move(result_);
    }

  private:
    /// Whether the game is over, by what happened or by the rules.
    bool decided() {
        if (over_) return true;
        const Outcome outcome = result_.position->outcome();
        if (outcome != Outcome::none) {
            end(outcome, Reason::normal, {});
        } else if (settings_.max_moves && result_.position->plies() >=
                                              2 * static_cast<std::size_t>(*settings_.max_moves)) {
            end(Outcome::draw, Reason::max_moves, {});
        }
        return over_;
    }

    void take(Side side, Answer& answer) {
        if (answer.interrupted) {
            result_.interrupted = over_ = true;
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
        result_.plies.push_back({*std::move(played), side, answer.elapsed, answer.report});
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

    void void_by(std::string detail) { end(Outcome::none, Reason::void_game, std::move(detail)); }

    const GameSettings& settings_;
    std::array<Player*, 2> players_;
    std::array<PlayerClock, 2> clocks_;
    std::string command_;  // position, with all moves so far
    bool has_moves_;
    bool over_ = false;
    GameResult result_;
};

}  // namespace

GameResult forfeit(const GameSettings& settings, Side offender, const Fault& fault) {
    GameResult result;
    result.outcome = win_of(other(offender));
    result.reason = fault.reason;
    result.detail = fault.detail;
    result.offender = offender;
    if (auto position = set_up(settings.choice, settings.opening))
        result.position = *std::move(position);
    return result;
}

asio::awaitable<GameResult> play_game(Player& first, Player& second, const GameSettings& settings) {
    Game game{first, second, settings};
    co_return co_await game.play();
}

}  // namespace sparring::referee
