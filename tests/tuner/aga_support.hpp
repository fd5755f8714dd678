// What the tests of strategy `aga` share.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/catch.hpp"
#include "tests/tuner/laboratory.hpp"
#include "tuner/genome/random.hpp"

namespace sparring::tuner::aga_tests {

inline const double kMissing = std::nan("");

inline Parameter bits(int count) {
    return {.name = "P", .min = 0, .max = std::exp2(count) - 1, .start = 20, .bits = count};
}

inline Space small_space() {
    return Space{{bits(6), bits(6), bits(6)}};
}

inline std::unique_ptr<Strategy> made(const std::string& settings, std::uint64_t seed = 1,
                                      Space space = small_space(), int longest_game = 0) {
    return strategy_of("name = 'aga'\n" + settings, {std::move(space), seed, longest_game});
}

/// One pair, a share of the points of 0, 1/2 or 1; none where it is missing.
inline EncounterResult result(double share, int decided = 50) {
    if (std::isnan(share)) return {};
    return {{{share > 0 ? 1.0 : 0.0, 60, decided}, {share > 0.5 ? 1.0 : 0.0, 60, decided}}};
}

inline void tell(Strategy& strategy, const std::vector<double>& shares) {
    std::vector<EncounterResult> results;
    for (const double share : shares) results.push_back(result(share));
    strategy.tell(results);
}

inline std::vector<double> random_shares(std::size_t n, Random& random) {
    std::vector<double> shares;
    for (std::size_t i = 0; i < n; ++i) shares.push_back(static_cast<double>(random.below(3)) / 2);
    return shares;
}

/// Of those who are new in it.
inline std::set<Id> parents_in(const Batch& batch) {
    std::set<Id> parents;
    for (const Candidate& candidate : batch.candidates)
        if (candidate.born == batch.generation)
            parents.insert(candidate.parents.begin(), candidate.parents.end());
    return parents;
}

inline double note(const Strategy& strategy, const std::string& name) {
    for (const auto& [key, value] : strategy.notes())
        if (key == name) return value;
    return kMissing;
}

}  // namespace sparring::tuner::aga_tests
