// The boards of dots-and-boxes and what never changes about each: which boxes an edge belongs to,
// which edges make up a box.
//
// Edges are numbered as in FEN: horizontal ones row by row from the top, then vertical ones row by
// row from the top. Boxes are numbered row by row from the top.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sparring::dots_and_boxes {

using Edges = std::uint64_t;  ///< bit i is edge i
using Boxes = std::uint32_t;  ///< bit i is box i

inline constexpr int kMaxEdges = 64;
inline constexpr int kMaxBoxes = 25;  // 5x5; no other board of up to 64 edges has more

/// One number for each symmetry of a board: of an edge, the keys of its images; of a position, the
/// exclusive-or over its drawn edges. The first is the identity. A board whose rows and columns
/// differ has four symmetries; its others repeat them.
using Keys = std::array<std::uint64_t, 8>;

/// Rows x columns of boxes.
struct Board {
    std::uint8_t rows = 5, columns = 5;

    constexpr int horizontals() const { return (rows + 1) * columns; }
    constexpr int verticals() const { return rows * (columns + 1); }
    constexpr int edges() const { return horizontals() + verticals(); }
    constexpr int boxes() const { return rows * columns; }
    constexpr int dots() const { return (rows + 1) * (columns + 1); }

    /// An edge from the dot in row `row` from the top and column `column` to the right, or down.
    constexpr int horizontal(int row, int column) const { return row * columns + column; }
    constexpr int vertical(int row, int column) const {
        return horizontals() + row * (columns + 1) + column;
    }

    bool operator==(const Board&) const = default;
};

/// The tables of one board. They exist once and for ever, so positions point to them.
struct Geometry {
    explicit Geometry(Board size);

    struct Edge {
        Keys keys;          ///< Zobrist keys
        Boxes boxes;        ///< the one or two boxes it is a side of
        Boxes joins_right;  ///< the box that it divides from its right neighbour, if any
        Boxes joins_down;   ///< the box that it divides from the one below it, if any
    };

    Board board;
    Edges all_edges = 0;
    Boxes all_boxes = 0;
    Keys blank{};  ///< keys of the blank board
    std::array<Edge, kMaxEdges> edge{};
    std::array<Edges, kMaxBoxes> sides{};  ///< the four edges of a box

    /// For each symmetry where an edge goes, and which one comes to it.
    std::array<std::array<std::uint8_t, kMaxEdges>, 8> image{}, origin{};

    /// Edges on the rim of the board that belong to one box (a corner, or any box of a board one
    /// box wide), two or three: as long as they are undrawn it does not matter which of them is
    /// drawn.
    std::span<const Edges> twins() const { return {twins_.data(), twin_count_}; }

  private:
    int image_of(int e, int symmetry) const;

    std::array<Edges, kMaxBoxes> twins_{};
    std::size_t twin_count_ = 0;
};

/// All boards that can be played, by rows, then columns.
std::span<const Board> boards();

/// Precondition: `board` is one of boards().
const Geometry& geometry(Board board);

}  // namespace sparring::dots_and_boxes
