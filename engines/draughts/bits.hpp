// The 10x10 board in 64 bits. Two rows take 11 bits, so that a diagonal step is a shift by 5 or 6
// in either direction, and a step over an edge lands on a ghost bit (G) or outside the mask kBoard:
//
//     row 0       0   1   2   3   4      squares  1 ..  5
//     row 1     5   6   7   8   9   G    squares  6 .. 10
//     row 2      11  12  13  14  15      squares 11 .. 15
//     row 3    16  17  18  19  20   G    ...
//     row 9    49  50  51  52  53        squares 46 .. 50
//
// Scan keeps 13 bits for two rows, because Frisian draughts also captures along ranks and files;
// here 11 do. What can be captured lies off the border, in bits 6 to 47: Move counts on that.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

namespace sparring::draughts::bits {

using Board = std::uint64_t;

inline constexpr int kCells = 54;  ///< bits 0..53: squares and ghosts

/// The bit of square 1..50, and back.
constexpr int cell_of(int square) {
    return square - 1 + (square - 1) / 10;
}
constexpr int square_of(int cell) {
    return cell + 1 - cell / 11;
}

constexpr int row_of(int cell) {
    return 2 * (cell / 11) + (cell % 11 >= 5);
}
constexpr int column_of(int cell) {
    const int in_pair = cell % 11;
    return in_pair < 5 ? 2 * in_pair + 1 : 2 * (in_pair - 5);
}

constexpr Board bit(int cell) {
    return Board{1} << cell;
}
inline int lowest(Board board) {
    return std::countr_zero(board);
}
inline Board lowest_bit(Board board) {
    return board & (0 - board);
}
inline int count(Board board) {
    return std::popcount(board);
}

template <class Predicate>
constexpr Board squares_where(Predicate predicate) {
    Board board = 0;
    for (int square = 1; square <= 50; ++square) {
        const int cell = cell_of(square);
        if (predicate(row_of(cell), column_of(cell))) board |= bit(cell);
    }
    return board;
}

inline constexpr Board kBoard = squares_where([](int, int) { return true; });
inline constexpr Board kTopRow = squares_where([](int row, int) { return row == 0; });
inline constexpr Board kBottomRow = squares_where([](int row, int) { return row == 9; });
inline constexpr Board kInterior = squares_where(
    [](int row, int column) { return row > 0 && row < 9 && column > 0 && column < 9; });
static_assert(kInterior >> 48 == 0);

/// The four diagonal directions, and their steps as shifts.
enum Direction : unsigned { up_left, up_right, down_left, down_right };
inline constexpr std::array<int, 4> kSteps{-6, -5, 5, 6};
constexpr Direction opposite(Direction d) {
    return static_cast<Direction>(3 - d);
}

/// All pieces one step on. What leaves the board is on ghosts or gone: mask the result.
template <Direction D>
constexpr Board step(Board board) {
    return kSteps[D] > 0 ? board << kSteps[D] : board >> -kSteps[D];
}

template <Direction D>
using DirectionConstant = std::integral_constant<Direction, D>;

/// Calls f with each direction as a constant: the shifts must be immediate to be fast.
template <class F>
constexpr void each_direction(F f) {
    f(DirectionConstant<up_left>{});
    f(DirectionConstant<up_right>{});
    f(DirectionConstant<down_left>{});
    f(DirectionConstant<down_right>{});
}

/// The squares from a square to the edge, by direction.
inline constexpr auto kRays = [] {
    std::array<std::array<Board, 4>, kCells> rays{};
    for (int cell = 0; cell < kCells; ++cell) {
        each_direction([&](auto d) {
            Board square = bit(cell) & kBoard;
            while ((square = step<d()>(square) & kBoard) != 0) rays[cell][d()] |= square;
        });
    }
    return rays;
}();

/// The first piece of `occupied` that a ray meets, as a board, or none.
template <Direction D>
Board first_on_ray(int cell, Board occupied) {
    const Board met = kRays[cell][D] & occupied;
    if constexpr (kSteps[D] > 0) return lowest_bit(met);
    return met == 0 ? 0 : std::bit_floor(met);
}

/// The empty squares along a ray before the first piece of `occupied`.
template <Direction D>
Board open_ray(int cell, Board occupied) {
    const Board ray = kRays[cell][D], met = ray & occupied;
    if constexpr (kSteps[D] > 0) return ray & (lowest_bit(met) - 1);
    return met == 0 ? ray : ray & ~(2 * std::bit_floor(met) - 1);
}

}  // namespace sparring::draughts::bits
