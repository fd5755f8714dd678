// What a sequential test says about the strength after it has stopped. Pure.
//
// A test stops when the results look good or bad, so their plain mean is biased away from the
// middle. The log-likelihood ratio is taken for a Brownian motion between two absorbing bounds; an
// outcome is worse than another if it accepts H0 instead of H1, accepts H0 sooner, or accepts H1
// later. The estimate is the Elo at which a worse outcome than the one seen has chance 1/2.
//
// Source: D. Siegmund, "Sequential Analysis", 1985; M. Van den Bergh's notes on fishtest, whose
// server reports the same numbers.
#pragma once

#include <optional>

#include "referee/statistics/sprt.hpp"

namespace sparring::referee {

/// A motion that begins at 0 and ends at the first of two bounds that it meets.
struct BoundedMotion {
    Interval bounds{};    ///< low < 0 < high
    double drift = 0;     ///< in a unit of time
    double variance = 1;  ///< in a unit of time; positive
};

/// The chance that the motion was absorbed by the lower bound before `time`, or is at that time
/// below `value` without having met a bound. 0 < time, bounds.low <= value <= bounds.high. At the
/// upper bound this is the chance not to have met that yet.
double chance_of_worse(const BoundedMotion& motion, double time, double value);

/// All in logistic Elo, whatever the model of the test. The interval is held in [-1000, 1000].
struct StoppedEstimate {
    double elo = 0;          ///< median unbiased
    Interval interval{};     ///< 95 %
    double superiority = 0;  ///< chance of a worse outcome between equals
};

/// Of a test that stopped with these counts. Nothing without results, where all are alike (no
/// variance, no motion), with the BayesElo model while one player has won no game, and where the
/// strength lies beyond 1000 Elo.
std::optional<StoppedEstimate> estimate_after_stop(Counts counts, const SprtSettings& settings);

}  // namespace sparring::referee
