// How many discs turn when the last empty square is filled: then all that is not the mover's is the
// opponent's, and one board tells everything. A line of at most eight squares is gathered into a
// byte, by BMI2's PEXT or by multiplication, and looked up.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "engines/reversi/bits.hpp"

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace sparring::reversi::bits {

/// By the place in a line and the mover's discs on it: how many turn along this line.
constexpr std::array<std::array<std::uint8_t, 256>, 8> make_line_flips() {
    std::array<std::array<std::uint8_t, 256>, 8> counts{};
    for (int place = 0; place < 8; ++place) {
        for (unsigned own = 0; own < 256; ++own) {
            const unsigned above = own >> (place + 1), below = own & ((1u << place) - 1);
            int count = above != 0 ? std::countr_zero(above) : 0;
            if (below != 0) count += place - std::bit_width(below);
            counts[place][own] = static_cast<std::uint8_t>(count);
        }
    }
    return counts;
}

inline constexpr auto kLineFlips = make_line_flips();

/// The lines through a square: vertical, then the two diagonals, and the square's place on each.
struct Lines {
    std::array<Board, 3> squares;
    std::array<std::uint8_t, 3> places;
};

constexpr std::array<Lines, 64> make_lines() {
    std::array<Lines, 64> all{};
    for (int square = 0; square < 64; ++square) {
        const int x = square % 8, y = square / 8;
        for (int other = 0; other < 64; ++other) {
            const int dx = other % 8 - x, dy = other / 8 - y;
            const std::array<bool, 3> on{dx == 0, dx == dy, dx == -dy};
            for (std::size_t line = 0; line < 3; ++line) {
                if (!on[line]) continue;
                all[square].squares[line] |= Board{1} << other;
                all[square].places[line] =
                    static_cast<std::uint8_t>(all[square].places[line] + (other < square));
            }
        }
    }
    return all;
}

inline constexpr auto kLines = make_lines();

namespace portable {

/// Precondition: all squares but `square` are taken; own: the mover's.
constexpr int last_flips(int square, Board own) {
    const int x = square % 8, y = square / 8;
    const auto& lines = kLines[square].squares;
    // A file's square of row r comes to bit 56 + r, a diagonal's of column c to bit 56 + c.
    const Board file = (own >> x & 0x0101010101010101) * 0x0102040810204080 >> 56;
    const Board falling = (own & lines[1]) * 0x0101010101010101 >> 56;
    const Board rising = (own & lines[2]) * 0x0101010101010101 >> 56;
    return kLineFlips[x][own >> 8 * y & 255] + kLineFlips[y][file] + kLineFlips[x][falling] +
           kLineFlips[x][rising];
}

}  // namespace portable

#ifdef __BMI2__

inline int last_flips(int square, Board own) {
    const int x = square % 8, y = square / 8;
    const Lines& lines = kLines[square];
    return kLineFlips[x][own >> 8 * y & 255] + kLineFlips[y][_pext_u64(own, lines.squares[0])] +
           kLineFlips[lines.places[1]][_pext_u64(own, lines.squares[1])] +
           kLineFlips[lines.places[2]][_pext_u64(own, lines.squares[2])];
}

#else

inline int last_flips(int square, Board own) {
    return portable::last_flips(square, own);
}

#endif

}  // namespace sparring::reversi::bits
