// Whether there are openings enough: engines with fixed limits play the same game again from the
// same opening, and the same game twice is not two games. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tuner/run/experiment.hpp"

namespace sparring::tuner {

/// Pairs of a validation or a test that can be played without a repetition, of so many.
int distinct_pairs(const Experiment& experiment, Role role, int pairs);

/// Why the run cannot measure what it says it will.
std::optional<std::string> opening_fault(const Experiment& experiment);

/// What the user should know. `first` is the strategy's first batch.
std::vector<std::string> opening_warnings(const Experiment& experiment, const Batch& first);

}  // namespace sparring::tuner
