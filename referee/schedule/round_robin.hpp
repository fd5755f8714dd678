// Everybody against everybody, and a few against all the others.
#pragma once

#include "referee/schedule/numbering.hpp"

namespace sparring::referee {

std::vector<ScheduledGame> round_robin_games(const ScheduleSettings& settings);
std::vector<ScheduledGame> gauntlet_games(const ScheduleSettings& settings);

/// `encounters` as often as the settings say. An encounter with an odd number of games begins with
/// the sides swapped in every other round.
std::vector<ScheduledGame> games_of_rounds(const ScheduleSettings& settings,
                                           std::vector<Encounter> encounters);

}  // namespace sparring::referee
