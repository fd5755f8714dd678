#include "referee/statistics/stopped_test.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "referee/statistics/distribution.hpp"
#include "referee/statistics/normal.hpp"

namespace sparring::referee {
namespace {

/// The chance ever to be absorbed by the lower bound, from `start` above it, of `width`.
double ruin(double start, double width, double gamma) {
    if (std::abs(gamma) * width < 1e-9) return (width - start) / width;
    if (gamma < 0) {  // the same with all exponents negative
        return std::expm1(2 * gamma * (width - start)) / std::expm1(2 * gamma * width);
    }
    return std::exp(-2 * gamma * start) * std::expm1(-2 * gamma * (width - start)) /
           std::expm1(-2 * gamma * width);
}

/// The eigenfunction expansion of the density between the bounds, integrated. With k = n pi / width
/// and lambda = (k^2 + gamma^2) variance / 2 a term decays as exp(-lambda time).
double by_series(const BoundedMotion& motion, double time, double value) {
    const double width = motion.bounds.high - motion.bounds.low;
    const double gamma = motion.drift / motion.variance;
    const double start = -motion.bounds.low, end = value - motion.bounds.low;
    double sum = 0;
    for (int n = 1; n < 1000; ++n) {
        const double k = n * std::numbers::pi / width;
        const double square = k * k + gamma * gamma;
        const double size = std::exp(gamma * (end - start) - square * motion.variance * time / 2) /
                            std::sqrt(square);
        sum += size * std::sin(k * start) * (gamma * std::sin(k * end) - k * std::cos(k * end)) /
               std::sqrt(square);
        if (size < 1e-14) break;
    }
    return ruin(start, width, gamma) + 2 / width * sum;
}

/// Siegmund's three terms: the free motion, and its first reflections at either bound. What has
/// crossed from bound to bound is left out.
double by_reflection(const BoundedMotion& motion, double time, double value) {
    const double deviation = std::sqrt(motion.variance * time);
    const double gamma = motion.drift / motion.variance;
    const double distance = value - motion.drift * time;
    const auto reflected = [&](double bound, double argument) {
        return std::exp(2 * gamma * bound + log_normal_distribution(argument / deviation));
    };
    return normal_distribution(distance / deviation) +
           reflected(motion.bounds.low, 2 * motion.bounds.low - distance) -
           reflected(motion.bounds.high, distance - 2 * motion.bounds.high);
}

}  // namespace

double chance_of_worse(const BoundedMotion& motion, double time, double value) {
    const double width = motion.bounds.high - motion.bounds.low;
    const double gamma = motion.drift / motion.variance;
    // Where the series converges slowly or its terms cancel, the motion hardly ever crosses from
    // one bound to the other (the limits are fishtest's).
    const bool slow = motion.variance * time < 0.01 * width * width;
    const bool steep = std::abs(gamma) * width > 15;
    const double chance =
        slow || steep ? by_reflection(motion, time, value) : by_series(motion, time, value);
    return std::clamp(chance, 0.0, 1.0);
}

std::optional<StoppedEstimate> estimate_after_stop(Counts counts, const SprtSettings& settings) {
    const Observed results = observed(counts);
    const Moments m = moments(results.distribution);
    if (moments(counts).n == 0 || all_alike(counts)) return {};
    const auto scores = hypothetical_scores(counts, settings);
    if (!scores) return {};

    const double step = scores->high - scores->low;
    const auto drift = [&](double score) {
        return step * (2 * score - scores->low - scores->high) / (2 * m.variance);
    };
    BoundedMotion motion{sprt_bounds(settings), 0, step * step / m.variance};
    // What overshot is cut off at the bound, and the time by the same share.
    const double reached = results.n * drift(m.score);
    const double value = std::clamp(reached, motion.bounds.low, motion.bounds.high);
    const double time = reached == value ? results.n : results.n * value / reached;
    const auto chance = [&](double elo) {
        motion.drift = drift(score_of(elo));
        return chance_of_worse(motion, time, value);
    };
    /// The chance falls with the strength.
    constexpr double most = 1000;
    const auto strength = [&](double wanted) {
        double low = -most, high = most;
        for (int i = 0; i < 60; ++i) {
            const double middle = (low + high) / 2;
            (chance(middle) > wanted ? low : high) = middle;
        }
        return (low + high) / 2;
    };
    const double elo = strength(0.5);
    if (std::abs(elo) > most - 1) return {};
    return StoppedEstimate{elo, {strength(0.975), strength(0.025)}, chance(0)};
}

}  // namespace sparring::referee
