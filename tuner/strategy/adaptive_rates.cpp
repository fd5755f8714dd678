#include "tuner/strategy/adaptive_rates.hpp"

#include <algorithm>
#include <cmath>

namespace sparring::tuner {
namespace {

/// How far the best is above the average; 0 where that is a rounding error.
double width(const FitnessSpread& spread) {
    const double width = spread.best - spread.average;
    return width > 1e-12 * std::abs(spread.best) ? width : 0;
}

}  // namespace

FitnessSpread spread_of(std::span<const double> fitness) {
    FitnessSpread spread;
    if (fitness.empty()) return spread;
    for (const double each : fitness) spread.average += each / static_cast<double>(fitness.size());
    spread.best = *std::max_element(fitness.begin(), fitness.end());
    return spread;
}

double AdaptiveRates::crossover(double better_parent, const FitnessSpread& spread) const {
    const double width = tuner::width(spread);
    if (better_parent < spread.average || !(width > 0)) return crossover_most;
    const double share = std::min((better_parent - spread.average) / width, 1.0);
    return crossover_most - (crossover_most - crossover_least) * share;
}

double AdaptiveRates::mutation(double fitness, const FitnessSpread& spread) const {
    const double width = tuner::width(spread);
    if (fitness < spread.average || !(width > 0)) return mutation_most;
    const double share = std::min((fitness - spread.average) / width, 1.0);
    return mutation_most - (mutation_most - mutation_least) * (printed ? 1 - share : share);
}

AdaptiveRates read_adaptive_rates(Table& table) {
    AdaptiveRates rates;
    rates.crossover_most = table.number("p_c1", rates.crossover_most, 0, 1);
    rates.crossover_least = table.number("p_c2", rates.crossover_least, 0, 1);
    rates.mutation_most = table.number("p_m1", rates.mutation_most, 0, 1);
    rates.mutation_least = table.number("p_m2", rates.mutation_least, 0, 1);
    rates.printed = table.word("pm_formula", "corrected", {"corrected", "printed"}) == "printed";
    return rates;
}

}  // namespace sparring::tuner
