// Sets of squares of a board of up to 10x10: square = 11 * rank + file, a1 = 0, the bottom row rank
// 0. The eleventh file is never empty, so that a step by 1, 10, 11 or 12 cannot wrap round; boards
// smaller than 10x10 are those with every square outside blocked.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace sparring::amazons::bits {

inline constexpr int kMostFiles = 10, kMostRanks = 10;
inline constexpr int kStride = 11;
inline constexpr int kSquares = kStride * kMostRanks;

constexpr int square_of(int file, int rank) {
    return kStride * rank + file;
}
constexpr int file_of(int square) {
    return square % kStride;
}
constexpr int rank_of(int square) {
    return square / kStride;
}

/// 128 bits, of which the lowest kSquares are used.
struct Board {
    std::uint64_t low = 0, high = 0;

    static constexpr Board of(int square) {
        return square < 64 ? Board{std::uint64_t{1} << square, 0}
                           : Board{0, std::uint64_t{1} << (square - 64)};
    }

    constexpr bool any() const { return (low | high) != 0; }
    constexpr bool has(int square) const {
        return ((square < 64 ? low : high) >> (square & 63) & 1) != 0;
    }
    constexpr int count() const { return std::popcount(low) + std::popcount(high); }

    // Precondition of these two: any().
    constexpr int lowest() const {
        return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(high);
    }
    constexpr int highest() const {
        return high != 0 ? 127 - std::countl_zero(high) : 63 - std::countl_zero(low);
    }
    constexpr void remove_lowest() {
        if (low != 0) {
            low &= low - 1;
        } else {
            high &= high - 1;
        }
    }

    constexpr bool operator==(const Board&) const = default;
};

constexpr Board operator&(Board a, Board b) {
    return {a.low & b.low, a.high & b.high};
}
constexpr Board operator|(Board a, Board b) {
    return {a.low | b.low, a.high | b.high};
}
constexpr Board operator^(Board a, Board b) {
    return {a.low ^ b.low, a.high ^ b.high};
}
constexpr Board operator~(Board a) {
    return {~a.low, ~a.high};
}
constexpr Board& operator&=(Board& a, Board b) {
    return a = a & b;
}
constexpr Board& operator|=(Board& a, Board b) {
    return a = a | b;
}
constexpr Board& operator^=(Board& a, Board b) {
    return a = a ^ b;
}

// Precondition of the shifts: 0 < by < 128.
constexpr Board operator<<(Board a, int by) {
    if (by >= 64) return {0, a.low << (by - 64)};
    return {a.low << by, a.high << by | a.low >> (64 - by)};
}
constexpr Board operator>>(Board a, int by) {
    if (by >= 64) return {a.high >> (by - 64), 0};
    return {a.low >> by | a.high << (64 - by), a.high >> by};
}

/// The squares of a board of this size.
constexpr Board area(int files, int ranks) {
    Board squares;
    for (int rank = 0; rank < ranks; ++rank) {
        for (int file = 0; file < files; ++file) squares |= Board::of(square_of(file, rank));
    }
    return squares;
}

/// The squares of the set and all their king's neighbours; some of them may lie off the board.
constexpr Board spread(Board set) {
    const Board row = set | set << 1 | set >> 1;
    return row | row << kStride | row >> kStride;
}

/// The four axes of a queen as steps from square to square; each has a rising and a falling end.
inline constexpr std::array<int, 4> kAxes{1, kStride - 1, kStride, kStride + 1};

/// The squares from a square to the edge of the largest board, itself not included, by axis.
struct Rays {
    std::array<Board, 4> rising{}, falling{};
};

/// One entry for each bit; what is no square has empty rays.
constexpr std::array<Rays, 128> make_rays() {
    std::array<Rays, 128> all;
    constexpr Board squares = area(kMostFiles, kMostRanks);
    for (int from = 0; from < kSquares; ++from) {
        if (!squares.has(from)) continue;
        for (std::size_t axis = 0; axis < 4; ++axis) {
            for (int to = from + kAxes[axis]; to < kSquares && squares.has(to); to += kAxes[axis]) {
                all[from].rising[axis] |= Board::of(to);
            }
            for (int to = from - kAxes[axis]; to >= 0 && squares.has(to); to -= kAxes[axis]) {
                all[from].falling[axis] |= Board::of(to);
            }
        }
    }
    return all;
}

inline constexpr std::array<Rays, 128> kRays = make_rays();

// The nearest taken square on a ray hides all behind it. Where a ray has none, a bit with empty
// rays stands in for it: the highest bit for rising rays, a1 for falling ones.

constexpr Board rising_reach(const Rays& from, std::size_t axis, Board empty) {
    const Board ray = from.rising[axis];
    Board taken = ray & ~empty;
    taken.high |= std::uint64_t{1} << 63;
    return (ray ^ kRays[taken.lowest()].rising[axis]) & empty;
}

constexpr Board falling_reach(const Rays& from, std::size_t axis, Board empty) {
    const Board ray = from.falling[axis];
    Board taken = ray & ~empty;
    taken.low |= 1;
    return (ray ^ kRays[taken.highest()].falling[axis]) & empty;
}

/// Squares that a queen on `square` reaches in one move.
constexpr Board reach(int square, Board empty) {
    const Rays& rays = kRays[square];
    Board squares;
    for (std::size_t axis = 0; axis < 4; ++axis) {
        squares |= rising_reach(rays, axis, empty) | falling_reach(rays, axis, empty);
    }
    return squares;
}

/// Number of moves with arrow of the amazons in the set, without looking at any one of them.
///
/// An arrow from b flies as a queen on b would move, and where it flies back along the way that the
/// amazon came from a, also over a and on to what is open behind a. So the moves of an amazon are
/// the queen moves of all the squares it reaches, plus f(g + 1) + g(f + 1) for each axis on which
/// it has f and g squares before and behind it.
constexpr std::uint64_t count_moves(Board amazons, Board empty) {
    int moves = 0;
    // How many amazons reach a square, as the bits of a number: at most four amazons.
    Board ones, twos, fours;
    for (; amazons.any(); amazons.remove_lowest()) {
        const Rays& rays = kRays[amazons.lowest()];
        Board squares;
        for (std::size_t axis = 0; axis < 4; ++axis) {
            const Board rising = rising_reach(rays, axis, empty);
            const Board falling = falling_reach(rays, axis, empty);
            const int f = rising.count(), g = falling.count();
            moves += f + g + 2 * f * g;
            squares |= rising | falling;
        }
        const Board carry = ones & squares;
        ones ^= squares;
        fours |= twos & carry;
        twos ^= carry;
    }
    const auto weigh = [&](Board squares) {
        return (ones & squares).count() + 2 * (twos & squares).count() +
               4 * (fours & squares).count();
    };
    for (const int step : kAxes) {
        // The squares from which `distance` steps up the axis lead over empty squares only.
        Board open = empty & empty >> step;
        for (int distance = step; open.any(); distance += step, open &= empty >> distance) {
            moves += weigh(open) + weigh(open << distance);
        }
    }
    return static_cast<std::uint64_t>(moves);
}

}  // namespace sparring::amazons::bits
