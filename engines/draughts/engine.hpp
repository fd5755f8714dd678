// Draughts as the search and the bot loop take it.
#pragma once

#include "engines/draughts/evaluation.hpp"
#include "engines/draughts/notation.hpp"
#include "engines/draughts/tactics.hpp"

namespace sparring::draughts {

struct Engine {
    using Rules = draughts::Rules;
    using Evaluation = draughts::Evaluation;
    using Tactics = draughts::Tactics;
};

static_assert(GameLike<Engine>);

}  // namespace sparring::draughts
