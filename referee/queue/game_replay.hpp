// A game that a worker has played, as the coordinator sees it: its moves are made again under the
// rules, and what it says came of them is compared with the board.
#pragma once

#include <array>

#include "protocol/expected.hpp"
#include "referee/play/play_game.hpp"
#include "referee/play/time_control.hpp"

namespace sparring::referee {

/// With position and hash; the listener is told of each ply. `limits` are of the first and the
/// second mover. The error names what cannot be.
Expected<GameResult> replayed(GameResult told, const GameSettings& settings,
                              const std::array<PlayerLimits, 2>& limits);

}  // namespace sparring::referee
