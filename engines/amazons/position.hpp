// The Game of the Amazons on 10x10 and every board from 4x4 to 10x10.
// Rules: an amazon moves like a chess queen, then shoots an arrow from where it stands now, which
// flies like a queen and blocks the square it hits for good. Neither passes over a taken square.
// Who cannot move has lost; there are no draws and no passes. Sources: ICGA Computer Olympiad rules
// (10x10); Botzone (8x8); University of Alberta (small boards).
#pragma once

#include <array>
#include <cstdint>

#include "engines/amazons/bits.hpp"
#include "engines/games/types.hpp"

namespace sparring::amazons {

using Board = bits::Board;

/// The size of the board: 4 to 10 columns and rows.
struct Variant {
    std::uint8_t columns = 10, rows = 10;

    static constexpr int kLeast = 4, kMost = 10;
    bool operator==(const Variant&) const = default;
};

/// Three squares, numbered as bits.hpp does.
struct Move {
    std::uint8_t from, to, arrow;

    std::uint32_t code() const { return from | to << 7 | arrow << 14; }
    bool operator==(const Move&) const = default;
};

/// Most amazons a side: what bounds the length of the move list.
inline constexpr int kMostAmazons = 4;

/// No position has more moves: other pieces only take moves from an amazon, so four times the most
/// that one amazon has alone on the largest board.
constexpr std::size_t most_moves() {
    const Board board = bits::area(bits::kMostFiles, bits::kMostRanks);
    std::size_t most = 0;
    for (Board left = board; left.any(); left.remove_lowest()) {
        const Board amazon = Board::of(left.lowest());
        const auto moves = static_cast<std::size_t>(bits::count_moves(amazon, board ^ amazon));
        if (moves > most) most = moves;
    }
    return kMostAmazons * most;
}

class Position {
  public:
    using Move = amazons::Move;
    using MoveList = sparring::MoveList<Move, most_moves()>;

    /// The starting position. With c = (columns - 1) / 3 and r = (rows - 1) / 3 the first player's
    /// amazons stand on rank 1, c files from either edge, and on the outer files of rank 1 + r; the
    /// second player's face them. 10x10: a4 d1 g1 j4; 8x8: a3 c1 f1 h3; 4 to 6: a2 b1 ...
    explicit Position(Variant variant = {});

    /// Any three disjoint sets of squares on the board, at most kMostAmazons of each side.
    Position(Board first, Board second, Board arrows, Side side, Variant variant);

    Board amazons(Side side) const { return amazons_[static_cast<std::size_t>(side)]; }
    Board own() const { return amazons(side_); }
    Board opp() const { return amazons(other(side_)); }
    Board empty() const { return empty_; }
    Board arrows() const { return board() & ~(empty_ | amazons_[0] | amazons_[1]); }
    Board board() const { return bits::area(variant_.columns, variant_.rows); }
    Variant variant() const { return variant_; }
    Side side_to_move() const { return side_; }
    std::uint64_t hash() const { return hash_; }

    /// By rising from, to and arrow.
    void generate(MoveList& moves) const;

    std::uint64_t count_moves() const { return bits::count_moves(own(), empty_); }

    void play(Move move);

    /// An amazon that can make a step can shoot back to where it came from.
    bool is_over() const { return !(bits::spread(own()) & empty_).any(); }

    /// Who cannot move has lost.
    int final_score() const { return -1; }

    int moves_left() const { return empty_.count(); }
    int banked() const { return 0; }
    bool drawn_by_counter() const { return false; }
    int reversible_plies() const { return 0; }

    bool operator==(const Position&) const = default;

  private:
    std::array<Board, 2> amazons_;
    Board empty_;
    std::uint64_t hash_;
    Side side_;
    Variant variant_;
};

}  // namespace sparring::amazons
