// Chains and loops: paths and cycles of boxes with exactly two undrawn sides, joined through
// undrawn edges. Long chains have three boxes or more, short ones one or two (Berlekamp).
#pragma once

#include "engines/dots-and-boxes/position.hpp"

namespace sparring::dots_and_boxes {

struct Chains {
    explicit Chains(const Position& position)
        : columns{position.board().columns}, boxes{position.freedom_two()} {
        right = position.joined_right() & boxes & boxes >> 1;
        down = position.joined_down() & boxes & boxes >> columns;
        const Boxes from_left = right << 1, from_above = down << columns;
        const Boxes once = right | from_left | down | from_above;
        const Boxes twice =
            (right & from_left) | (down & from_above) | ((right | from_left) & (down | from_above));
        singles = boxes & ~once;
        tips = once & ~twice;
        pairs_right = right & tips & tips >> 1;
        pairs_down = down & tips & tips >> columns;
    }

    int short_count() const { return std::popcount(singles) + pair_count(); }
    int long_count() const { return std::popcount(tips) / 2 - pair_count(); }
    int pair_count() const { return std::popcount(pairs_right) + std::popcount(pairs_down); }

    /// Both boxes of each chain of two.
    Boxes pairs() const {
        return pairs_right | pairs_right << 1 | pairs_down | pairs_down << columns;
    }

    /// All boxes of the chain or loop that `seed`, one of its boxes, belongs to.
    Boxes all_of(Boxes seed) const {
        for (;;) {
            const Boxes grown = seed | (seed & right) << 1 | (seed >> 1 & right) |
                                (seed & down) << columns | (seed >> columns & down);
            if (grown == seed) return seed;
            seed = grown;
        }
    }

    int columns;
    Boxes boxes;                    ///< all boxes of chains and loops
    Boxes right, down;              ///< of these, those joined to another one on the right, below
    Boxes singles;                  ///< chains of one
    Boxes tips;                     ///< both ends of longer chains
    Boxes pairs_right, pairs_down;  ///< the left or upper box of each chain of two
};

}  // namespace sparring::dots_and_boxes
