// Chains and loops: paths and cycles of boxes with exactly two undrawn sides, joined through
// undrawn edges. Long chains have three boxes or more, short ones one or two (Berlekamp).
#pragma once

#include "engines/dots-and-boxes/position.hpp"

namespace sparring::dots_and_boxes {

/// A set of boxes and how undrawn edges join them to each other.
struct Links {
    Links(const Position& position, Boxes set)
        : columns{position.board().columns},
          boxes{set},
          right{position.joined_right() & set & set >> 1},
          down{position.joined_down() & set & set >> columns} {}

    /// The boxes of the set that are joined to `seed`, itself included.
    Boxes component(Boxes seed) const {
        for (;;) {
            const Boxes grown = seed | (seed & right) << 1 | (seed >> 1 & right) |
                                (seed & down) << columns | (seed >> columns & down);
            if (grown == seed) return seed;
            seed = grown;
        }
    }

    int columns;
    Boxes boxes;
    Boxes right, down;  ///< boxes joined to another one of the set on the right, below
};

struct Chains {
    explicit Chains(const Position& position) : links{position, position.freedom_two()} {
        const Boxes right = links.right, down = links.down;
        const Boxes left = right << 1, up = down << links.columns;
        const Boxes joined = right | left | down | up;
        const Boxes twice = (right & left) | (down & up) | ((right | left) & (down | up));
        singles = links.boxes & ~joined;
        tips = joined & ~twice;
        pairs_right = right & tips & tips >> 1;
        pairs_down = down & tips & tips >> links.columns;
    }

    int pair_count() const { return std::popcount(pairs_right) + std::popcount(pairs_down); }
    int short_count() const { return std::popcount(singles) + pair_count(); }
    int long_count() const { return std::popcount(tips) / 2 - pair_count(); }

    /// Both boxes of each chain of two.
    Boxes pairs() const {
        return pairs_right | pairs_right << 1 | pairs_down | pairs_down << links.columns;
    }

    Links links;                    ///< of all boxes of chains and loops
    Boxes singles;                  ///< chains of one
    Boxes tips;                     ///< both ends of longer chains
    Boxes pairs_right, pairs_down;  ///< the left or upper box of each chain of two
};

}  // namespace sparring::dots_and_boxes
