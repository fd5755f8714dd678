// Amazons as the search and the bot loop take it.
#pragma once

#include "engines/amazons/evaluation.hpp"
#include "engines/amazons/notation.hpp"
#include "engines/amazons/puct.hpp"
#include "engines/amazons/solver.hpp"
#include "engines/amazons/tactics.hpp"

namespace sparring::amazons {

struct Engine {
    using Rules = amazons::Rules;
    using Evaluation = amazons::Evaluation;
    using Tactics = amazons::Tactics;
    using Solver = amazons::Solver;
    using BestFirst = amazons::Puct;
};

static_assert(GameLike<Engine>);

}  // namespace sparring::amazons
