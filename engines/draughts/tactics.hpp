// How the search treats draughts: move ordering, depth and quiescence.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engines/draughts/evaluation.hpp"
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

    /// Promotions and captured kings first.
    static int first_guess(const Position& position, Move move) {
        const bool first = position.side_to_move() == Side::first;
        const Board far = first ? bits::kTopRow : bits::kBottomRow;
        const bool promotes =
            (bits::bit(move.to()) & far) != 0 && (bits::bit(move.from()) & position.kings()) == 0;
        return kKing * bits::count(move.captured() & position.kings()) +
               (promotes ? kPromotion : 0);
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

    /// As Scan's quiescence: captures only; where there is none but a threat, and the horizon is
    /// here, one ply of all moves, after which the horizon begins anew.
    static Settled settle(const Position& position, int plies_beyond, Moves& captures) {
        const Side side = position.side_to_move();
        if (position.can_capture(side)) {
            position.generate(captures);
            return Settled::by_moves;
        }
        return plies_beyond == 0 && position.can_capture(other(side)) ? Settled::no : Settled::yes;
    }

    /// A capture costs a ply as any move does; an only move costs none.
    static int selective_cost(const Position&, Move, bool only_move) { return only_move ? 0 : 1; }

    /// Quiet moves, by the logarithms of depth and index; a ply less where the window is open.
    static int reduction(const Position&, Move move, int depth, int index, bool open_window) {
        if (depth < 2 || move.is_capture() || index < (open_window ? 3 : 1)) return 0;
        return kReductions[std::min(depth, 63)][std::min(index, 63)] - (open_window ? 1 : 0);
    }

    /// A search at two fifths of the depth must exceed beta by 7 % of a man a ply (Scan: 10 %).
    static ProbCut prob_cut(const Position&, const Evaluation& evaluation, int depth) {
        return {depth >= 3 ? depth * 2 / 5 : 0, evaluation.scale() * depth * 7 / 100};
    }

    /// Pieces on the board for which endgame tables are asked, where there are any.
    static constexpr int solve_max = Tables::kMostPieces;
    static constexpr int solve_default = solve_max;

    static std::pair<std::vector<std::string>, int> bench();

  private:
    static constexpr int kKing = 4096, kPromotion = 8192;

    using Reductions = std::array<std::array<std::int8_t, 64>, 64>;
    static const Reductions kReductions;  ///< plies, by depth and index
};

}  // namespace sparring::draughts
