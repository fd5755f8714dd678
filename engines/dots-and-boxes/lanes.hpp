// Eight words at once, in one register where the processor has such.
#pragma once

#include <cstdint>

namespace sparring::dots_and_boxes {

struct alignas(64) Lanes {
    using Vector [[gnu::vector_size(64)]] = std::uint64_t;

    Vector words;

    /// The same word eight times.
    static Lanes all(std::uint64_t word) { return {Vector{} + word}; }

    friend Lanes operator+(const Lanes& a, const Lanes& b) { return {a.words + b.words}; }
    friend Lanes operator-(const Lanes& a, const Lanes& b) { return {a.words - b.words}; }
    friend Lanes operator^(const Lanes& a, std::uint64_t b) { return {a.words ^ b}; }

    std::uint64_t least() const {
        const Vector a = halves(words), four = words < a ? words : a;
        const Vector b = quarters(four), two = four < b ? four : b;
        return two[0] < two[1] ? two[0] : two[1];
    }

    /// The greatest of the words that are equal to `word` in the bits of `mask`; 0 if none is.
    std::uint64_t match(std::uint64_t word, std::uint64_t mask) const {
        const Vector found = ((words ^ word) & mask) == 0 ? words : Vector{};
        const Vector a = halves(found), four = found < a ? a : found;
        const Vector b = quarters(four), two = four < b ? b : four;
        return two[0] < two[1] ? two[1] : two[0];
    }

  private:
    /// Each word in the place of its partner in the other half, or quarter.
    static Vector halves(const Vector& v) {
        return __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3);
    }
    static Vector quarters(const Vector& v) {
        return __builtin_shufflevector(v, v, 2, 3, 0, 1, 6, 7, 4, 5);
    }
};

}  // namespace sparring::dots_and_boxes
