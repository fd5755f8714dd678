// The best of past generations, for the living to be measured against. Pure.
//
// Source: Deng 2021 (S4). As printed the hall loses its worst in every generation, even its only
// one; here only when it holds more than its places. Nobody is in it twice.
#pragma once

#include <span>
#include <vector>

#include "tuner/strategy/criterion.hpp"
#include "tuner/strategy/strategy.hpp"

namespace sparring::tuner {

class HallOfFame {
  public:
    HallOfFame(int places, Criterion criterion) : places_{places}, criterion_{criterion} {}

    /// The best of a generation; left out if the same point is there.
    void add(const Candidate& best);

    /// There is one too many: who leaves is to be played out.
    bool crowded() const { return members_.size() > static_cast<std::size_t>(places_); }

    /// Everybody against everybody, `pairs` pairs each.
    Batch ask(int generation, int pairs) const;

    /// The worst leaves, of equals the one who has been there longest.
    void tell(const Batch& batch, std::span<const EncounterResult> results);

    /// The latest first; never more than `places` once tell() had its results.
    const std::vector<Candidate>& members() const { return members_; }

  private:
    int places_;
    Criterion criterion_;
    std::vector<Candidate> members_;
};

}  // namespace sparring::tuner
