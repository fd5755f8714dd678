// How the search treats reversi: move ordering and depth.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engines/reversi/evaluation.hpp"
#include "engines/reversi/position.hpp"
#include "engines/search/game_traits.hpp"

namespace sparring::reversi {

struct Tactics {
    using Position = reversi::Position;
    using Move = reversi::Move;

    /// One disc; above every evaluation, so that a known win beats any guess.
    static constexpr Value final_unit = 10'000;

    static constexpr int history_size = 65;
    static std::pair<int, int> history_slots(Move move) { return {move.square, -1}; }

    /// Fewest replies first, corners counted double; corners first in the normal game and last in
    /// the reversed one.
    static int first_guess(const Position& position, Move move) {
        if (move.is_pass()) return 0;
        constexpr Board corners = 0x8100000000000081;
        Position next = position;
        next.play(move);
        const Board replies = next.mobility();
        int guess = -kReply * (std::popcount(replies) + std::popcount(replies & corners));
        if (corners >> move.square & 1) {
            guess += position.variant() == Variant::othello ? kCorner : -kCorner;
        }
        return guess;
    }

    /// A ply above the horizon counting replies costs more than it saves.
    static int first_guess(const Position& position, Move move, int depth) {
        return depth > 1 ? first_guess(position, move) : 0;
    }

    static int depth_cost(const Position&, Move move) { return move.is_pass() ? 0 : 1; }
    static bool is_unquiet(const Position&, int) { return false; }

    /// By the logarithms of both, from the fourth move and three plies on.
    static int reduction(const Position&, Move, int depth, int index, bool open_window);

    /// For each variant's default weights; `build/tests/reversi_fit` measures such constants.
    static ProbCut prob_cut(const Position& position, const Evaluation&, int depth);
    static constexpr bool prob_cut_margins_are_fixed = true;

    /// By stable discs: each is a disc that its owner keeps (in the reversed game: must keep).
    static std::pair<int, int> score_bounds(const Position& position);

    static constexpr int solve_max = 60;
    static constexpr int solve_default = 16;

    static std::pair<std::vector<std::string>, int> bench();

  private:
    static constexpr int kReply = 2048, kCorner = 4096;
};

}  // namespace sparring::reversi
