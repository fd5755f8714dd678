// How the search treats Amazons: move ordering and depth.
#pragma once

#include <optional>
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

    /// None. A position has up to two thousand moves, and no guess that is cheap enough to be made
    /// for all of them was found to order better than their history alone.
    static int first_guess(const Position&, Move) { return 0; }

    /// An amazon's way, the first part of a move; an amazon reaches at most 35 squares.
    struct Part {
        std::uint8_t from, to;
    };
    using Parts = sparring::MoveList<Part, kMostAmazons * 35>;
    using Completions = sparring::MoveList<Move, 36>;

    static void first_parts(const Position& position, Parts& parts);
    static int part_slot(Part part) { return bits::kSquares * part.from + part.to; }

    /// All moves that begin with this part.
    static void complete(const Position& position, Part part, Completions& moves);

    /// The move with this code() if it is legal.
    static std::optional<Move> legal_move(const Position& position, std::uint32_t code);

    static int depth_cost(const Position&, Move) { return 1; }
    static bool is_unquiet(const Position&, int) { return false; }

    // Empty squares of contested zones.
    static constexpr int solve_max = 92;
    static constexpr int solve_default = 30;

    static std::pair<std::vector<std::string>, int> bench();
};

}  // namespace sparring::amazons
