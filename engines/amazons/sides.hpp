// A set of squares for each of the two sides, handled at once. Three classes with the same members:
// portable, for AVX2, and for AVX-512 with its double shifts and popcounts; and one for two
// positions at once. Tests hold them equal.
#pragma once

#include "engines/amazons/bits.hpp"

#ifdef __AVX2__
// GCC 12 takes the undefined operands of its own intrinsics for mistakes (bug 105593).
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
#endif

#if defined(__AVX512F__) && defined(__AVX512VL__) && defined(__AVX512BW__) && \
    defined(__AVX512VBMI2__) && defined(__AVX512VPOPCNTDQ__)
#define SPARRING_AMAZONS_AVX512
#endif

namespace sparring::amazons {

/// Sums over the squares of either side's set.
struct Sums {
    int own = 0, opp = 0;
};

class PortableSides {
  public:
    static constexpr int kPositions = 1;

    PortableSides() = default;
    PortableSides(bits::Board own, bits::Board opp) : own_{own}, opp_{opp} {}

    friend PortableSides operator&(PortableSides a, PortableSides b) {
        return {a.own_ & b.own_, a.opp_ & b.opp_};
    }
    friend PortableSides operator|(PortableSides a, PortableSides b) {
        return {a.own_ | b.own_, a.opp_ | b.opp_};
    }
    /// What is in a and not in b.
    friend PortableSides operator-(PortableSides a, PortableSides b) {
        return {a.own_ & ~b.own_, a.opp_ & ~b.opp_};
    }
    friend bool operator==(PortableSides a, PortableSides b) {
        return a.own_ == b.own_ && a.opp_ == b.opp_;
    }

    PortableSides swapped() const { return {opp_, own_}; }
    PortableSides spread() const { return {bits::spread(own_), bits::spread(opp_)}; }

    bits::Board own() const { return own_; }
    bits::Board opp() const { return opp_; }

    /// Adds up weighted numbers of squares, the weight a power of two.
    class Counter {
      public:
        void add(PortableSides set, int log_weight) {
            sums_.own += set.own_.count() << log_weight;
            sums_.opp += set.opp_.count() << log_weight;
        }
        Sums sums(int) const { return sums_; }

      private:
        Sums sums_;
    };

  private:
    bits::Board own_, opp_;
};

#ifdef __AVX2__

/// The four words of both boards in one register.
class Avx2Sides {
  public:
    static constexpr int kPositions = 1;

    Avx2Sides() : words_{_mm256_setzero_si256()} {}
    explicit Avx2Sides(__m256i words) : words_{words} {}
    Avx2Sides(bits::Board own, bits::Board opp)
        : words_{_mm256_setr_epi64x(
              static_cast<long long>(own.low), static_cast<long long>(own.high),
              static_cast<long long>(opp.low), static_cast<long long>(opp.high))} {}

    friend Avx2Sides operator&(Avx2Sides a, Avx2Sides b) {
        return Avx2Sides{_mm256_and_si256(a.words_, b.words_)};
    }
    friend Avx2Sides operator|(Avx2Sides a, Avx2Sides b) {
        return Avx2Sides{_mm256_or_si256(a.words_, b.words_)};
    }
    friend Avx2Sides operator-(Avx2Sides a, Avx2Sides b) {
        return Avx2Sides{_mm256_andnot_si256(b.words_, a.words_)};
    }
    friend bool operator==(Avx2Sides a, Avx2Sides b) {
        const __m256i difference = _mm256_xor_si256(a.words_, b.words_);
        return _mm256_testz_si256(difference, difference) != 0;
    }

    Avx2Sides swapped() const { return Avx2Sides{_mm256_permute4x64_epi64(words_, 0x4e)}; }
    Avx2Sides spread() const {
        const __m256i row = _mm256_or_si256(words_, neighbours<1>(words_));
        return Avx2Sides{_mm256_or_si256(row, neighbours<bits::kStride>(row))};
    }

    bits::Board own() const { return board(_mm256_castsi256_si128(words_)); }
    bits::Board opp() const { return board(_mm256_extracti128_si256(words_, 1)); }
    __m256i words() const { return words_; }

    class Counter {
      public:
        void add(Avx2Sides set, int log_weight) {
            // Bits of each half byte by a table, bytes of each word by a sum of differences to
            // zero.
            const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
                                                   0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
            const __m256i half = _mm256_set1_epi8(0x0f);
            const __m256i low = _mm256_and_si256(set.words_, half);
            const __m256i high = _mm256_and_si256(_mm256_srli_epi16(set.words_, 4), half);
            const __m256i bytes =
                _mm256_add_epi8(_mm256_shuffle_epi8(table, low), _mm256_shuffle_epi8(table, high));
            const __m256i counts = _mm256_sad_epu8(bytes, _mm256_setzero_si256());
            sums_ =
                _mm256_add_epi64(sums_, _mm256_sll_epi64(counts, _mm_cvtsi32_si128(log_weight)));
        }
        Sums sums(int) const { return Avx2Sides::sums(sums_); }

      private:
        __m256i sums_ = _mm256_setzero_si256();
    };

    static Sums sums(__m256i words) {
        const auto sum = [](__m128i two) {
            return _mm_cvtsi128_si32(_mm_add_epi64(two, _mm_unpackhi_epi64(two, two)));
        };
        return {sum(_mm256_castsi256_si128(words)), sum(_mm256_extracti128_si256(words, 1))};
    }

