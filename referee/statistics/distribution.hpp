// How the classes of a score are distributed: as observed, and as a hypothesis would have it. Pure.
// Classes are those of elo.hpp: 3 of a game, 5 of a pair, from worst to best, scores in [0, 1].
//
// Source: M. Van den Bergh, "The generalized maximum likelihood ratio for the expectation value of
// a distribution" and "Normalized Elo in practice" (cantate.be/Fishtest); fishtest's LLRcalc.py.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "referee/statistics/elo.hpp"

namespace sparring::referee {

struct Distribution {
    std::array<double, 5> shares{};  ///< of the first `classes`; they add up to 1
    std::size_t classes = 0;         ///< 3 or 5

    std::span<const double> used() const { return {shares.data(), classes}; }

    /// Of class `i`, in [0, 1].
    double score(std::size_t i) const {
        return static_cast<double>(i) / static_cast<double>(classes - 1);
    }
};

struct Observed {
    double n = 0;  ///< sum of the counts, with 0.001 for each that is zero
    Distribution distribution;
};

/// Counts as a distribution in which no class is impossible: 0.001 stands in for a zero, as in
/// fishtest and fastchess.
Observed observed(Counts counts);

/// Mean and variance; `n` is 1.
Moments moments(const Distribution& distribution);

/// The distribution that makes `observed` the likeliest among all with this mean score.
/// `observed` has no zeros, 0 < mean < 1.
Distribution likeliest_with_mean(const Distribution& observed, double mean);

/// The same among all with (mean - 1/2) / (standard deviation) = `ratio`.
/// `observed` has no zeros; any finite ratio (tested up to 3).
Distribution likeliest_with_ratio(const Distribution& observed, double ratio);

}  // namespace sparring::referee
