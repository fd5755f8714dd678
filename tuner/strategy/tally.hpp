// What results add up to for a candidate. Pure.
#pragma once

#include <span>
#include <vector>

#include "tuner/strategy/strategy.hpp"

namespace sparring::tuner {

/// Games of one candidate, by the side it had.
struct Tally {
    int first_wins = 0, first_draws = 0, first_losses = 0;
    int second_wins = 0, second_draws = 0, second_losses = 0;

    int wins() const { return first_wins + second_wins; }
    int draws() const { return first_draws + second_draws; }
    int losses() const { return first_losses + second_losses; }
    int games() const { return wins() + draws() + losses(); }
    double points() const { return wins() + draws() / 2.0; }
    double share() const { return games() > 0 ? points() / games() : 0.5; }  ///< of the points

    void add(double score, Side side);
    void add(const PairOutcome& pair);           ///< as `a` of the encounter
    void add_mirrored(const PairOutcome& pair);  ///< as `b`

    bool operator==(const Tally&) const = default;
};

/// For each candidate all its games of the batch.
std::vector<Tally> tallies(const Batch& batch, std::span<const EncounterResult> results);

/// Indices of `scores`, the highest first; equals stay in their order.
std::vector<std::size_t> ranking(std::span<const double> scores);

/// The mean of points, on the grid.
Point mean_of(const Space& space, std::span<const Point> points);

}  // namespace sparring::tuner