  private:
    /// Both shifts of both boards; the other word's bits come in by way of a shift by a whole word.
    template <int By>
    static __m256i neighbours(__m256i a) {
        const __m256i up = _mm256_or_si256(_mm256_slli_epi64(a, By),
                                           _mm256_srli_epi64(_mm256_bslli_epi128(a, 8), 64 - By));
        const __m256i down = _mm256_or_si256(_mm256_srli_epi64(a, By),
                                             _mm256_slli_epi64(_mm256_bsrli_epi128(a, 8), 64 - By));
        return _mm256_or_si256(up, down);
    }
    static bits::Board board(__m128i words) {
        return {static_cast<std::uint64_t>(_mm_cvtsi128_si64(words)),
                static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_unpackhi_epi64(words, words)))};
    }

    __m256i words_;
};

#endif

#ifdef SPARRING_AMAZONS_AVX512

class Avx512Sides {
  public:
    static constexpr int kPositions = 1;

    Avx512Sides() : words_{_mm256_setzero_si256()} {}
    explicit Avx512Sides(__m256i words) : words_{words} {}
    Avx512Sides(bits::Board own, bits::Board opp) : words_{Avx2Sides{own, opp}.words()} {}

    friend Avx512Sides operator&(Avx512Sides a, Avx512Sides b) {
        return Avx512Sides{_mm256_and_si256(a.words_, b.words_)};
    }
    friend Avx512Sides operator|(Avx512Sides a, Avx512Sides b) {
        return Avx512Sides{_mm256_or_si256(a.words_, b.words_)};
    }
    friend Avx512Sides operator-(Avx512Sides a, Avx512Sides b) {
        return Avx512Sides{_mm256_andnot_si256(b.words_, a.words_)};
    }
    friend bool operator==(Avx512Sides a, Avx512Sides b) {
        return Avx2Sides{a.words_} == Avx2Sides{b.words_};
    }

    Avx512Sides swapped() const { return Avx512Sides{_mm256_permutex_epi64(words_, 0x4e)}; }
    Avx512Sides spread() const {
        return Avx512Sides{with_neighbours<bits::kStride>(with_neighbours<1>(words_))};
    }

    bits::Board own() const { return Avx2Sides{words_}.own(); }
    bits::Board opp() const { return Avx2Sides{words_}.opp(); }
    __m256i words() const { return words_; }

    class Counter {
      public:
        void add(Avx512Sides set, int log_weight) {
            sums_ = _mm256_add_epi64(sums_, _mm256_sll_epi64(_mm256_popcnt_epi64(set.words_),
                                                             _mm_cvtsi32_si128(log_weight)));
        }
        Sums sums(int) const { return Avx2Sides::sums(sums_); }

      private:
        __m256i sums_ = _mm256_setzero_si256();
    };

  private:
    template <int By>
    static __m256i with_neighbours(__m256i a) {
        const __m256i up = _mm256_shldi_epi64(a, _mm256_bslli_epi128(a, 8), By);
        const __m256i down = _mm256_shrdi_epi64(a, _mm256_bsrli_epi128(a, 8), By);
        return _mm256_ternarylogic_epi64(a, up, down, 0xfe);
    }

    __m256i words_;
};

/// Of two positions.
class Avx512Pair {
  public:
    static constexpr int kPositions = 2;

    Avx512Pair() : words_{_mm512_setzero_si512()} {}
    explicit Avx512Pair(__m512i words) : words_{words} {}
    Avx512Pair(Avx512Sides first, Avx512Sides second)
        : words_{_mm512_inserti64x4(_mm512_castsi256_si512(first.words()), second.words(), 1)} {}

    friend Avx512Pair operator&(Avx512Pair a, Avx512Pair b) {
        return Avx512Pair{_mm512_and_si512(a.words_, b.words_)};
    }
    friend Avx512Pair operator|(Avx512Pair a, Avx512Pair b) {
        return Avx512Pair{_mm512_or_si512(a.words_, b.words_)};
    }
    friend Avx512Pair operator-(Avx512Pair a, Avx512Pair b) {
        return Avx512Pair{_mm512_andnot_si512(b.words_, a.words_)};
    }
    friend bool operator==(Avx512Pair a, Avx512Pair b) {
        return _mm512_cmpneq_epi64_mask(a.words_, b.words_) == 0;
    }

    Avx512Pair swapped() const { return Avx512Pair{_mm512_permutex_epi64(words_, 0x4e)}; }
    Avx512Pair spread() const {
        return Avx512Pair{with_neighbours<bits::kStride>(with_neighbours<1>(words_))};
    }

    class Counter {
      public:
        void add(Avx512Pair set, int log_weight) {
            sums_ = _mm512_add_epi64(sums_, _mm512_sll_epi64(_mm512_popcnt_epi64(set.words_),
                                                             _mm_cvtsi32_si128(log_weight)));
        }
        Sums sums(int position) const {
            return Avx2Sides::sums(position == 0 ? _mm512_castsi512_si256(sums_)
                                                 : _mm512_extracti64x4_epi64(sums_, 1));
        }

      private:
        __m512i sums_ = _mm512_setzero_si512();
    };

  private:
    template <int By>
    static __m512i with_neighbours(__m512i a) {
        const __m512i up = _mm512_shldi_epi64(a, _mm512_bslli_epi128(a, 8), By);
        const __m512i down = _mm512_shrdi_epi64(a, _mm512_bsrli_epi128(a, 8), By);
        return _mm512_ternarylogic_epi64(a, up, down, 0xfe);
    }

    __m512i words_;
};

#endif

}  // namespace sparring::amazons
