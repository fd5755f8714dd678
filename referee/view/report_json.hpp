// What an archive says about a tournament, as JSON: the report's object and single games.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "referee/archive/replay.hpp"
#include "referee/statistics/scoreboard.hpp"

namespace sparring::referee::json {

/// A game's moves, the opening's first: {"fens" (one more than moves), "moves", "sides", "ms",
/// "clocks", "scores", "depths", "nodes", "book" (how many are the opening's)}. The error is
/// replay()'s.
Expected<nlohmann::json> record(const games::Choice& choice, const StoredOpening& opening,
                                const StoredGame& game);

/// An `end` event with the time at which the game ended, and what record() has, for one line.
Expected<nlohmann::json> game_line(const games::Choice& choice, const StoredOpening& opening,
                                   const StoredGame& game, const Scoreboard& board);

/// A game as it stands in a report, with its record.
Expected<nlohmann::json> game(const StoredRun& run, const games::Choice& choice,
                              const StoredOpening& opening, const StoredGame& game);

/// What a report is made of.
struct Reported {
    const StoredRun& run;
    std::span<const StoredOpening> openings;  ///< by number
    std::span<const StoredGame> games;        ///< in schedule order, with their moves
    const Scoreboard& board;                  ///< that has these games
    std::string begun;                        ///< UTC
    std::string archive;                      ///< path
};

/// docs/events.md describes it. Moves are embedded for all games up to kMostRecords, beyond that
/// for those that an engine lost by a fault, the shortest, the longest and the last 400.
Expected<nlohmann::json> report(const Reported& reported);

inline constexpr std::size_t kMostRecords = 500;

}  // namespace sparring::referee::json
