// The last ply of the shared search, all moves of a position at once: without a call, an order or a
// table entry for each of them.
#pragma once

#include "engines/amazons/evaluation.hpp"
#include "engines/search/move_picker.hpp"

namespace sparring::amazons {

/// What minimax says of a depth of one: the worth of the best move.
Sight full_frontier(const Position& position, const Evaluation& evaluation,
                    const OrderingHints& hints, const Window& window);

/// The moves of the few best ways only; and what lies halfway between the position's own
/// evaluation and the best move's worth, for either is partial to who has just moved. So values of
/// even and odd depths are of a kind.
Sight selective_frontier(const Position& position, const Evaluation& evaluation,
                         const OrderingHints& hints, const Window& window);

}  // namespace sparring::amazons
