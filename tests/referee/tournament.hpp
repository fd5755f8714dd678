// Tournaments played out in a test, without engines.
#pragma once

#include <functional>

#include "referee/schedule/schedule.hpp"

namespace sparring::referee {

using Played = std::vector<PlayedGame>;

/// Decides one game.
using Referee = std::function<Outcome(const ScheduledGame&)>;

inline void play_stage(const ScheduleSettings& settings, Played& played, const Referee& referee) {
    for (const ScheduledGame& game : next_stage(settings, played)) {
        played.push_back({game, referee(game)});
    }
}

inline Played play_all(const ScheduleSettings& settings, const Referee& referee) {
    Played played;
    for (std::size_t before = 1; before != played.size();) {
        before = played.size();
        play_stage(settings, played, referee);
        if (before == 0 && played.empty()) break;
    }
    return played;
}

/// Any outcome, a void game now and then too.
inline Referee at_random(std::uint64_t seed) {
    return [seed](const ScheduledGame& game) {
        const auto number = mix64(seed * 1'000'003 + static_cast<std::uint64_t>(game.number)) % 20;
        return number < 8    ? Outcome::first_wins
               : number < 14 ? Outcome::second_wins
               : number < 19 ? Outcome::draw
                             : Outcome::none;
    };
}

}  // namespace sparring::referee
