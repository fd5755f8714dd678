// Random late positions: what games of good players rarely come to, but a solver must know.
#pragma once

#include <algorithm>

#include "engines/amazons/position.hpp"
#include "tests/engines/random.hpp"

namespace sparring::test {

/// A board of 4x4 to 10x10 with at most `most` empty squares, which lie in a few heaps, and one to
/// four amazons a side next to them.
inline amazons::Position late_position(Random& random, int most) {
    using namespace amazons;
    const Variant variant{static_cast<std::uint8_t>(4 + random.below(7)),
                          static_cast<std::uint8_t>(4 + random.below(7))};
    const Board board = bits::area(variant.columns, variant.rows);
    const auto any_of = [&](Board set) {
        for (std::size_t skip = random.below(set.count()); skip > 0; --skip) set.remove_lowest();
        return Board::of(set.lowest());
    };
    const int heaps = 1 + static_cast<int>(random.below(3));
    const int amazons = 2 + static_cast<int>(random.below(4));
    const int size =
        std::min(3 + static_cast<int>(random.below(most - 2)) + amazons, board.count());
    Board open;
    for (int i = 0; i < size; ++i) {
        const Board near = bits::spread(open) & board & ~open;
        open |= any_of(i < heaps || !near.any() ? board & ~open : near);
    }
    Board sides[2];
    for (int i = 0; i < amazons; ++i) {
        const Board square = any_of(open);
        open ^= square;
        // The first two are of either side.
        const std::size_t side = i < 2 ? i : random.below(2);
        sides[sides[side].count() < kMostAmazons ? side : 1 - side] |= square;
    }
    return {sides[0], sides[1], board & ~(open | sides[0] | sides[1]),
            random.below(2) == 0 ? Side::first : Side::second, variant};
}

}  // namespace sparring::test
