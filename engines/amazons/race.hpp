// Who comes to the end of a broken-up board with moves to spare, as far as counting tells.
//
// Zones of one side are counted (filling.hpp). In contested zones each side can rely on what its
// own amazons shut off: empty squares that border on none of the other's. An amazon that goes in
// and shoots back to where it stood keeps them shut for good; meanwhile the other side has at most
// as many moves as there are squares that border on its amazons. (The blocker territories of Song
// and Müller, "An enhanced solver for the game of Amazons", IEEE TCIAIG 7 (2015), in their simplest
// form.)
#pragma once

#include "engines/amazons/filling.hpp"

namespace sparring::amazons {

/// A position with the moves counted that nobody can take from anybody.
struct Race {
    Ground fight;   ///< the contested zones
    Count reserve;  ///< moves in the others: those of the side to move minus the other's
};

/// `effort`: nodes that counting one zone may cost.
Race settle(const Ground& ground, Filler& filler, std::int64_t effort);

/// Bounds for the contested zones: the moves of the side to move minus the other's.
Count prospects(const Ground& fight, Filler& filler);

enum class Verdict { lost, open, won };

/// For the side to move: it wins if and only if it can make more moves than the other side. `all`
/// bounds the difference.
constexpr Verdict verdict(Count all) {
    return all.least > 0 ? Verdict::won : all.most <= 0 ? Verdict::lost : Verdict::open;
}

}  // namespace sparring::amazons
