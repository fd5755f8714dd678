// Who plays whom, in which order, from which opening. Pure.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace sparring::referee {

enum class Tournament { round_robin, gauntlet };

struct ScheduleSettings {
    Tournament tournament = Tournament::round_robin;
    int players = 2;
    int seeds = 1;     ///< gauntlet: the first so many play all the others
    int rounds = 1;    ///< how often each encounter takes place
    int games = 2;     ///< of one encounter in one round
    int repeat = 2;    ///< games from one opening, sides swapped from one to the next
    bool swap = true;  ///< false: the same player has the first move in all games of an encounter
};

struct ScheduledGame {
    int number = 0;  ///< 1, 2, ...
    int round = 0;   ///< 1, 2, ...
    int first = 0;   ///< player with the first move
    int second = 0;
    int pair = 0;  ///< games of one pair share opening and players, sides swapped
    std::size_t opening = 0;

    bool operator==(const ScheduledGame&) const = default;
};

/// All games, numbered in order. In a round every encounter has the same openings.
std::vector<ScheduledGame> schedule(const ScheduleSettings& settings);

/// How many openings such a schedule names.
std::size_t openings_needed(const ScheduleSettings& settings);

/// Whether the games come in pairs whose scores may be added up.
bool in_pairs(const ScheduleSettings& settings);

}  // namespace sparring::referee
