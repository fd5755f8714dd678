// How the search treats draughts: move ordering, depth and quiescence.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engines/draughts/position.hpp"
#include "engines/search/game_traits.hpp"

namespace sparring::draughts {

struct Tactics {
    using Position = draughts::Position;
    using Move = draughts::Move;

    static constexpr Value final_unit = 0;  ///< won, lost or drawn

    static constexpr int history_size = bits::kCells * bits::kCells;
    static std::pair<int, int> history_slots(Move move) {
        return {bits::kCells * move.from() + move.to(), -1};
    }

    /// Promotions and captured kings first, moves that can be answered by a capture last. (The last
    /// saves an eighth of the nodes of `bench`, and pays for itself in time.)
    static int first_guess(const Position& position, Move move) {
        Position next = position;
        next.play(move);
        const bool promotes =
            bits::count(next.opp() & next.kings()) > bits::count(position.own() & position.kings());
        return kKing * bits::count(move.captured() & position.kings()) +
               (promotes ? kPromotion : 0) - (next.can_capture(next.side_to_move()) ? kExposed : 0);
    }

    /// Captures do not count towards the depth (de Graaf and Poels, section 5).
    static int depth_cost(const Position&, Move move) { return move.is_capture() ? 0 : 1; }

    /// Captures are searched to their end. Where the opponent threatens one, two plies more are
    /// looked at (the paper's IsQuiet, its listing lost, allows two).
    static bool is_unquiet(const Position& position, int quiescence_plies) {
        const Side side = position.side_to_move();
        return position.can_capture(side) ||
               (quiescence_plies < 2 && position.can_capture(other(side)));
    }

    static constexpr int solve_max = 0;
    static constexpr int solve_default = 0;

    static std::pair<std::vector<std::string>, int> bench();

  private:
    static constexpr int kKing = 4096, kPromotion = 8192, kExposed = 8192;
};

}  // namespace sparring::draughts
