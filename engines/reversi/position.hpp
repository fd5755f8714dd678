// Reversi 8x8 with the Othello start, and its reversed variant (fewest discs wins).
// Rules: a disc is placed so that it brackets at least one straight run of enemy discs, all
// bracketed runs turn; who has no such move must pass; the game is over when neither side has one.
// Sources: World Othello Federation rules; CS303 hand-outs for the reversed variant.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "engines/games/types.hpp"
#include "engines/reversi/bits.hpp"

namespace sparring::reversi {

using Board = bits::Board;

enum class Variant : std::uint8_t { othello, reversed };

/// A square 0..63 (a1 = 0, h8 = 63), or the pass.
struct Move {
    std::uint8_t square;

    static constexpr std::uint8_t kPass = 64;
    bool is_pass() const { return square == kPass; }
    std::uint32_t code() const { return square; }
    bool operator==(const Move&) const = default;
};

class Position {
  public:
    using Move = reversi::Move;
    using MoveList = sparring::MoveList<Move, 34>;  // 33 moves are the most ever seen

    /// The starting position: White d4, e5; Black d5, e4; Black (first) moves.
    explicit Position(Variant variant = Variant::othello)
        : Position{0x0000000810000000, 0x0000001008000000, Side::first, variant} {}

    /// Any two disjoint sets of discs: of the side to move and of the other.
    Position(Board own, Board opp, Side side, Variant variant)
        : own_{own}, opp_{opp}, side_{side}, variant_{variant} {}

    Board own() const { return own_; }
    Board opp() const { return opp_; }
    Board empty() const { return ~(own_ | opp_); }
    Board discs(Side side) const { return side == side_ ? own_ : opp_; }
    Variant variant() const { return variant_; }
    Side side_to_move() const { return side_; }

    Board mobility() const { return bits::mobility(own_, opp_); }
    Board opponent_mobility() const { return bits::mobility(opp_, own_); }

    std::uint64_t hash() const {
        // Two rounds of a multiplicative mix over the two boards and the side.
        std::uint64_t h = own_ * 0x9e3779b97f4a7c15;
        h = (h ^ (h >> 32) ^ opp_) * 0xd6e8feb86659fd93;
        h = (h ^ (h >> 32) ^ static_cast<std::uint64_t>(side_)) * 0xd6e8feb86659fd93;
        return h ^ (h >> 32);
    }

    /// By rising square; a forced pass is the only move.
    void generate(MoveList& moves) const {
        moves.clear();
        Board left = mobility();
        if (left == 0) {
            if (opponent_mobility() != 0) moves.push_back({Move::kPass});
            return;
        }
        for (; left != 0; left &= left - 1) {
            moves.push_back({static_cast<std::uint8_t>(std::countr_zero(left))});
        }
    }

    std::uint64_t count_moves() const {
        const Board moves = mobility();
        if (moves != 0) return static_cast<std::uint64_t>(std::popcount(moves));
        return opponent_mobility() != 0 ? 1 : 0;
    }

    void play(Move move) {
        if (!move.is_pass()) {
            const Board flipped = bits::flips(move.square, own_, opp_);
            own_ ^= flipped | Board{1} << move.square;
            opp_ ^= flipped;
        }
        std::swap(own_, opp_);
        side_ = other(side_);
    }

    bool is_over() const { return mobility() == 0 && opponent_mobility() == 0; }

    /// Disc difference with the empty squares to the leader; negated in the reversed variant.
    int final_score() const {
        int score = std::popcount(own_) - std::popcount(opp_);
        const int empties = std::popcount(empty());
        score += score > 0 ? empties : score < 0 ? -empties : 0;
        return variant_ == Variant::reversed ? -score : score;
    }

    int moves_left() const { return std::popcount(empty()); }
    int banked() const { return 0; }
    bool drawn_by_counter() const { return false; }
    int reversible_plies() const { return 0; }

    bool operator==(const Position&) const = default;

  private:
    Board own_, opp_;
    Side side_;
    Variant variant_;
};

}  // namespace sparring::reversi
