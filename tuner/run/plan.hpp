// A batch as pairs of games between named engines that carry options: what can be looked up among
// the games of before, put into jobs, and counted. Pure.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "referee/queue/match_job.hpp"
#include "tuner/strategy/strategy.hpp"

namespace sparring::tuner {

/// One opening that two sides play twice.
struct PlannedPair {
    int encounter = 0;        ///< of the batch
    int number = 0;           ///< of the encounter, from 0
    int a = 0, b = 0;         ///< of the plan's sides
    std::size_t opening = 0;  ///< of the run's openings
};

struct Plan {
    std::vector<referee::JobSide> sides;
    std::vector<PlannedPair> pairs;
};

/// Who the candidates of a batch are, and whom they meet.
struct Cast {
    std::vector<referee::JobSide> candidates;  ///< in the batch's order
    std::vector<referee::JobSide> opponents;   ///< at least one, unless `self`
    bool self = false;  ///< the opponent carries what the candidate carries, by its limits
    std::string self_engine{}, self_limits{};
};

/// `openings` are those that the batch may use, in its order; they are begun again when they are
/// used up. Opponents take turns; each of them gets the same openings.
Plan plan_of(const Batch& batch, const Cast& cast, std::span<const std::size_t> openings);

/// Names the games of a pair: equal for pairs of the same sides and opening, also if they are `a`
/// and `b` the other way round.
struct PairKey {
    std::string key;
    bool mirrored = false;  ///< the key's first side is `b`
};

class PairKeys {
  public:
    explicit PairKeys(const Plan& plan);

    PairKey of(const PlannedPair& pair) const;

  private:
    std::vector<std::string> sides_;  // a hash of each
};

}  // namespace sparring::tuner
