// A finished run as one observation in a comparison of tuners.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "protocol/expected.hpp"
#include "tuner/statistics/arms.hpp"
#include "tuner/store/run_store.hpp"

namespace sparring::tuner {

struct Observation {
    std::string path;
    std::string strategy;  ///< its name
    std::string seed;
    std::string keys;                   ///< the table `[strategy]`
    PairCounts counts{};                ///< of the answer against the start, on test openings
    std::int64_t games = 0, nodes = 0;  ///< of the training
    /// What must be the same for a comparison to be fair, by name: game, engine, parameters, ...
    std::vector<std::pair<std::string, std::string>> setting;
};

/// `subject` is `champion` or `mean`. The error says why the run is no observation yet.
Expected<Observation> observe(const RunStore& store, const std::string& subject);

/// The first thing in which they differ that should be the same for all, in words.
std::optional<std::string> difference(const Observation& a, const Observation& b);

/// Why these are not independent runs of one tuner, if they are not.
std::optional<std::string> not_one_arm(const std::vector<Observation>& runs);

}  // namespace sparring::tuner
