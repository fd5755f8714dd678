// The way of a capturing piece over the board: what PDN's long form tells and Hub's leaves out.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engines/draughts/position.hpp"

namespace sparring::draughts {

/// Cells from the start of a capture to its end, with all those between that PDN 3.0 asks for: the
/// squares where it turns, and right behind a captured piece where it goes straight on. Of several
/// routes the first found. Precondition: the move is a legal capture.
std::vector<int> route_of(const Position& position, Move move);

/// The capture by a piece that starts at the first cell and is seen on the others, as long as all
/// legs between them are straight; nothing if a piece could not go that way. Legality is not looked
/// into.
std::optional<Move> follow(const Position& position, std::span<const int> cells);

}  // namespace sparring::draughts
