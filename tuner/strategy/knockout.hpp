// A knockout between candidates: the answer of a strategy whose members only ever met each other.
// Pure; drawn from a bracket of the next power of two, in which some pass the first round.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tuner/config/table.hpp"
#include "tuner/genome/random.hpp"
#include "tuner/strategy/strategy.hpp"

namespace sparring::tuner {

struct KnockoutSettings {
    int pairs = 8;  ///< of every match
    int sudden_death =
        4;  ///< further pairs, one at a time, while it stands equal; then lots decide
};

/// Keys `knockout_pairs` and `sudden_death`; nothing if `knockout` is false.
std::optional<KnockoutSettings> read_knockout(Table& table);

class Knockout {
  public:
    /// Places and byes are drawn by lot; `seed` is the strategy's, whose streams are others.
    Knockout(std::vector<Candidate> entrants, const KnockoutSettings& settings, std::uint64_t seed);

    /// Matches of this round that are not decided; empty once there is a winner.
    Batch ask(int generation);
    void tell(std::span<const EncounterResult> results);

    bool decided() const { return alive_.size() < 2; }

    /// Once it is decided.
    const Candidate& winner() const { return entrants_[static_cast<std::size_t>(alive_.front())]; }

    /// Share of the points that the winner made.
    double winner_share() const;

    /// Pairs of games that a knockout of so many takes at most, if there is one.
    static int most_pairs(int entrants, const std::optional<KnockoutSettings>& settings);

  private:
    struct Match {
        int a, b;           ///< indices into entrants_
        double points = 0;  ///< of a minus those of b
        int pairs = 0;
        std::optional<int> winner{};
    };
    void draw_round(int byes);

    std::vector<Candidate> entrants_;
    KnockoutSettings settings_;
    std::uint64_t seed_;
    int round_ = 0, steps_ = 0;
    std::vector<int> alive_;      // in the order of the bracket
    std::vector<Match> matches_;  // of this round; byes have the same player twice
    std::vector<double> points_, games_;
};

}  // namespace sparring::tuner
