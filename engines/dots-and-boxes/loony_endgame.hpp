// The end of most games: chains and loops that stand alone, of which somebody has to open one.
#pragma once

#include "engines/dots-and-boxes/string_graph.hpp"

namespace sparring::dots_and_boxes {

/// Coins that the side to move will get minus the other side's if there is nothing else.
///
/// Of the side that takes, v(nothing) = 0 and v = min of n - h + |v(without X) - h| over the
/// shortest chain X and the shortest loop X, n its length, h = 2 for chains and 4 for loops; chains
/// of one and two, of which nothing can be given back, count n - v(without X). Buzzard & Ciere,
/// Integers 14 (2014) #G08; that the shortest are enough is held against all by a test.
int loony_value(const LooseParts& parts);

}  // namespace sparring::dots_and_boxes
