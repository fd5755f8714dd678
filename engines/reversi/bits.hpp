// Flips and mobility on 64-bit boards: bit 0 = a1, bit 7 = h1, bit 63 = h8 (a1 top left).
// A portable version of each, and one for AVX2 and AVX-512 that handles four directions at once;
// tests hold them equal.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace sparring::reversi::bits {

using Board = std::uint64_t;

inline constexpr Board kNotFileA = 0xfefefefefefefefe;
inline constexpr Board kNotFileH = 0x7f7f7f7f7f7f7f7f;
inline constexpr Board kInnerFiles = kNotFileA & kNotFileH;

/// The four axes as shifts, and the squares through which a run may pass along each.
inline constexpr std::array<int, 4> kShifts{1, 8, 7, 9};
inline constexpr std::array<Board, 4> kPassable{kInnerFiles, ~Board{0}, kInnerFiles, kInnerFiles};

namespace portable {

/// Empty squares where the owner of `own` brackets at least one disc of `opp`.
constexpr Board mobility(Board own, Board opp) {
    Board moves = 0;
    for (std::size_t axis = 0; axis < 4; ++axis) {
        const int s = kShifts[axis];
        const Board through = opp & kPassable[axis];
        Board up = through & (own << s), down = through & (own >> s);
        up |= through & (up << s);
        down |= through & (down >> s);
        const Board pairs_up = through & (through << s), pairs_down = through & (through >> s);
        up |= pairs_up & (up << 2 * s);
        down |= pairs_down & (down >> 2 * s);
        up |= pairs_up & (up << 2 * s);
        down |= pairs_down & (down >> 2 * s);
        moves |= up << s | down >> s;
    }
    return moves & ~(own | opp);
}

/// Discs of `opp` that a disc of `own` placed on the empty square `square` turns over.
constexpr Board flips(int square, Board own, Board opp) {
    const Board placed = Board{1} << square;
    Board result = 0;
    for (std::size_t axis = 0; axis < 4; ++axis) {
        const int s = kShifts[axis];
        const Board through = opp & kPassable[axis];
        Board up = through & (placed << s), down = through & (placed >> s);
        for (int i = 0; i < 5; ++i) {
            up |= through & (up << s);
            down |= through & (down >> s);
        }
        if (own & (up << s)) result |= up;
        if (own & (down >> s)) result |= down;
    }
    return result;
}

}  // namespace portable

#ifdef __AVX2__

inline Board reduce_or(__m256i four) {
    const __m128i two =
        _mm_or_si128(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
    return static_cast<Board>(_mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))));
}

inline Board mobility(Board own, Board opp) {
    const __m256i s1 = _mm256_set_epi64x(9, 7, 8, 1), s2 = _mm256_slli_epi64(s1, 1);
    const __m256i passable =
        _mm256_set_epi64x(static_cast<long long>(kInnerFiles), static_cast<long long>(kInnerFiles),
                          -1, static_cast<long long>(kInnerFiles));
    const __m256i o = _mm256_set1_epi64x(static_cast<long long>(own));
    const __m256i through =
        _mm256_and_si256(_mm256_set1_epi64x(static_cast<long long>(opp)), passable);
    __m256i up = _mm256_and_si256(through, _mm256_sllv_epi64(o, s1));
    __m256i down = _mm256_and_si256(through, _mm256_srlv_epi64(o, s1));
    up = _mm256_or_si256(up, _mm256_and_si256(through, _mm256_sllv_epi64(up, s1)));
    down = _mm256_or_si256(down, _mm256_and_si256(through, _mm256_srlv_epi64(down, s1)));
    const __m256i pairs_up = _mm256_and_si256(through, _mm256_sllv_epi64(through, s1));
    const __m256i pairs_down = _mm256_srlv_epi64(pairs_up, s1);
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, s2)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, s2)));
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, s2)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, s2)));
    return reduce_or(_mm256_or_si256(_mm256_sllv_epi64(up, s1), _mm256_srlv_epi64(down, s1))) &
           ~(own | opp);
}

/// The squares from a square to the board's edge in the four rising and the four falling
/// directions.
struct Rays {
    alignas(32) std::array<Board, 4> rising, falling;
};

