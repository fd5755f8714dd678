// How the search treats Amazons: move ordering and depth.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engines/amazons/position.hpp"
#include "engines/search/game_traits.hpp"

namespace sparring::amazons {

struct Tactics {
    using Position = amazons::Position;
    using Move = amazons::Move;

    /// Only winning counts.
    static constexpr Value final_unit = 0;

    /// One history for the amazon's way, one for the arrow.
    static constexpr int history_size = bits::kSquares * bits::kSquares + bits::kSquares;
    static std::pair<int, int> history_slots(Move move) {
        return {bits::kSquares * move.from + move.to, bits::kSquares * bits::kSquares + move.arrow};
    }

    static int first_guess(const Position& position, Move move) {
        const auto& near = bits::kNeighbours;
        const Board from = Board::of(move.from);
        const Board open = (position.empty() | from) ^ Board::of(move.to) ^ Board::of(move.arrow);
        const int guess = 6 * (near[move.to] & open).count() -
                          4 * (near[move.from] & position.empty()).count() +
                          9 * (near[move.to] & position.opp()).count() +
                          8 * (near[move.arrow] & position.opp()).count() -
                          7 * (near[move.arrow] & (position.own() ^ from)).count();
        return 30 * guess;
    }

    static int depth_cost(const Position&, Move) { return 1; }
    static bool is_unquiet(const Position&, int) { return false; }

    static constexpr int solve_max = 92;
    static constexpr int solve_default = 12;

    static std::pair<std::vector<std::string>, int> bench();
};

}  // namespace sparring::amazons
