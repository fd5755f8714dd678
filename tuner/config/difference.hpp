// What two configurations do not have in common.
#pragma once

#include <string>
#include <vector>

#include "tuner/config/node.hpp"

namespace sparring::tuner {

/// Without the tables that no game can depend on: where the run is kept, how many games there are
/// at a time, and where islands meet.
Node what_counts(Node configuration);

/// One line for each key: `strategy.population = 20, was 16`.
std::vector<std::string> differences(const Node& was, const Node& is);

}  // namespace sparring::tuner
