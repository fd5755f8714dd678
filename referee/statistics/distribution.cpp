#include "referee/statistics/distribution.hpp"

#include <algorithm>
#include <cmath>

namespace sparring::referee {
namespace {

using Weights = std::array<double, 5>;

/// The likeliest distribution under which the mean of the classes' `weights` is zero: each share
/// divided by 1 + x w, where x solves sum p w / (1 + x w) = 0 and leaves all divisors positive. The
/// weights have both signs. The sum falls in x, so Newton's method stays inside a bracket.
Distribution tilted(const Distribution& observed, const Weights& weights) {
    const auto used = std::span{weights}.first(observed.classes);
    const auto [least, most] = std::minmax_element(used.begin(), used.end());
    const double first_pole = -1 / *most, last_pole = -1 / *least;
    double low = first_pole, high = last_pole;
    double x = 0;
    for (int i = 0; i < 200; ++i) {
        double value = 0, slope = 0;
        for (std::size_t k = 0; k < observed.classes; ++k) {
            const double part = weights[k] / (1 + x * weights[k]);
            value += observed.shares[k] * part;
            slope -= observed.shares[k] * part * part;
        }
        (value > 0 ? low : high) = x;
        // A step that ends beside a pole would be followed by ones as short as that distance.
        const double newton = x - value / slope;
        const bool inside = newton > x - 0.99 * (x - low) && newton < x + 0.99 * (high - x);
        const double next = inside ? newton : (low + high) / 2;
        const double step = std::abs(next - x);
        x = next;
        // The likelihood is stationary in x: an error here counts squared there.
        if (step <= 1e-11 * std::min(x - first_pole, last_pole - x)) break;
    }
    Distribution result = observed;
    for (std::size_t k = 0; k < observed.classes; ++k) {
        // No share is above 1, which rounding beside a pole does not know.
        result.shares[k] /= std::max(1 + x * weights[k], observed.shares[k]);
    }
    return result;
}

/// One ratio by fixed point iteration from `start`. The weights are the derivatives of
/// mean - 1/2 - ratio * deviation by the shares, which have that value as their own mean.
Distribution iterated(const Distribution& observed, double ratio, Distribution start) {
    constexpr int rounds = 100;
    for (int round = 0; round < rounds; ++round) {
        const Moments m = moments(start);
        const double deviation = std::sqrt(m.variance);
        Weights weights{};
        for (std::size_t k = 0; k < start.classes; ++k) {
            const double z = (start.score(k) - m.score) / deviation;
            weights[k] = start.score(k) - 0.5 - ratio * deviation * (1 + z * z) / 2;
        }
        const Distribution next = tilted(observed, weights);
        double change = 0;
        for (std::size_t k = 0; k < start.classes; ++k)
            change = std::max(change, std::abs(next.shares[k] - start.shares[k]));
        start = next;
        if (change < 1e-11) break;
    }
    return start;
}

}  // namespace

Observed observed(Counts counts) {
    Observed result;
    result.distribution.classes = counts.size();
    for (std::size_t i = 0; i < counts.size(); ++i) {
        result.distribution.shares[i] = counts[i] == 0 ? 1e-3 : static_cast<double>(counts[i]);
        result.n += result.distribution.shares[i];
    }
    for (double& share : result.distribution.shares) share /= result.n;
    return result;
}

Moments moments(const Distribution& distribution) {
    Moments result{1, 0, 0};
    for (std::size_t i = 0; i < distribution.classes; ++i)
        result.score += distribution.shares[i] * distribution.score(i);
    for (std::size_t i = 0; i < distribution.classes; ++i) {
        const double deviation = distribution.score(i) - result.score;
        result.variance += distribution.shares[i] * deviation * deviation;
    }
    return result;
}

Distribution likeliest_with_mean(const Distribution& observed, double mean) {
    Weights weights{};
    for (std::size_t k = 0; k < observed.classes; ++k) weights[k] = observed.score(k) - mean;
    return tilted(observed, weights);
}

Distribution likeliest_with_ratio(const Distribution& observed, double ratio) {
    // From equal shares the iteration finds small ratios, from the solution for a near one any.
    constexpr double stride = 0.25;
    Distribution result = observed;
    std::fill_n(result.shares.begin(), result.classes, 1 / static_cast<double>(result.classes));
    const int steps = std::max(1, static_cast<int>(std::ceil(std::abs(ratio) / stride)));
    for (int i = 1; i <= steps; ++i) result = iterated(observed, ratio * i / steps, result);
    return result;
}

}  // namespace sparring::referee
