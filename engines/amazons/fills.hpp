// How far both sides' queens come in one more move: the eight-way fill that queen distances are
// made of, by Kogge-Stone doubling. Three classes with the same members: portable, for AVX2 with
// the four axes side by side, for AVX-512 with both sides too. Tests hold them equal.
#pragma once

#include "engines/amazons/sides.hpp"

namespace sparring::amazons::fills {

using bits::Board;
using bits::kAxes;

// A fill of up to nine squares takes steps of 1, 2, 4 and 2 squares. A step may be taken where all
// the squares that it passes are empty: kept for 2 and 4 squares, for 1 these are the empty
// squares.

class Portable {
  public:
    Portable(Board own, Board opp, Board empty) : own_{own}, opp_{opp}, empty_{empty} {
        for (std::size_t axis = 0; axis < 4; ++axis) {
            const int s = kAxes[axis];
            rising2_[axis] = empty & empty << s;
            rising4_[axis] = rising2_[axis] & rising2_[axis] << 2 * s;
            falling2_[axis] = empty & empty >> s;
            falling4_[axis] = falling2_[axis] & falling2_[axis] >> 2 * s;
        }
    }

    using Sides = PortableSides;

    /// The squares reached so far, the sides' amazons among them.
    Sides reached() const { return {own_, opp_}; }

    void step() {
        own_ = filled(own_);
        opp_ = filled(opp_);
    }

  private:
    Board filled(Board from) const {
        return from | along<0>(from) | along<1>(from) | along<2>(from) | along<3>(from);
    }

    template <std::size_t Axis>
    Board along(Board from) const {
        constexpr int s = kAxes[Axis];
        Board up = from, down = from;
        up |= empty_ & up << s;
        down |= empty_ & down >> s;
        up |= rising2_[Axis] & up << 2 * s;
        down |= falling2_[Axis] & down >> 2 * s;
        up |= rising4_[Axis] & up << 4 * s;
        down |= falling4_[Axis] & down >> 4 * s;
        up |= rising2_[Axis] & up << 2 * s;
        down |= falling2_[Axis] & down >> 2 * s;
        return up | down;
    }

    Board own_, opp_, empty_;
    std::array<Board, 4> rising2_, rising4_, falling2_, falling4_;
};

#ifdef __AVX2__

class Avx2 {
  public:
    using Sides = Avx2Sides;

    Avx2(Board own, Board opp, Board empty)
        : own_{everywhere(own)}, opp_{everywhere(opp)}, empty_{everywhere(empty)} {
        const __m256i s1 = axes(), s2 = _mm256_slli_epi64(s1, 1);
        rising2_ = both(empty_, up(empty_, s1));
        rising4_ = both(rising2_, up(rising2_, s2));
        falling2_ = both(empty_, down(empty_, s1));
        falling4_ = both(falling2_, down(falling2_, s2));
    }

    Sides reached() const {
        const __m256i own = _mm256_unpacklo_epi64(own_.low, own_.high);
        const __m256i opp = _mm256_unpacklo_epi64(opp_.low, opp_.high);
        return Sides{_mm256_blend_epi32(own, opp, 0xf0)};
    }

    void step() {
        own_ = filled(own_);
        opp_ = filled(opp_);
    }

  private:
    /// Four boards, one for each axis.
    struct Lanes {
        __m256i low, high;
    };

    static __m256i axes() { return _mm256_setr_epi64x(kAxes[0], kAxes[1], kAxes[2], kAxes[3]); }
    static Lanes everywhere(Board b) {
        return {_mm256_set1_epi64x(static_cast<long long>(b.low)),
                _mm256_set1_epi64x(static_cast<long long>(b.high))};
    }
    static Lanes both(Lanes a, Lanes b) {
        return {_mm256_and_si256(a.low, b.low), _mm256_and_si256(a.high, b.high)};
    }
    static Lanes either(Lanes a, Lanes b) {
        return {_mm256_or_si256(a.low, b.low), _mm256_or_si256(a.high, b.high)};
    }
    static Lanes up(Lanes a, __m256i by) {
        const __m256i rest = _mm256_sub_epi64(_mm256_set1_epi64x(64), by);
        return {_mm256_sllv_epi64(a.low, by),
                _mm256_or_si256(_mm256_sllv_epi64(a.high, by), _mm256_srlv_epi64(a.low, rest))};
    }
    static Lanes down(Lanes a, __m256i by) {
        const __m256i rest = _mm256_sub_epi64(_mm256_set1_epi64x(64), by);
        return {_mm256_or_si256(_mm256_srlv_epi64(a.low, by), _mm256_sllv_epi64(a.high, rest)),
                _mm256_srlv_epi64(a.high, by)};
    }
    /// The union of the four lanes, in all of them.
    static __m256i united(__m256i a) {
        a = _mm256_or_si256(a, _mm256_permute4x64_epi64(a, 0x4e));
        return _mm256_or_si256(a, _mm256_shuffle_epi32(a, 0x4e));
    }

