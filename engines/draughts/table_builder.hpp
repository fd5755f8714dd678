// Makes endgame tables by going back from the ends of games, and checks them by going forward.
#pragma once

#include <cstdint>

#include "engines/draughts/tables.hpp"

namespace sparring::draughts {

/// Adds the next number of pieces. Four need some 25 MB and half a minute.
void add_pieces(Tables& tables);

/// Looks up what the moves of each position of the greatest number of pieces lead to, and counts
/// the positions whose value does not follow from that. Only every `stride`th is looked at.
struct Checked {
    std::uint64_t positions = 0, wrong = 0, won = 0, lost = 0;
};
Checked check_pieces(const Tables& tables, std::size_t stride = 1);

}  // namespace sparring::draughts
