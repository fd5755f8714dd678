// What strategy `islands` is told by its table.
#pragma once

#include <optional>

#include "tuner/config/table.hpp"
#include "tuner/strategy/adaptive_rates.hpp"
#include "tuner/strategy/first_points.hpp"
#include "tuner/strategy/knockout.hpp"
#include "tuner/strategy/migration.hpp"
#include "tuner/strategy/operators.hpp"

namespace sparring::tuner {

struct IslandsSettings {
    int islands, population, generations, pairs;  ///< `population` of each island
    int group, winners;                           ///< members of a group; of them live on
    int every, migrants;                          ///< generations; from each source
    Topology topology;
    int here;            ///< the island of this process; -1: all
    MigrationMode mode;  ///< if there are others
    FirstPoints first;
    Crossover crossover;
    Mutation mutation;
    bool mask;
    double step;
    AdaptiveRates rates;
    std::optional<KnockoutSettings> knockout;

    int groups() const { return population / group; }
    int elites() const { return groups() * winners; }
    bool alone() const { return here < 0; }  ///< no island has another process
    bool crosses(int generation) const { return migrates(generation, every); }
    /// That reach each island when members move.
    int arrivals() const {
        return migrants * static_cast<int>(sources(topology, islands, 0).size());
    }
};

IslandsSettings read_islands_settings(Table& table);

}  // namespace sparring::tuner
