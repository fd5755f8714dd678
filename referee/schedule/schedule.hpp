// Who plays whom, in which order, from which opening. Pure: a schedule is a function of the results
// so far, so that an interrupted tournament goes on with the same games.
//
// A tournament is a row of stages. All games of a stage can be played at the same time and in any
// order; the next stage is known when all of them have ended. Round robins, gauntlets and lists of
// pairings are a single stage, a Swiss tournament has one for each round, a knockout one for each
// round and for each set of further pairs that a tied encounter needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engines/games/types.hpp"

namespace sparring::referee {

enum class Tournament : std::uint8_t { round_robin, gauntlet, swiss, knockout, pairings };

/// What shares an opening (besides the games of one pair, which always do).
enum class OpeningPolicy : std::uint8_t {
    round,      ///< all encounters of a round have the same openings; so have all further pairs
    pair,       ///< each `repeat` games of an encounter have an opening of their own
    encounter,  ///< an encounter of a round has one opening, and no other encounter has it
};

/// One line of a list of pairings.
struct Pairing {
    int first = 0, second = 0;  ///< players, from 0; `first` has the first move in the first game
    int games = 0;              ///< of this encounter; 0 = ScheduleSettings::games

    bool operator==(const Pairing&) const = default;
};

struct ScheduleSettings {
    Tournament tournament = Tournament::round_robin;
    int players = 2;
    int seeds = 1;   ///< gauntlet: the first so many play all the others
    int rounds = 0;  ///< how often each encounter takes place; Swiss: rounds. 0 = default_rounds()
    int games = 2;   ///< of one encounter in one round
    int repeat = 2;  ///< games from one opening, sides swapped from one to the next
    bool swap = true;  ///< false: the same player has the first move in all games of an encounter
    OpeningPolicy policy = OpeningPolicy::round;
    std::vector<Pairing> pairings{};  ///< of Tournament::pairings
    std::uint64_t seed = 0;           ///< of what is drawn by lot

    bool operator==(const ScheduleSettings&) const = default;
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

/// A game that has been played. Outcome::none: it is void, and will not be played again.
struct PlayedGame {
    ScheduledGame game;
    Outcome outcome = Outcome::none;
};

/// Swiss: the binary logarithm of the players, rounded up. Else 1.
int default_rounds(const ScheduleSettings& settings);

/// The games of the next stage, numbered on from the games so far; empty when the tournament is
/// over. Precondition: `played` is all games of all stages so far, in order.
std::vector<ScheduledGame> next_stage(const ScheduleSettings& settings,
                                      std::span<const PlayedGame> played);

/// How many games there will be; an upper bound for a knockout. By arithmetic, and the greatest
/// size_t where that is exceeded; games are numbered by ints, so next_stage() wants fewer.
std::size_t games_at_most(const ScheduleSettings& settings);

/// Whether the games come in pairs whose scores may be added up (a knockout's further pairs do).
bool in_pairs(const ScheduleSettings& settings);

}  // namespace sparring::referee
