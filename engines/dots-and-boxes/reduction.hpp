// What a search for the value of the game need not look at. Tests hold all of it against retrograde
// analysis of whole boards.
//
// Sources: E. Berlekamp, The Dots and Boxes Game (2000), on double-dealing and hard-hearted
// handouts; J. Barker & R. Korf, AAAI 2012, on the captures that a solver needs; Buzzard & Ciere,
// Integers 14 (2014) #G08, on which chain to open.
#pragma once

#include <utility>

#include "engines/dots-and-boxes/position.hpp"

namespace sparring::dots_and_boxes {

/// Moves of which the best is as good as the best of all. Precondition: the position is not over.
///
/// With boxes to take: one capture, or where that is the last decision of a run, the capture and
/// the edge that gives the rest back (double-dealing). Otherwise: every edge that gives nothing
/// away, of twins one; then one edge for each chain and loop, of those that stand alone only the
/// shortest of its kind.
Position::MoveList relevant_moves(const Position& position);

/// Least and most boxes that the side to move can still make minus the other side's, at a glance.
std::pair<int, int> future_bounds(const Position& position);

}  // namespace sparring::dots_and_boxes
