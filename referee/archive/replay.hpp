// A stored game played again under the rules.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "engines/games/catalogue.hpp"
#include "protocol/expected.hpp"
#include "referee/archive/archive.hpp"

namespace sparring::referee {

/// The game that StoredRun::game names.
Expected<games::Choice> choice_of(std::string_view game);

Opening opening_of(const StoredOpening& stored);

/// Told of the position before the opening's first move, and of each after a move.
using PositionListener = std::function<void(const games::Position& position)>;

/// The position at the end, which carries all moves. The game has its record. The error names the
/// game and the move that the rules refuse.
Expected<std::unique_ptr<games::Position>> replay(const games::Choice& choice,
                                                  const StoredOpening& opening,
                                                  const StoredGame& game,
                                                  const PositionListener& listener = {});

}  // namespace sparring::referee
