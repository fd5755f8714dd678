// Mirror images and rotations of a board.
#pragma once

#include <utility>

namespace sparring {

/// How many symmetries a board has; the first (0) is the identity.
constexpr int board_symmetries(int columns, int rows) {
    return columns == rows ? 8 : 4;
}

struct Cell {
    int column, row;
};

/// Where a cell goes: bit 0 turns the columns round, bit 1 the rows, bit 2 then exchanges both.
constexpr Cell image_of(Cell cell, int columns, int rows, int symmetry) {
    if (symmetry & 1) cell.column = columns - 1 - cell.column;
    if (symmetry & 2) cell.row = rows - 1 - cell.row;
    if (symmetry & 4) std::swap(cell.column, cell.row);
    return cell;
}

}  // namespace sparring
