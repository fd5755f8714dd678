// Time management where the platform says nothing about time: a budget of the engine's own.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "protocol/limits.hpp"

namespace sparring::bot {

class OwnTime {
  public:
    /// Either may be missing; with both, a move takes no longer than the second.
    struct Budget {
        std::optional<std::int64_t> game_ms;  ///< of our own thinking, in one game
        std::optional<std::int64_t> move_ms;
        std::optional<int> depth{};  ///< plies

        bool any() const { return game_ms || move_ms || depth; }
    };

    explicit OwnTime(const Budget& budget) : budget_{budget} {}

    /// What a platform's players usually have, for engines that nobody has told otherwise.
    void assume(const Budget& usual) {
        if (!budget_.any()) budget_ = usual;
    }

    void new_game() { used_ = {}; }
    void spend(std::chrono::nanoseconds time) { used_ += time; }

    Limits limits() const {
        Limits limits;
        limits.move_time_ms = budget_.move_ms;
        limits.depth = budget_.depth;
        if (budget_.game_ms) {
            using std::chrono::milliseconds;
            const auto used = std::chrono::duration_cast<milliseconds>(used_).count();
            const std::int64_t left = std::max<std::int64_t>(*budget_.game_ms - used, 1);
            limits.clock = Clock{left, left, 0, 0, {}};
        }
        return limits;
    }

  private:
    Budget budget_;
    std::chrono::nanoseconds used_{};
};

}  // namespace sparring::bot
