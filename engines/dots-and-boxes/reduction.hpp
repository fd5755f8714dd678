// Moves that cannot matter. Everything here keeps the value of the game: tests hold it against
// retrograde analysis of whole boards.
//
// Sources: E. Berlekamp, The Dots and Boxes Game (2000), on double-dealing and hard-hearted
// handouts; J. Barker & R. Korf, AAAI 2012, on which captures a solver needs; Buzzard & Ciere,
// Integers 14 (2014) #G08, on simple endgames.
#pragma once

#include "engines/dots-and-boxes/position.hpp"

namespace sparring::dots_and_boxes {

/// Puts a list of moves in the place of all moves of a position that is not over; the best of them
/// is as good as the best of all.
///
/// With boxes to take: one capture, or where that would be the last decision of a run, the capture
/// and the double-dealing edge. Otherwise: every edge that gives nothing away, of twins one; then
/// one edge for each chain and loop, of those that stand alone only the shortest of its kind.
void keep_relevant_moves(const Position& position, Position::MoveList& moves);

}  // namespace sparring::dots_and_boxes
