// The keys of strategy `aga`. Each doubt about the papers is one, and so is each of their errors.
#pragma once

#include "tuner/config/table.hpp"
#include "tuner/strategy/adaptive_rates.hpp"
#include "tuner/strategy/first_differences.hpp"
#include "tuner/strategy/first_points.hpp"
#include "tuner/strategy/heuristic_step.hpp"
#include "tuner/strategy/objective.hpp"
#include "tuner/strategy/operators.hpp"
#include "tuner/strategy/selection.hpp"

namespace sparring::tuner {

struct AgaSettings {
    int population = 50, generations = 300, pairs = 1, elites = 1;
    FirstPoints first{};
    Objective objective{};
    FirstDifferences differences{};
    AdaptiveRates rates{};
    bool rates_by_objective = false;  ///< (8) and (9) take f for (3), not (4)
    Selection selection = Selection::roulette;
    int tournament = 2;
    Crossover crossover = Crossover::parameter_bits;
    Mutation mutation = Mutation::parameters;
    double step = 0.1;  ///< of Mutation::steps
    Heuristic heuristic = Heuristic::off;
};

/// `longest_game` in plies, 0 if there is none: then `objective` is the score.
AgaSettings read_aga_settings(Table& table, int longest_game);

}  // namespace sparring::tuner
