#include "tuner/statistics/arms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "tuner/genome/random.hpp"

namespace sparring::tuner {
namespace {

constexpr double kMostWays = 200'000;
constexpr int kRandomWays = 100'000;

/// Ways to choose k of n.
double ways(std::size_t n, std::size_t k) {
    double result = 1;
    for (std::size_t i = 1; i <= k; ++i)
        result *= static_cast<double>(n - k + i) / static_cast<double>(i);
    return std::round(result);
}

std::vector<double> joined(std::span<const double> a, std::span<const double> b) {
    std::vector<double> all(a.begin(), a.end());
    all.insert(all.end(), b.begin(), b.end());
    return all;
}

std::vector<double> ranks(const std::vector<double>& values) {
    std::vector<double> sorted = values, result;
    std::sort(sorted.begin(), sorted.end());
    for (const double value : values) {
        const auto [low, high] = std::equal_range(sorted.begin(), sorted.end(), value);
        result.push_back(static_cast<double>((low - sorted.begin()) + (high - sorted.begin()) + 1) /
                         2);
    }
    return result;
}

/// Of a set of pairs as large, drawn from these.
PairCounts drawn_again(const PairCounts& counts, Random& random) {
    const auto n = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
    PairCounts result{};
    for (std::int64_t i = 0; i < n; ++i) {
        auto place = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(n)));
        std::size_t k = 0;
        while (place >= counts[k]) place -= counts[k++];
        ++result[k];
    }
    return result;
}

double mean_effect_drawn_again(std::span<const PairCounts> runs, Random& random) {
    double sum = 0;
    for (std::size_t i = 0; i < runs.size(); ++i)
        sum += effect(drawn_again(runs[random.below(runs.size())], random));
    return sum / static_cast<double>(runs.size());
}

}  // namespace

double effect(const PairCounts& counts) {
    const referee::Moments moments = referee::moments(counts);
    const double least = 1 / (8 * moments.n);
    return referee::elo_of(std::clamp(moments.score, least, 1 - least));
}

double mean(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double deviation(std::span<const double> values) {
    if (values.size() < 2) return 0;
    const double middle = mean(values);
    double sum = 0;
    for (const double value : values) sum += (value - middle) * (value - middle);
    return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

double permutation_test(std::span<const double> a, std::span<const double> b, std::uint64_t seed) {
    std::vector<double> all = joined(a, b);
    const std::size_t n = all.size(), k = a.size();
    const double total = std::accumulate(all.begin(), all.end(), 0.0);
    // |mean a - mean b| grows with the distance of a's sum from its expectation.
    const double expected = total * static_cast<double>(k) / static_cast<double>(n);
    const double seen = std::abs(std::accumulate(a.begin(), a.end(), 0.0) - expected);
    double scale = 0;
    for (const double value : all) scale += std::abs(value);
    const double least = seen - 1e-12 * (1 + scale);  // equals must not be lost to rounding
    if (ways(n, k) <= kMostWays) {
        std::vector<std::size_t> chosen(k);
        std::iota(chosen.begin(), chosen.end(), std::size_t{0});
        double as_large = 0, count = 0;
        for (;;) {
            double sum = 0;
            for (const std::size_t i : chosen) sum += all[i];
            ++count;
            if (std::abs(sum - expected) >= least) ++as_large;
            // The next combination in lexicographic order.
            std::size_t i = k;
            while (i > 0 && chosen[i - 1] == n - k + i - 1) --i;
            if (i == 0) return as_large / count;
            ++chosen[i - 1];
            for (std::size_t j = i; j < k; ++j) chosen[j] = chosen[j - 1] + 1;
        }
    }
    Random random{seed, {0}};
    int as_large = 1;  // what was seen is one of the ways
    for (int way = 0; way < kRandomWays; ++way) {
        double sum = 0;
        for (std::size_t i = 0; i < k; ++i) {
            std::swap(all[i], all[i + random.below(n - i)]);
            sum += all[i];
        }
        if (std::abs(sum - expected) >= least) ++as_large;
    }
    return static_cast<double>(as_large) / (kRandomWays + 1);
}

double mann_whitney(std::span<const double> a, std::span<const double> b, std::uint64_t seed) {
    const std::vector<double> all = ranks(joined(a, b));
    const std::span both{all};
    return permutation_test(both.first(a.size()), both.subspan(a.size()), seed);
}

double smallest_p(std::size_t a, std::size_t b) {
    // Both ends count; with arms of one size the ends are each other's mirror image, else an end
    // need have no equal on the other side, and one way may be the only one.
    return std::min(1.0, (a == b ? 2 : 1) / ways(a + b, a));
}

referee::Interval bootstrap_difference(std::span<const PairCounts> a, std::span<const PairCounts> b,
                                       std::uint64_t seed, int replicates) {
    std::vector<double> differences;
    for (int i = 0; i < replicates; ++i) {
        Random random{seed, {1, static_cast<std::uint64_t>(i)}};
        const double of_a = mean_effect_drawn_again(a, random);
        differences.push_back(mean_effect_drawn_again(b, random) - of_a);
    }
    std::sort(differences.begin(), differences.end());
    const auto at = [&](double share) {
        return differences[static_cast<std::size_t>(share *
                                                    static_cast<double>(differences.size() - 1))];
    };
    return {at(0.025), at(0.975)};
}

std::vector<double> holm(std::span<const double> p) {
    std::vector<std::size_t> order(p.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t i, std::size_t j) { return p[i] != p[j] ? p[i] < p[j] : i < j; });
    std::vector<double> corrected(p.size());
    double before = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        before = std::max(before, std::min(1.0, static_cast<double>(p.size() - i) * p[order[i]]));
        corrected[order[i]] = before;
    }
    return corrected;
}

double detectable(double deviation_a, std::size_t runs_a, double deviation_b, std::size_t runs_b) {
    constexpr double kSignificance = 1.959964, kPower = 0.841621;  // of the normal distribution
    return (kSignificance + kPower) *
           std::sqrt(deviation_a * deviation_a / static_cast<double>(runs_a) +
                     deviation_b * deviation_b / static_cast<double>(runs_b));
}

}  // namespace sparring::tuner
