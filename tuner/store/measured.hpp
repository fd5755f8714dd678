// What a validation or a test says: subject against opponent, as counts.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "referee/statistics/sprt.hpp"
#include "tuner/store/run_store.hpp"

namespace sparring::tuner {

struct Measured {
    std::string subject, opponent;        ///< `champion`, `mean`, `start`, a name
    std::array<std::int64_t, 5> pairs{};  ///< by points, from 0 to 2
    std::array<std::int64_t, 3> games{};  ///< lost, drawn, won
    std::int64_t dropped = 0;             ///< pairs that did not count, because of faults
};

/// What a test beside the run was told about when to stop.
std::optional<referee::SprtSettings> sequential_test(const StoredBatch& batch);

/// Of one batch of the store with its candidates and encounters.
std::vector<Measured> measured(const RunStore& store, const StoredBatch& batch);

}  // namespace sparring::tuner
