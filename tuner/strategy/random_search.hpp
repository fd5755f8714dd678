// Strategy `random`: points at random, of which a bracket of successive halvings finds the best:
// all play a little, the better half goes on and plays twice as much, until one is left. It enters
// the next bracket, among new points.
//
// Source: K. Jamieson, A. Talwalkar, "Non-stochastic best arm identification and hyperparameter
// optimization", AISTATS 2016 (algorithm 1); the factor as `eta` of Hyperband, Li et al. 2018.
#pragma once

#include <memory>

#include "tuner/strategy/catalogue.hpp"

namespace sparring::tuner {

/// Keys `generations` (brackets), `population`, `pairs` of the first rung, `halving`, `start` and
/// `spread`.
std::unique_ptr<Strategy> make_random_search(Table& table, const StrategyContext& context);

}  // namespace sparring::tuner
