// Whether the sequential test keeps its promises, on simulated pairs of games.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <random>

#include "referee/statistics/distribution.hpp"
#include "referee/statistics/sprt.hpp"
#include "referee/statistics/stopped_test.hpp"
#include "tests/catch.hpp"

namespace {

using namespace sparring::referee;

constexpr int kTests = 10'000;
constexpr SprtSettings kLogistic{.elo0 = 0, .elo1 = 50, .model = EloModel::logistic};
constexpr SprtSettings kNormalized{.elo0 = 0, .elo1 = 70, .model = EloModel::normalized};

/// Pairs between equals: games correlate through their opening, and half of all pairs are even.
const Distribution kEqual{{0.05, 0.2, 0.5, 0.2, 0.05}, 5};

/// The pairs of a player of exactly this strength.
Distribution pairs_at(double elo, EloModel model) {
    if (model == EloModel::logistic) return likeliest_with_mean(kEqual, score_of(elo));
    return likeliest_with_ratio(kEqual, std::sqrt(2.0) * elo / kNormalizedElo);
}

struct Simulated {
    int accepted_h1 = 0;
    double pairs = 0;       ///< of a test on average
    int covered = 0;        ///< tests whose interval after the stop holds the truth
    int overestimated = 0;  ///< tests whose estimate after the stop is above the truth
};

Simulated simulate(const SprtSettings& settings, double elo, std::uint64_t seed) {
    const Distribution pairs = pairs_at(elo, settings.model);
    const double truth = elo_of(moments(pairs).score);
    std::mt19937_64 random{seed};
    Simulated result;
    for (int test = 0; test < kTests; ++test) {
        std::array<std::int64_t, 5> counts{};
        SprtState state;
        while (state.decision == Decision::running) {
            // In [0, 1), the same on every platform.
            double x = static_cast<double>(random() >> 11) * 0x1p-53;
            std::size_t k = 0;
            while (k < 4 && x >= pairs.shares[k]) x -= pairs.shares[k++];
            ++counts[k];
            ++result.pairs;
            state = sprt(counts, settings);
        }
        if (state.decision == Decision::accept_h1) ++result.accepted_h1;
        const auto estimate = estimate_after_stop(counts, settings);
        if (!estimate) continue;
        if (estimate->interval.low <= truth && truth <= estimate->interval.high) ++result.covered;
        if (estimate->elo > truth) ++result.overestimated;
    }
    result.pairs /= kTests;
    return result;
}

double share(int tests) {
    return static_cast<double>(tests) / kTests;
}

TEST_CASE("the sequential test keeps its error rates, and its estimates their word", "[long]") {
    const double sampling = std::sqrt(0.05 * 0.95 / kTests);  // standard error of a rate of 5 %
    for (const SprtSettings& settings : {kLogistic, kNormalized}) {
        const double score0 = moments(pairs_at(settings.elo0, settings.model)).score;
        const double score1 = moments(pairs_at(settings.elo1, settings.model)).score;
        // A test ends 0.583 standard deviations of one step beyond its bound on average (Siegmund
        // 1985, chapter 10), and errs less often by the exponential of that. What is estimated on
        // the way, the variance above all, may take that away again, but no more.
        const double step = (score1 - score0) / std::sqrt(moments(kEqual).variance);
        const double least = 0.05 * std::exp(-0.583 * step);
        for (const bool stronger : {false, true}) {
            const Simulated s =
                simulate(settings, stronger ? settings.elo1 : settings.elo0, stronger ? 2 : 1);
            const double wrong = stronger ? 1 - share(s.accepted_h1) : share(s.accepted_h1);
            WARN(fmt::format(
                "{} tests [{}, {}] {}, {} true: {} wrong in {:.2f} % (nominal 5 %, "
                "{:.2f} % with overshoot), {:.1f} pairs each; 95 % intervals after "
                "the stop hold the truth in {:.2f} %, estimates are above it in {:.1f} %",
                kTests, settings.elo0, settings.elo1, word(settings.model), stronger ? "H1" : "H0",
                stronger ? "beta" : "alpha", 100 * wrong, 100 * least, s.pairs,
                100 * share(s.covered), 100 * share(s.overestimated)));
            CHECK(wrong < 0.05 + 3 * sampling);
            CHECK(wrong > least - 3 * sampling);
            // The bounds are wide for tests as short as these: the variance is that of 60 pairs.
            CHECK(share(s.covered) > 0.95 - 3 * sampling);
            CHECK(share(s.covered) < 0.99);
            CHECK(share(s.overestimated) == Approx(0.5).margin(0.03));
        }
    }
}

}  // namespace