    Lanes filled(Lanes from) const {
        const __m256i s1 = axes(), s2 = _mm256_slli_epi64(s1, 1), s4 = _mm256_slli_epi64(s1, 2);
        Lanes rising = from, falling = from;
        rising = either(rising, both(empty_, up(rising, s1)));
        falling = either(falling, both(empty_, down(falling, s1)));
        rising = either(rising, both(rising2_, up(rising, s2)));
        falling = either(falling, both(falling2_, down(falling, s2)));
        rising = either(rising, both(rising4_, up(rising, s4)));
        falling = either(falling, both(falling4_, down(falling, s4)));
        rising = either(rising, both(rising2_, up(rising, s2)));
        falling = either(falling, both(falling2_, down(falling, s2)));
        const Lanes all = either(rising, falling);
        return {united(all.low), united(all.high)};
    }

    Lanes own_, opp_, empty_, rising2_, rising4_, falling2_, falling4_;
};

#endif

#ifdef SPARRING_AMAZONS_AVX512

class Avx512 {
  public:
    using Sides = Avx512Sides;

    Avx512(Board own, Board opp, Board empty)
        : reached_{halves(own.low, opp.low), halves(own.high, opp.high)},
          empty_{halves(empty.low, empty.low), halves(empty.high, empty.high)} {
        const __m512i s1 = axes(), s2 = _mm512_slli_epi64(s1, 1);
        rising2_ = both(empty_, up(empty_, s1));
        rising4_ = both(rising2_, up(rising2_, s2));
        falling2_ = both(empty_, down(empty_, s1));
        falling4_ = both(falling2_, down(falling2_, s2));
    }

    Sides reached() const {
        const __m512i words = _mm512_unpacklo_epi64(reached_.low, reached_.high);
        return Sides{_mm512_castsi512_si256(_mm512_shuffle_i64x2(words, words, 0x08))};
    }

    void step() {
        const __m512i s1 = axes(), s2 = _mm512_slli_epi64(s1, 1), s4 = _mm512_slli_epi64(s1, 2);
        Lanes rising = reached_, falling = reached_;
        rising = grown(rising, empty_, up(rising, s1));
        falling = grown(falling, empty_, down(falling, s1));
        rising = grown(rising, rising2_, up(rising, s2));
        falling = grown(falling, falling2_, down(falling, s2));
        rising = grown(rising, rising4_, up(rising, s4));
        falling = grown(falling, falling4_, down(falling, s4));
        rising = grown(rising, rising2_, up(rising, s2));
        falling = grown(falling, falling2_, down(falling, s2));
        reached_ = {united(_mm512_or_si512(rising.low, falling.low)),
                    united(_mm512_or_si512(rising.high, falling.high))};
    }

  private:
    /// Eight boards: for each side one for each axis.
    struct Lanes {
        __m512i low, high;
    };

    static __m512i axes() {
        return _mm512_setr_epi64(kAxes[0], kAxes[1], kAxes[2], kAxes[3], kAxes[0], kAxes[1],
                                 kAxes[2], kAxes[3]);
    }
    static __m512i halves(std::uint64_t own, std::uint64_t opp) {
        return _mm512_mask_set1_epi64(_mm512_set1_epi64(static_cast<long long>(own)), 0xf0,
                                      static_cast<long long>(opp));
    }
    static Lanes both(Lanes a, Lanes b) {
        return {_mm512_and_si512(a.low, b.low), _mm512_and_si512(a.high, b.high)};
    }
    static Lanes up(Lanes a, __m512i by) {
        return {_mm512_sllv_epi64(a.low, by), _mm512_shldv_epi64(a.high, a.low, by)};
    }
    static Lanes down(Lanes a, __m512i by) {
        return {_mm512_shrdv_epi64(a.low, a.high, by), _mm512_srlv_epi64(a.high, by)};
    }
    /// a | (open & b)
    static Lanes grown(Lanes a, Lanes open, Lanes b) {
        return {_mm512_ternarylogic_epi64(a.low, open.low, b.low, 0xf8),
                _mm512_ternarylogic_epi64(a.high, open.high, b.high, 0xf8)};
    }
    /// The union of each side's four lanes, in all four of them.
    static __m512i united(__m512i a) {
        a = _mm512_or_si512(a, _mm512_permutex_epi64(a, 0x4e));
        return _mm512_or_si512(a, _mm512_shuffle_epi32(a, _MM_PERM_BADC));
    }

    Lanes reached_, empty_, rising2_, rising4_, falling2_, falling4_;
};

#endif

#ifdef SPARRING_AMAZONS_AVX512

/// Of two positions, one beside the other.
class Avx512Two {
  public:
    using Sides = Avx512Pair;

    Avx512Two(Avx512 first, Avx512 second) : first_{first}, second_{second} {}

    Sides reached() const { return {first_.reached(), second_.reached()}; }

    void step() {
        first_.step();
        second_.step();
    }

  private:
    Avx512 first_, second_;
};

#endif

#if defined(SPARRING_AMAZONS_AVX512)
using Best = Avx512;
#elif defined(__AVX2__)
using Best = Avx2;
#else
using Best = Portable;
#endif

}  // namespace sparring::amazons::fills
