// Amazons as the search and the bot loop take it.
#pragma once

#include "engines/amazons/evaluation.hpp"
#include "engines/amazons/frontier.hpp"
#include "engines/amazons/notation.hpp"
#include "engines/amazons/puct.hpp"
#include "engines/amazons/selection.hpp"
#include "engines/amazons/solver.hpp"
#include "engines/amazons/tactics.hpp"

namespace sparring::amazons {

struct Engine {
    using Rules = amazons::Rules;
    using Evaluation = amazons::Evaluation;
    using Tactics = amazons::Tactics;
    using Solver = amazons::Solver;
    using BestFirst = amazons::Puct;
    using Selection = amazons::Selection;

    static constexpr auto full_frontier = amazons::full_frontier;
    static constexpr auto selective_frontier = amazons::selective_frontier;
};

static_assert(GameLike<Engine>);

}  // namespace sparring::amazons
