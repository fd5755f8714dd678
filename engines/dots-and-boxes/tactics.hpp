// How the search treats dots-and-boxes: move ordering, depth, and what it need not look at.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engines/dots-and-boxes/position.hpp"
#include "engines/dots-and-boxes/reduction.hpp"
#include "engines/search/game_traits.hpp"

namespace sparring::dots_and_boxes {

struct Tactics {
    using Position = dots_and_boxes::Position;
    using Move = dots_and_boxes::Move;

    /// One box: the evaluation's unit, so that boxes made and boxes to come add up.
    static constexpr Value final_unit = 100;

    static constexpr int history_size = kMaxEdges;
    static std::pair<int, int> history_slots(Move move) { return {move.edge, -1}; }

    /// Captures first, then safe edges, last edges that give boxes away, by how many.
    static int first_guess(const Position& position, Move move);

    static void search_moves(const Position& position, Position::MoveList& moves) {
        moves = relevant_moves(position);
    }

    static std::uint64_t table_key(const Position& position) { return position.canonical_hash(); }

    static std::uint32_t to_table(const Position& position, std::uint32_t edge) {
        return position.geometry().image[position.canonical_symmetry()][edge];
    }
    static std::uint32_t from_table(const Position& position, std::uint32_t edge) {
        return position.geometry().origin[position.canonical_symmetry()][edge];
    }

    /// Least and most that final_score() can still become.
    static std::pair<int, int> score_bounds(const Position& position) {
        const auto [least, most] = future_bounds(position);
        return {position.banked() + least, position.banked() + most};
    }

    static int depth_cost(const Position&, Move) { return 1; }
    static bool is_unquiet(const Position&, int) { return false; }

    /// The solver takes some tenths of a second for 40 edges on 5x5, up to ten times that for two
    /// more; see docs/engines.md.
    static constexpr int solve_max = kMaxEdges;
    static constexpr int solve_default = 40;

    static std::pair<std::vector<std::string>, int> bench();
};

}  // namespace sparring::dots_and_boxes
