// Encounters that the user lists himself.
#pragma once

#include <string>

#include "protocol/expected.hpp"
#include "referee/schedule/numbering.hpp"

namespace sparring::referee {

/// One encounter a line: `NAME1 NAME2 [games]`, or `NAME1, NAME2[, games]` where names have blanks.
/// Instead of a name also the player's number, from 1. `#` begins a comment. The error names the
/// line, as in "line 3: there is no player 'Alhpa'; did you mean Alpha?".
Expected<std::vector<Pairing>> parse_pairings(std::string_view text,
                                              std::span<const std::string> names);

std::vector<ScheduledGame> pairings_games(const ScheduleSettings& settings);

/// How many games a pairing has in one round.
int games_of(const Pairing& pairing, const ScheduleSettings& settings);

}  // namespace sparring::referee
