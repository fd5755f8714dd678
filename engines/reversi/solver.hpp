// Reversi's solver (see game_traits.hpp): the exact result of the rest of a game in both variants.
#pragma once

#include <functional>

#include "engines/reversi/endgame_table.hpp"
#include "engines/search/game_traits.hpp"
#include "engines/search/watch.hpp"

namespace sparring::reversi {

class Solver {
  public:
    using OnSolution = std::function<void(const Solution<Move>&)>;

    void set_hash(std::size_t megabytes) { table_.resize(megabytes); }
    void clear() { table_.clear(); }
    static bool takes(const Position& position, int limit) {
        return position.moves_left() <= limit;
    }
    void solve(const Position& position, int threads, Watch& watch, const OnSolution& on_solution);

  private:
    EndgameTable table_;
    Variant variant_ = Variant::othello;  ///< that the table is about
};

}  // namespace sparring::reversi
