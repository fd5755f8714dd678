// A fitness that also rewards having changed the objective from one generation to the next. Pure.
//
// Source: Bi, Wang, Chen 2016 (S1), equations (4) to (7); Wang, Bi 2018 (S2) for a fitness of each
// parameter. As printed, (5) is parent - child, which rewards children that are worse than their
// parents; child - parent is what the texts describe.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tuner/config/table.hpp"

namespace sparring::tuner {

/// The objective of an individual's parents, that of whom it is a changed copy first.
struct ParentObjectives {
    double first = 0, second = 0;

    bool operator==(const ParentObjectives&) const = default;
};

/// None for those of whom nothing is known, and for those without parents.
using Differences = std::vector<std::optional<double>>;

struct FirstDifferences {
    double epsilon = 0.7;        ///< share of the objective itself, 0 .. 1
    bool as_printed = false;     ///< parent - child
    bool first_parent = false;   ///< the parent is the first, not the mean of both
    bool per_parameter = false;  ///< only parameters that have changed are given the difference

    /// Equation (5).
    double difference(double child, const ParentObjectives& parents) const;
};

/// (v - min) / (max - min); all 1/2 where max = min (0/0 in the paper).
std::vector<double> scaled(std::span<const double> values);

/// Equation (4), 0 .. 1. An individual without a difference has 1/2 for its share of that; minimum
/// and maximum, (6) and (7), are taken over the others.
std::vector<double> guided_fitness(std::span<const double> objective,
                                   const Differences& differences, double epsilon);

/// Keys `epsilon`, `difference`, `parent`, `difference_per_parameter`.
FirstDifferences read_first_differences(Table& table);

}  // namespace sparring::tuner
