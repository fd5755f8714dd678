// A board that has fallen apart: the zones that amazons can still move in, and what the moves
// outside the contested ones add up to.
//
// A zone is a set of empty squares and amazons that a king could walk through: an amazon may move
// off and leave its square to others. Nothing ever leaves its zone, so zones are independent; where
// all the amazons are of one side, nobody hinders it, and the zone is worth the most moves that it
// can make there: an integer, as combinatorial game theory calls it (Müller and Tegos,
// "Experiments in Computer Amazons", 2002).
#pragma once

#include "engines/amazons/bits.hpp"

namespace sparring::amazons {

/// The squares of `open` that lead to `from` king's step by king's step, and `from` itself.
constexpr bits::Board flood(bits::Board from, bits::Board open) {
    for (;;) {
        const bits::Board next = from | (bits::spread(from) & open);
        if (next == from) return from;
        from = next;
    }
}

/// The sides' amazons and the empty squares of a board, or of some of its zones.
struct Ground {
    bits::Board own, opp, empty;  ///< own: of the side to move

    /// Calls `visit(Ground)` with each zone that has amazons and empty squares.
    template <class Visit>
    constexpr void each_zone(Visit visit) const {
        const bits::Board all = own | opp | empty;
        for (bits::Board left = own | opp; left.any();) {
            const bits::Board zone = flood(bits::Board::of(left.lowest()), all);
            left &= ~zone;
            if ((zone & empty).any()) visit(Ground{zone & own, zone & opp, zone & empty});
        }
    }

    constexpr bool contested() const { return own.any() && opp.any(); }

    bool operator==(const Ground&) const = default;
};

/// The contested zones of a ground, together.
constexpr Ground contested(const Ground& ground) {
    Ground result{};
    ground.each_zone([&](const Ground& zone) {
        if (!zone.contested()) return;
        result.own |= zone.own;
        result.opp |= zone.opp;
        result.empty |= zone.empty;
    });
    return result;
}

}  // namespace sparring::amazons
