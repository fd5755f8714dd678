// How long to think: from a clock to two times.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>

#include "engines/games/types.hpp"
#include "protocol/limits.hpp"

namespace sparring {

struct TimeBudget {
    using Duration = std::chrono::nanoseconds;

    std::optional<Duration> soft;  ///< start no new iteration after this
    std::optional<Duration> hard;  ///< stop searching at this
};

/// `plies_left`: upper bound of the plies until the game ends (kUnboundedGame if none);
/// `overhead_ms` is what the way between engine and referee may cost.
inline TimeBudget time_budget(const Limits& limits, Side mover, int plies_left,
                              std::int64_t overhead_ms) {
    using Milliseconds = std::chrono::duration<double, std::milli>;
    const auto to_duration = [](double ms) {
        return std::chrono::duration_cast<TimeBudget::Duration>(Milliseconds{std::max(ms, 0.5)});
    };
    const auto overhead = static_cast<double>(overhead_ms);
    TimeBudget budget;
    if (limits.move_time_ms) {
        // A move time shorter than the overhead still has to be played in: use half of it.
        const auto time = static_cast<double>(*limits.move_time_ms);
        budget.hard = to_duration(std::max(time - overhead, time / 2));
    }
    if (limits.clock) {
        const Clock& clock = *limits.clock;
        const bool first = mover == Side::first;
        const auto left = static_cast<double>(first ? clock.first_ms : clock.second_ms);
        const auto increment =
            static_cast<double>(first ? clock.first_increment_ms : clock.second_increment_ms);
        const double usable = std::max(left - overhead, left / 4);
        // In sudden death expect to move for two thirds of what the board still has room for.
        const double horizon = clock.moves_to_go ? std::min(*clock.moves_to_go + 1, 40)
                                                 : std::clamp(plies_left / 2 * 2 / 3, 4, 30);
        const double share = usable / horizon + 0.8 * increment;
        const double most = clock.moves_to_go == 1 ? usable * 0.8 : usable * 0.35;
        const auto soft = to_duration(std::min(0.6 * share, most));
        const auto hard = to_duration(std::min(3.0 * share, most));
        budget.soft = soft;
        budget.hard = budget.hard ? std::min(*budget.hard, hard) : hard;
    }
    return budget;
}

}  // namespace sparring
