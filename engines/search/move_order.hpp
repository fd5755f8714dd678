// The order in which a node's moves are tried.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace sparring {

/// Picks the best of n scored moves one after another: the first few by selection, for most nodes
/// need no more; the rest by one sort, for a node of amazons may have two thousand. Ties keep their
/// order.
template <std::size_t Capacity>
class MoveOrder {
  public:
    explicit MoveOrder(std::size_t size) : size_{size} {}

    /// To be called once for every index below the size, in rising order.
    void set(std::size_t index, int worth) {
        // The worth in the high half, the index inverted in the low: one comparison orders both.
        keys_[index] = static_cast<std::int64_t>(worth) << 32 | static_cast<std::uint32_t>(~index);
    }

    /// The index of the i-th best move. To be called with i = 0, 1, 2, ...
    std::size_t pick(std::size_t i) {
        const auto from = keys_.begin() + static_cast<std::ptrdiff_t>(i);
        const auto end = keys_.begin() + static_cast<std::ptrdiff_t>(size_);
        if (i < kSelected) {
            std::iter_swap(from, std::max_element(from, end));
        } else if (i == kSelected) {
            std::sort(from, end, std::greater<>{});
        }
        return (*this)[i];
    }

    /// The index of a move picked before.
    std::size_t operator[](std::size_t i) const { return static_cast<std::uint32_t>(~keys_[i]); }

  private:
    static constexpr std::size_t kSelected = 12;

    std::size_t size_;
    std::array<std::int64_t, Capacity> keys_;  // uninitialised beyond size_
};

}  // namespace sparring
