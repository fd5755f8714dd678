#include "engines/dots-and-boxes/geometry.hpp"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "engines/games/types.hpp"

namespace sparring::dots_and_boxes {
namespace {

constexpr Boxes box_bit(int box) {
    return Boxes{1} << box;
}
constexpr Edges edge_bit(int edge) {
    return Edges{1} << edge;
}

}  // namespace

Geometry::Geometry(Board size) : board{size} {
    const int rows = board.rows, columns = board.columns;
    const std::uint64_t seed = mix64(0xd075u << 16 | static_cast<std::uint64_t>(rows) << 8 |
                                     static_cast<std::uint64_t>(columns));
    blank.fill(seed);
    for (int e = 0; e < board.edges(); ++e) {
        all_edges |= edge_bit(e);
        for (int symmetry = 0; symmetry < 8; ++symmetry) {
            const int to = image_of(e, rows == columns ? symmetry : symmetry % 4);
            image[symmetry][e] = static_cast<std::uint8_t>(to);
            origin[symmetry][to] = static_cast<std::uint8_t>(e);
            edge[e].keys[symmetry] = mix64(seed + static_cast<std::uint64_t>(to) + 1);
        }
    }
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const int box = row * columns + column;
            all_boxes |= box_bit(box);
            const int top = board.horizontal(row, column), left = board.vertical(row, column);
            const int bottom = board.horizontal(row + 1, column), right = left + 1;
            for (const int side : {top, left, bottom, right}) {
                sides[box] |= edge_bit(side);
                edge[side].boxes |= box_bit(box);
            }
            if (column + 1 < columns) edge[right].joins_right = box_bit(box);
            if (row + 1 < rows) edge[bottom].joins_down = box_bit(box);
        }
    }
    for (int box = 0; box < board.boxes(); ++box) {
        Edges rim = 0;
        for (int e = 0; e < board.edges(); ++e) {
            if (edge[e].boxes == box_bit(box)) rim |= edge_bit(e);
        }
        if (std::popcount(rim) >= 2) twins_[twin_count_++] = rim;
    }
}

int Geometry::image_of(int e, int symmetry) const {
    // Coordinates in a grid in which dots, edges and boxes all have a place.
    const bool horizontal = e < board.horizontals();
    const int i = horizontal ? e : e - board.horizontals();
    const int width = horizontal ? board.columns : board.columns + 1;
    int y = 2 * (i / width) + (horizontal ? 0 : 1), x = 2 * (i % width) + (horizontal ? 1 : 0);
    if (symmetry & 1) x = 2 * board.columns - x;
    if (symmetry & 2) y = 2 * board.rows - y;
    if (symmetry & 4) std::swap(x, y);
    return y % 2 == 0 ? board.horizontal(y / 2, x / 2) : board.vertical(y / 2, x / 2);
}

std::span<const Board> boards() {
    static const std::vector<Board> all = [] {
        std::vector<Board> list;
        for (std::uint8_t rows = 1; Board{rows, 1}.edges() <= kMaxEdges; ++rows) {
            for (std::uint8_t columns = 1; Board{rows, columns}.edges() <= kMaxEdges; ++columns) {
                list.push_back({rows, columns});
            }
        }
        return list;
    }();
    return all;
}

const Geometry& geometry(Board board) {
    static const std::vector<Geometry> all{boards().begin(), boards().end()};
    const auto at = std::find(boards().begin(), boards().end(), board);
    return all[static_cast<std::size_t>(at - boards().begin())];
}

}  // namespace sparring::dots_and_boxes
