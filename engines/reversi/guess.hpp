// What the rest of a game is likely to be worth: the solver's own evaluation, by which it orders
// moves far from the end and leaves out what hardly matters while it is not yet sure of a proof.
// Linear in the features of evaluation.hpp; the weights were fitted to exact results by
// `build/tests/reversi_fit`.
#pragma once

#include "engines/reversi/position.hpp"

namespace sparring::reversi {

inline constexpr int kGuessUnit = 100;  ///< of a guess to one disc

/// For the side to move, within +-64 * kGuessUnit.
template <Variant V>
int guess(Board own, Board opp);

/// Fail-soft alpha-beta to `depth` plies over guess(); `moves`: the legal ones. Adds to `nodes`.
template <Variant V>
int guess(Board own, Board opp, Board moves, int depth, int alpha, int beta, std::uint64_t& nodes);

/// Standard deviation of the exact result from such a search, with `empties` squares empty: a line
/// through what `build/tests/reversi_fit` prints for 10 to 18.
template <Variant V>
int guess_deviation(int empties, int depth);

}  // namespace sparring::reversi
