// Proves what the rest of a game is worth, and a line of best play.
//
// Captures are a closed form, so that it searches only positions without boxes to take, as strings
// and coins; by null windows in steps of two from the question who wins (MTD, Plaat et al.,
// Artificial Intelligence 87 (1996)), over a table of bounds. Sources of the rest:
// string_graph.hpp, loony_endgame.hpp, bounds_table.hpp, reduction.hpp.
#pragma once

#include <functional>
#include <optional>

#include "engines/dots-and-boxes/bounds_table.hpp"
#include "engines/dots-and-boxes/string_keys.hpp"
#include "engines/search/game_traits.hpp"
#include "engines/search/watch.hpp"

namespace sparring::dots_and_boxes {

class Solver {
  public:
    using OnSolution = std::function<void(const Solution<Move>&)>;

    /// Of the table. Takes effect, and memory, at the next solve(). Precondition: none is running.
    void set_hash(std::size_t megabytes) { table_.resize(megabytes); }

    /// Forgets everything. Precondition: no solve() is running.
    void clear() { table_.clear(); }

    /// Whether the rest is to be solved: so many undrawn edges at most.
    static bool takes(const Position& position, int limit) {
        return position.moves_left() <= limit;
    }

    /// Calls `on_solution` from the caller's thread whenever a better score is sure (not proved:
    /// the score is at least that much), last with the value. Ends without it when the watch is
    /// over, or when half of the watch's limits is gone and no win is sure. With one thread the
    /// same search repeats exactly, unless time ends it. Precondition: the position is not over.
    /// Throws std::bad_alloc.
    void solve(const Position& position, int threads, Watch& watch, const OnSolution& on_solution);

  private:
    BoundsTable table_;
    std::optional<StringKeys> keys_;
};

}  // namespace sparring::dots_and_boxes