constexpr std::array<Rays, 64> make_rays() {
    std::array<Rays, 64> all{};
    constexpr std::array<int, 4> columns{1, 0, -1, 1}, rows{0, 1, 1, 1};
    for (int square = 0; square < 64; ++square) {
        for (std::size_t axis = 0; axis < 4; ++axis) {
            for (const int sign : {1, -1}) {
                Board ray = 0;
                int x = square % 8, y = square / 8;
                for (;;) {
                    x += sign * columns[axis];
                    y += sign * rows[axis];
                    if (x < 0 || x > 7 || y < 0 || y > 7) break;
                    ray |= Board{1} << (8 * y + x);
                }
                (sign > 0 ? all[square].rising : all[square].falling)[axis] = ray;
            }
        }
    }
    return all;
}

inline constexpr std::array<Rays, 64> kRays = make_rays();

inline Board flips(int square, Board own, Board opp) {
    const __m256i o = _mm256_set1_epi64x(static_cast<long long>(own));
    const __m256i e = _mm256_set1_epi64x(static_cast<long long>(opp));
    const __m256i zero = _mm256_setzero_si256();
    const auto load = [](const std::array<Board, 4>& ray) {
        return _mm256_load_si256(reinterpret_cast<const __m256i*>(ray.data()));
    };
    // Rising: the lowest square of the ray that is not the opponent's stops the run; if it is ours,
    // all squares below it on the ray turn.
    const __m256i rising = load(kRays[square].rising);
    const __m256i stops = _mm256_andnot_si256(e, rising);
    const __m256i below = _mm256_andnot_si256(
        stops, _mm256_add_epi64(stops, _mm256_set1_epi64x(-1)));  // the bits under the lowest stop
    const __m256i stop =
        _mm256_andnot_si256(_mm256_add_epi64(stops, _mm256_set1_epi64x(-1)), stops);
    const __m256i missed = _mm256_cmpeq_epi64(_mm256_and_si256(stop, o), zero);
    const __m256i up = _mm256_andnot_si256(missed, _mm256_and_si256(below, rising));
    const __m256i falling = load(kRays[square].falling);
#if defined(__AVX512CD__) && defined(__AVX512VL__)
    // Falling: the same with the highest square, found by counting leading zeros (64 shifts to 0).
    const __m256i high_stops = _mm256_andnot_si256(e, falling);
    const __m256i high_stop = _mm256_srlv_epi64(
        _mm256_set1_epi64x(static_cast<long long>(Board{1} << 63)), _mm256_lzcnt_epi64(high_stops));
    const __mmask8 hit = _mm256_test_epi64_mask(high_stop, o);
    // above the stop: the complement of (2 * stop - 1)
    const __m256i above = _mm256_sub_epi64(zero, _mm256_add_epi64(high_stop, high_stop));
    const __m256i down = _mm256_maskz_and_epi64(hit, above, falling);
#else
    const __m256i s1 = _mm256_set_epi64x(9, 7, 8, 1), s2 = _mm256_slli_epi64(s1, 1);
    const __m256i through = _mm256_and_si256(e, falling);
    const __m256i placed = _mm256_set1_epi64x(static_cast<long long>(Board{1} << square));
    __m256i run = _mm256_and_si256(through, _mm256_srlv_epi64(placed, s1));
    run = _mm256_or_si256(run, _mm256_and_si256(through, _mm256_srlv_epi64(run, s1)));
    const __m256i pairs = _mm256_and_si256(through, _mm256_srlv_epi64(through, s1));
    run = _mm256_or_si256(run, _mm256_and_si256(pairs, _mm256_srlv_epi64(run, s2)));
    run = _mm256_or_si256(run, _mm256_and_si256(pairs, _mm256_srlv_epi64(run, s2)));
    const __m256i end = _mm256_and_si256(_mm256_and_si256(o, falling), _mm256_srlv_epi64(run, s1));
    const __m256i down = _mm256_andnot_si256(_mm256_cmpeq_epi64(end, zero), run);
#endif
    return reduce_or(_mm256_or_si256(up, down));
}

#else

inline Board mobility(Board own, Board opp) {
    return portable::mobility(own, opp);
}
inline Board flips(int square, Board own, Board opp) {
    return portable::flips(square, own, opp);
}

#endif

}  // namespace sparring::reversi::bits
