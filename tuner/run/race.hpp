// How many pairs of a batch are played: all of them, or, where the strategy only wants to know who
// the best are, fewer for those of whom that is clear.
//
// Source: Maron and Moore, "Hoeffding races", NIPS 1993; blocks as in irace (Lopez-Ibanez et al.
// 2016): a block is one opening, and all who are still in the race play it.
#pragma once

#include <span>
#include <vector>

#include "tuner/strategy/strategy.hpp"

namespace sparring::tuner {

class Race {
  public:
    Race(const Batch& batch, bool racing);

    /// For each encounter how many of its pairs are to be played, given the results of those that
    /// have been; more than before, or the same: then it is over.
    std::vector<int> pairs(std::span<const EncounterResult> results) const;

  private:
    std::vector<int> whole_;
    int keep_ = 0;  ///< 0: no race
};

}  // namespace sparring::tuner
