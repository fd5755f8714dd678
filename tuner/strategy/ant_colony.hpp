// Strategy `ant-colony`: ACO_R. An archive of good points stands for pheromone; every ant picks one
// of them, better ones rather, and goes to a point around it, as far as the archive is spread.
//
// Source: K. Socha, M. Dorigo, "Ant colony optimization for continuous domains", European J. of
// Operational Research 185 (2008). Archive and speed have the paper's values. It has 2 ants and
// functions without noise; more ants keep more workers busy, and games are noise: so members of the
// archive keep all their games, and the best play again with every iteration's ants. The champion
// is the member with the best share of points after one standard error.
#pragma once

#include <memory>
#include <vector>

#include "tuner/strategy/catalogue.hpp"

namespace sparring::tuner {

/// The probabilities with which an ant picks the archive's members, the best first: normal in the
/// rank, with a standard deviation of `locality` * `archive` ranks.
std::vector<double> kernel_weights(int archive, double locality);

/// sigma of every coordinate around one of the points: `speed` times the mean distance to the
/// others.
std::vector<double> kernel_deviations(const std::vector<Point>& points, std::size_t around,
                                      double speed);

/// Keys `generations`, `archive`, `ants`, `locality`, `speed`, `pairs`, `reevaluate`, `start` and
/// `spread` of the first archive.
std::unique_ptr<Strategy> make_ant_colony(Table& table, const StrategyContext& context);

}  // namespace sparring::tuner
