// Reversi's solver (see game_traits.hpp): the exact result of the rest of a game in both variants.
#pragma once

#include <chrono>
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

    static bool attempts(const Position& position, int limit, std::chrono::nanoseconds time) {
        const int left = position.moves_left();
        return takes(position, limit) ||
               (limit > 0 && left <= limit + kEarlier && time >= attempt_time(left));
    }
    void attempt(const Position& position, int threads, Watch& watch,
                 const OnSolution& on_solution);

  private:
    static constexpr int kEarlier = 12;

    /// What it takes to learn something in most positions.
    static constexpr std::chrono::nanoseconds attempt_time(int empties) {
        constexpr int at = 24;
        constexpr std::chrono::microseconds there{20'000};
        return empties < at ? there / (1 << (at - empties)) : there * (1 << (empties - at));
    }

    void start(const Position& position);

    EndgameTable table_;
    Variant variant_ = Variant::othello;  ///< that the table is about
};

}  // namespace sparring::reversi
