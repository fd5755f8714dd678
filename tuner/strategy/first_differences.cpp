#include "tuner/strategy/first_differences.hpp"

#include <algorithm>
#include <cmath>

namespace sparring::tuner {

double FirstDifferences::difference(double child, const ParentObjectives& parents) const {
    const double parent = first_parent ? parents.first : parents.first / 2 + parents.second / 2;
    return as_printed ? parent - child : child - parent;
}

std::vector<double> scaled(std::span<const double> values) {
    std::vector<double> scaled(values.size(), 0.5);
    if (values.empty()) return scaled;
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    const double width = *most - *least;
    // Means of equal games differ by a rounding error, which is no difference.
    if (!(width > 1e-12 * std::max(std::abs(*least), std::abs(*most)))) return scaled;
    for (std::size_t i = 0; i < values.size(); ++i) scaled[i] = (values[i] - *least) / width;
    return scaled;
}

std::vector<double> guided_fitness(std::span<const double> objective,
                                   const Differences& differences, double epsilon) {
    std::vector<double> known;
    for (const auto& difference : differences)
        if (difference) known.push_back(*difference);
    const std::vector<double> objective_share = scaled(objective), known_share = scaled(known);
    std::vector<double> fitness(objective.size());
    std::size_t next = 0;
    for (std::size_t i = 0; i < fitness.size(); ++i) {
        const double difference_share = differences[i] ? known_share[next++] : 0.5;
        fitness[i] = epsilon * objective_share[i] + (1 - epsilon) * difference_share;
    }
    return fitness;
}

FirstDifferences read_first_differences(Table& table) {
    FirstDifferences settings;
    settings.epsilon = table.number("epsilon", settings.epsilon, 0, 1);
    settings.as_printed = table.word("difference", "child-parent",
                                     {"child-parent", "parent-child"}) == "parent-child";
    settings.first_parent = table.word("parent", "mean", {"mean", "first"}) == "first";
    settings.per_parameter = table.flag("difference_per_parameter", false);
    return settings;
}

}  // namespace sparring::tuner
