// What the user may set about a search, and what a search reports.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engines/search/game_traits.hpp"

namespace sparring {

/// The drivers that the papers name: all but AlphaBeta are built on null windows; see search.hpp.
/// Where the game has a best-first search: that, and whichever of it and pvs suits the position.
enum class Driver { alphabeta, pvs, mtdf, absss, puct, mixed };

struct SearchSettings {
    Driver driver = Driver::pvs;
    /// Full-width: no reductions, table cut-offs only from entries of equal depth, no draws by
    /// repetition or counter. Then all drivers return the same root value.
    bool exact = false;
    bool selective = true;  ///< trust shallow searches where the game has prob_cut(); not if exact
    /// Solve exactly from this many moves_left() on, or ask tables of so many pieces; 0 = never.
    int solve = 0;
    int threads = 1;
    std::int64_t overhead_ms = 10;
};

/// The state of a search after an iteration.
template <class Move>
struct SearchReport {
    int depth = 0, seldepth = 0;     ///< plies
    Value value = 0;                 ///< for the side to move, internal units
    std::optional<int> final_score;  ///< proved: the whole game's result for the side to move
    std::uint64_t nodes = 0;
    std::chrono::nanoseconds time{};
    int hashfull = 0;      ///< permill
    std::vector<Move> pv;  ///< empty only if the game is over
};

}  // namespace sparring
