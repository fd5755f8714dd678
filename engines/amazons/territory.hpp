// The numbers that Amazons evaluations are made of: Lieberum, "An evaluation function for the game
// of Amazons", Theor. Comput. Sci. 349 (2005), with the constants that reproduce Table I of Qiu et
// al.
//
// For a side and an empty square a, D1(a) is the least number of queen moves and D2(a) that of king
// moves in which one of its amazons reaches a; infinite if none does. Sums run over all empty
// squares; "us" is the side to move.
//
//   t1 = sum d(D1us, D1them)     t2 = sum d(D2us, D2them)
//        d = 1 if we are nearer, -1 if they are, -1/10 if both are as near (the side that has just
//        moved is better there), 0 if neither reaches a
//   c1 = 2 sum (2^-D1us - 2^-D1them)             distances above 8 count as 8
//   c2 = sum min(1, max(-1, (D2them - D2us) / 6))
//   w  = sum 2^-|D1us - D1them| over the squares that both reach      differences above 7 count as
//   7
//
// All are integers in units of 1/1920, the least in which every summand is whole.
#pragma once

#include <algorithm>
#include <array>

#include "engines/amazons/fills.hpp"
#include "engines/amazons/zones.hpp"

namespace sparring::amazons {

struct Territory {
    static constexpr int kUnit = 1920;

    int t1 = 0, t2 = 0, c1 = 0, c2 = 0;  ///< for the side to move
    int w = 0;                           ///< of both sides alike

    bool operator==(const Territory&) const = default;
};

namespace detail {

using bits::Board;

// Where two positions are evaluated at once, the steps that one needs and the other does not add
// nothing to the other's terms.

template <class Sides>
using Terms = std::array<Territory, Sides::kPositions>;

/// t1 or t2 from the squares where each side is nearer and all that are reached by either.
template <class Sides>
void lead(Sides nearer, Sides reached, int Territory::*term, Terms<Sides>& terms) {
    typename Sides::Counter near, all;
    near.add(nearer, 0);
    all.add(reached, 0);
    for (int i = 0; i < Sides::kPositions; ++i) {
        const auto [own, opp] = near.sums(i);
        terms[i].*term =
            Territory::kUnit * (own - opp) - Territory::kUnit / 10 * (all.sums(i).own - own - opp);
    }
}

/// t2 and c2; returns all squares that the sides ever reach, with their amazons.
template <class Sides>
Sides king_terms(Sides reached, Sides empty, Terms<Sides>& terms) {
    constexpr int clip = 6;
    // A square that we reach m steps before them is only ours after m steps running. Counting it in
    // each of them, but not where it was only ours six steps before too, adds up to min(m, 6).
    std::array<Sides, clip> only{};
    typename Sides::Counter ahead;
    Sides nearer, now;
    int slot = 0;
    const auto count = [&] {
        ahead.add(now - only[slot], 0);
        only[slot] = now;
        slot = slot + 1 < clip ? slot + 1 : 0;
    };
    for (;;) {
        const Sides next = reached | (reached.spread() & empty);
        if (next == reached) break;
        reached = next;
        now = (reached - reached.swapped()) & empty;
        nearer = nearer | now;
        count();
    }
    for (int i = 1; i < clip; ++i) count();  // what the other side never reaches
    for (int i = 0; i < Sides::kPositions; ++i) {
        const Sums sums = ahead.sums(i);
        terms[i].c2 = Territory::kUnit / clip * (sums.own - sums.opp);
    }
    lead(nearer, (reached | reached.swapped()) & empty, &Territory::t2, terms);
    return reached;
}

/// t1, c1 and w; `all` is what king_terms() returns.
template <class Fill, class Sides = typename Fill::Sides>
void queen_terms(Fill fill, Sides all, Sides empty, Terms<Sides>& terms) {
    constexpr int farthest = 8, widest = 7;  // the least halves that are whole units of 1/1920
    // Squares that only one side has reached after each step. Where both come at last, a square is
    // among them as many times running as the distances differ.
    std::array<Sides, widest + 1> only{};
    std::array<Sides, widest> apart{};  // squares with distances more than so much apart
    Sides nearer, reached = fill.reached();
    typename Sides::Counter closeness;
    for (int step = 0; !(reached == all); ++step) {
        fill.step();
        const Sides before = reached;
        reached = fill.reached();
        const Sides now = (reached - reached.swapped()) & empty;
        nearer = nearer | now;
        closeness.add((reached - before) & empty, farthest - std::min(step + 1, farthest));
        const Sides either = now | now.swapped();
        only[step & widest] = either;
        for (int m = 0; m <= std::min(step, widest - 1); ++m) {
            apart[m] = apart[m] | (either & only[(step - m) & widest]);
        }
    }
    const Sides shared = reached & reached.swapped() & empty;
    typename Sides::Counter ties, loss;
    ties.add(shared, widest);
    for (int m = 0; m < widest; ++m) loss.add(apart[m] & shared, widest - 1 - m);
    for (int i = 0; i < Sides::kPositions; ++i) {
        const Sums c = closeness.sums(i);
        terms[i].c1 = (Territory::kUnit >> (farthest - 1)) * (c.own - c.opp);
        terms[i].w = (Territory::kUnit >> widest) * (ties.sums(i).own - loss.sums(i).own);
    }
    lead(nearer, (reached | reached.swapped()) & empty, &Territory::t1, terms);
}

}  // namespace detail

/// Precondition: the three sets are disjoint and on the board.
template <class Fill = fills::Best>
Territory territory(bits::Board own, bits::Board opp, bits::Board empty) {
    using Sides = typename Fill::Sides;
    detail::Terms<Sides> terms{};
    const Sides open{empty, empty};
    const Sides all = detail::king_terms(Sides{own, opp}, open, terms);
    detail::queen_terms(Fill{own, opp, empty}, all, open, terms);
    return terms[0];
}

/// The same of two positions, in less time than it takes one after the other.
inline std::array<Territory, 2> territories(const Ground& a, const Ground& b) {
#ifdef SPARRING_AMAZONS_AVX512
    detail::Terms<Avx512Pair> terms{};
    const Avx512Pair open{{a.empty, a.empty}, {b.empty, b.empty}};
    const Avx512Pair pieces{{a.own, a.opp}, {b.own, b.opp}};
    const Avx512Pair all = detail::king_terms(pieces, open, terms);
    detail::queen_terms(fills::Avx512Two{{a.own, a.opp, a.empty}, {b.own, b.opp, b.empty}}, all,
                        open, terms);
    return terms;
#else
    return {territory(a.own, a.opp, a.empty), territory(b.own, b.opp, b.empty)};
#endif
}

/// Calls `take(i, territory of ground(i))` with 0, 1 ... n - 1 until it returns true; true if it
/// did.
template <class GroundOf, class Take>
bool each_territory(std::size_t n, GroundOf ground, Take take) {
    std::size_t i = 0;
    for (; i + 1 < n; i += 2) {
        const auto [first, second] = territories(ground(i), ground(i + 1));
        if (take(i, first) || take(i + 1, second)) return true;
    }
    if (i == n) return false;
    const Ground last = ground(i);
    return take(i, territory(last.own, last.opp, last.empty));
}

}  // namespace sparring::amazons
