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
        const Lanes a = halves(), four{words < a.words ? words : a.words};
        const Lanes b = four.quarters(), two{four.words < b.words ? four.words : b.words};
        return two.words[0] < two.words[1] ? two.words[0] : two.words[1];
    }

    /// The greatest of the words that are equal to `word` in the bits of `mask`; 0 if none is.
    std::uint64_t match(std::uint64_t word, std::uint64_t mask) const {
        const Lanes found{((words ^ word) & mask) == 0 ? words : Vector{}};
        const Lanes a = found.halves(), four{found.words < a.words ? a.words : found.words};
        const Lanes b = four.quarters(), two{four.words < b.words ? b.words : four.words};
        return two.words[0] < two.words[1] ? two.words[1] : two.words[0];
    }

  private:
    /// Each word in the place of its partner in the other half, or quarter.
    Lanes halves() const { return {__builtin_shufflevector(words, words, 4, 5, 6, 7, 0, 1, 2, 3)}; }
    Lanes quarters() const {
        return {__builtin_shufflevector(words, words, 2, 3, 0, 1, 6, 7, 4, 5)};
    }
};

}  // namespace sparring::dots_and_boxes
