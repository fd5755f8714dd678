// Dots-and-boxes on a grid of rows x columns of boxes.
// Rules: a move draws one undrawn edge. Each box whose fourth side it draws is a point for the
// mover, who then moves again; otherwise the turn passes. Nobody has to close a box. The game is
// over when all edges are drawn; more boxes win. Sources: E. Berlekamp, The Dots and Boxes Game
// (2000); Buzzard & Ciere, Integers 14 (2014) #G08.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "engines/dots-and-boxes/geometry.hpp"
#include "engines/games/types.hpp"

namespace sparring::dots_and_boxes {

/// The edge that is drawn.
struct Move {
    std::uint8_t edge;

    std::uint32_t code() const { return edge; }
    bool operator==(const Move&) const = default;
};

class Position {
  public:
    using Move = dots_and_boxes::Move;
    using MoveList = sparring::MoveList<Move, kMaxEdges>;

    /// The blank board.
    explicit Position(Board board = {}) : Position{board, 0, 0, 0, Side::first} {}

    /// Any set of drawn edges. Precondition: the points of both sides add up to the closed boxes.
    Position(Board board, Edges drawn, int first, int second, Side side)
        : geometry_{&dots_and_boxes::geometry(board)}, drawn_{drawn}, side_{side} {
        points_[0] = static_cast<std::int8_t>(first);
        points_[1] = static_cast<std::int8_t>(second);
        keys_ = geometry_->blank;
        for (int e = 0; e < board.edges(); ++e) {
            const Geometry::Edge& edge = geometry_->edge[e];
            if (drawn >> e & 1) {
                add(edge.keys);
            } else {
                joined_right_ |= edge.joins_right;
                joined_down_ |= edge.joins_down;
            }
        }
        for (int box = 0; box < board.boxes(); ++box) {
            const int sides = std::popcount(drawn & geometry_->sides[box]);
            ones_ |= static_cast<Boxes>(sides & 1) << box;
            twos_ |= static_cast<Boxes>(sides >> 1 & 1) << box;
            fours_ |= static_cast<Boxes>(sides >> 2) << box;
        }
    }

    const Geometry& geometry() const { return *geometry_; }
    Board board() const { return geometry_->board; }
    Side side_to_move() const { return side_; }
    Edges drawn() const { return drawn_; }
    Edges undrawn() const { return geometry_->all_edges & ~drawn_; }
    int points(Side side) const { return points_[static_cast<int>(side)]; }

    /// Boxes with exactly one, two, three, four undrawn sides ("freedom degree"), and none.
    Boxes freedom_one() const { return ones_ & twos_; }
    Boxes freedom_two() const { return twos_ & ~ones_; }
    Boxes freedom_three() const { return ones_ & ~twos_; }
    Boxes freedom_four() const { return geometry_->all_boxes & ~(ones_ | twos_ | fours_); }
    Boxes closed() const { return fours_; }

    /// Boxes that an undrawn edge joins to the neighbour on the right, and to the one below.
    Boxes joined_right() const { return joined_right_; }
    Boxes joined_down() const { return joined_down_; }

    /// Of the edges and the side to move; not of the points.
    std::uint64_t hash() const { return keys_[0] ^ side_key(); }

    /// The same for all positions that are equal but for a symmetry of the board.
    std::uint64_t canonical_hash() const { return keys_[canonical_symmetry()] ^ side_key(); }

    /// The symmetry that maps this position to the one whose hash() that is.
    std::size_t canonical_symmetry() const {
        return static_cast<std::size_t>(std::min_element(keys_.begin(), keys_.end()) -
                                        keys_.begin());
    }

    /// By rising edge number.
    void generate(MoveList& moves) const {
        moves.clear();
        for (Edges left = undrawn(); left != 0; left &= left - 1) {
            moves.push_back({static_cast<std::uint8_t>(std::countr_zero(left))});
        }
    }

    std::uint64_t count_moves() const { return static_cast<std::uint64_t>(moves_left()); }

    /// Boxes that drawing this undrawn edge closes.
    Boxes closes(Move move) const { return geometry_->edge[move.edge].boxes & freedom_one(); }

    void play(Move move) {
        const Geometry::Edge& edge = geometry_->edge[move.edge];
        drawn_ |= Edges{1} << move.edge;
        add(edge.keys);
        joined_right_ &= ~edge.joins_right;
        joined_down_ &= ~edge.joins_down;
        // Add one to the side counts of the edge's boxes.
        const Boxes to_twos = ones_ & edge.boxes;
        const Boxes newly_closed = twos_ & to_twos;
        ones_ ^= edge.boxes;
        twos_ ^= to_twos;
        fours_ |= newly_closed;
        if (newly_closed == 0) {
            side_ = other(side_);
        } else {
            std::int8_t& points = points_[static_cast<int>(side_)];
            points = static_cast<std::int8_t>(points + std::popcount(newly_closed));
        }
    }

    bool is_over() const { return drawn_ == geometry_->all_edges; }

    /// Boxes of the side to move minus the other's. (After the last edge, the side that drew it.)
    int final_score() const { return banked(); }
    int banked() const { return points(side_) - points(other(side_)); }

    int moves_left() const { return std::popcount(undrawn()); }
    bool drawn_by_counter() const { return false; }
    int reversible_plies() const { return 0; }

    bool operator==(const Position&) const = default;

  private:
    void add(const Keys& keys) {
        for (std::size_t i = 0; i < keys_.size(); ++i) keys_[i] ^= keys[i];
    }
    std::uint64_t side_key() const { return side_ == Side::second ? mix64(2) : 0; }

    const Geometry* geometry_;
    Edges drawn_;
    Keys keys_;
    Boxes ones_ = 0, twos_ = 0, fours_ = 0;  // drawn sides of each box in binary, bit-sliced
    Boxes joined_right_ = 0, joined_down_ = 0;
    std::int8_t points_[2];
    Side side_;
};

}  // namespace sparring::dots_and_boxes
