// Dots-and-boxes as the search and the bot loop take it.
#pragma once

#include "engines/dots-and-boxes/evaluation.hpp"
#include "engines/dots-and-boxes/notation.hpp"
#include "engines/dots-and-boxes/solver.hpp"
#include "engines/dots-and-boxes/tactics.hpp"

namespace sparring::dots_and_boxes {

struct Engine {
    using Rules = dots_and_boxes::Rules;
    using Evaluation = dots_and_boxes::Evaluation;
    using Tactics = dots_and_boxes::Tactics;
    using Solver = dots_and_boxes::Solver;
};

static_assert(GameLike<Engine>);

}  // namespace sparring::dots_and_boxes
