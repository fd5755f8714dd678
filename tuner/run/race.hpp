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

    /// For each encounter how many of its pairs are to be played at first.
    std::vector<int> pairs() const;

    /// The same when `played` of them have been, and of these `results` count. More than `played`
    /// for somebody, or the race is over.
    std::vector<int> pairs(std::span<const EncounterResult> results,
                           std::span<const int> played) const;

  private:
    std::vector<int> whole_;
    int keep_ = 0;  ///< 0: no race
};

}  // namespace sparring::tuner
