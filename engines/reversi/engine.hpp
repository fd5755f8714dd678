// Reversi as the search and the bot loop take it.
#pragma once

#include "engines/reversi/evaluation.hpp"
#include "engines/reversi/notation.hpp"
#include "engines/reversi/solver.hpp"
#include "engines/reversi/tactics.hpp"

namespace sparring::reversi {

struct Engine {
    using Rules = reversi::Rules;
    using Evaluation = reversi::Evaluation;
    using Tactics = reversi::Tactics;
    using Solver = reversi::Solver;
};

static_assert(GameLike<Engine>);

}  // namespace sparring::reversi
