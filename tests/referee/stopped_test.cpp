#include "referee/statistics/stopped_test.hpp"

#include <cmath>
#include <vector>

#include "referee/statistics/normal.hpp"
#include "tests/catch.hpp"

namespace {

using namespace sparring::referee;

using Results = std::vector<std::int64_t>;

TEST_CASE("the normal distribution, also far out") {
    CHECK(normal_distribution(kZ95) == Approx(0.975).epsilon(1e-12));
    CHECK(normal_distribution(0) == 0.5);
    CHECK(std::exp(log_normal_distribution(-3)) == Approx(normal_distribution(-3)));
    // Where one way of computing it takes over from the other; log(erfc(-x / sqrt 2) / 2) by
    // Python.
    CHECK(log_normal_distribution(-29.999) == Approx(-454.2912111961).epsilon(1e-12));
    CHECK(log_normal_distribution(-30.001) == Approx(-454.3512777155).epsilon(1e-12));
    CHECK(std::isfinite(log_normal_distribution(-1e6)));
}

/// The same chance for a walk of unit steps on a lattice, step by step.
double by_walking(int low, int high, double up, int steps, int value) {
    const auto width = static_cast<std::size_t>(high - low);
    std::vector<double> at(width + 1);
    at[static_cast<std::size_t>(-low)] = 1;
    for (int i = 0; i < steps; ++i) {
        std::vector<double> next(width + 1);
        next.front() = at.front();
        next.back() = at.back();
        for (std::size_t k = 1; k < width; ++k) {
            next[k + 1] += at[k] * up;
            next[k - 1] += at[k] * (1 - up);
        }
        at = next;
    }
    double chance = 0;
    const auto end = static_cast<std::size_t>(value - low);
    for (std::size_t k = 0; k < end; ++k) chance += at[k];
    if (end == 0) return at.front();
    return end < width ? chance + at[end] / 2 : chance;
}

TEST_CASE("the bounded motion is the limit of a bounded walk") {
    for (const double drift : {-0.05, -0.01, 0.0, 0.01, 0.05}) {
        const BoundedMotion motion{{-80, 120}, drift, 1 - drift * drift};
        for (const int steps : {300, 1000, 4000, 20000}) {
            for (const int value : {-80, -20, 0, 60, 120}) {
                CAPTURE(drift, steps, value);
                CHECK(chance_of_worse(motion, steps, value) ==
                      Approx(by_walking(-80, 120, (1 + drift) / 2, steps, value)).margin(2e-3));
            }
        }
    }
}

TEST_CASE("the two formulas for the bounded motion meet where one takes over") {
    // At a hundredth of the squared width in time, and at 15 in drift times width.
    const Interval bounds{-2, 3};
    for (const double value : {-1.9, -0.5, 0.0, 0.3, 2.0}) {
        const BoundedMotion slow{bounds, 0.7, 1};
        CHECK(chance_of_worse(slow, 0.25 - 1e-9, value) ==
              Approx(chance_of_worse(slow, 0.25 + 1e-9, value)).margin(1e-7));
        for (const double sign : {-1.0, 1.0}) {
            const BoundedMotion flat{bounds, sign * (3 - 1e-9), 1};
            const BoundedMotion steep{bounds, sign * (3 + 1e-9), 1};
            CHECK(chance_of_worse(flat, 0.5, value) ==
                  Approx(chance_of_worse(steep, 0.5, value)).margin(1e-6));
        }
    }
}

TEST_CASE("a motion without end is ruined with the gambler's chance") {
    CHECK(chance_of_worse({{-1, 3}, 0, 1}, 1e4, -1) == Approx(0.75));
    const double gamma = 0.4;
    CHECK(chance_of_worse({{-1, 3}, gamma, 1}, 1e4, -1) ==
          Approx((std::exp(-2 * gamma) - std::exp(-8 * gamma)) / (1 - std::exp(-8 * gamma))));
    CHECK(chance_of_worse({{-1, 3}, -50, 1}, 1e4, -1) == Approx(1));
    CHECK(chance_of_worse({{-1, 3}, 50, 1}, 1e4, 3) == Approx(0).margin(1e-12));
}

TEST_CASE("the estimate after the stop is fishtest's") {
    const Results counts{379, 10170, 21828, 10640, 343};
    const auto estimate =
        estimate_after_stop(counts, {.elo0 = 0, .elo1 = 2, .model = EloModel::normalized});
    REQUIRE(estimate);
    CHECK(estimate->elo == Approx(1.42111).margin(6e-6));
    CHECK(estimate->interval.low == Approx(0.14605).margin(6e-6));
    CHECK(estimate->interval.high == Approx(2.66426).margin(6e-6));
    CHECK(estimate->superiority == Approx(0.98530).margin(6e-6));
    // The plain estimate, which the stop has biased.
    CHECK(elo_of(moments(counts).score) == Approx(1.59456).margin(6e-6));
    CHECK(elo_error(moments(counts)) == Approx(1.20875).margin(6e-6));
}

TEST_CASE("the estimate after the stop mirrors with the players") {
    const SprtSettings settings{.elo0 = -3, .elo1 = 5, .alpha = 0.05, .beta = 0.1};
    const SprtSettings mirrored{.elo0 = -5, .elo1 = 3, .alpha = 0.1, .beta = 0.05};
    const auto here = estimate_after_stop(Results{100, 900, 3000, 1100, 130}, settings);
    const auto there = estimate_after_stop(Results{130, 1100, 3000, 900, 100}, mirrored);
    REQUIRE(here);
    REQUIRE(there);
    CHECK(here->elo == Approx(-there->elo).margin(1e-6));
    CHECK(here->interval.low == Approx(-there->interval.high).margin(1e-6));
    CHECK(here->superiority == Approx(1 - there->superiority).margin(1e-6));
}

TEST_CASE("a strength beyond all measure has no estimate after the stop") {
    const SprtSettings settings{.elo0 = 0, .elo1 = 10};
    CHECK_FALSE(estimate_after_stop(Results{1, 1, 1'000'000'000}, settings));
    CHECK_FALSE(estimate_after_stop(Results{1'000'000'000, 1, 1}, settings));
}

TEST_CASE("after the stop there is always a number or nothing") {
    for (const EloModel model : {EloModel::logistic, EloModel::normalized, EloModel::bayes_elo}) {
        const SprtSettings settings{.elo0 = 0, .elo1 = 10, .model = model};
        for (const Results& counts : {Results{0, 0, 0}, Results{0, 9, 0}, Results{0, 0, 9}})
            CHECK_FALSE(estimate_after_stop(counts, settings));
        for (const Results& counts :
             {Results{1, 0, 1}, Results{0, 1, 9}, Results{1, 0, 100000}, Results{500000, 1, 1}}) {
            CAPTURE(word(model), counts);
            const auto estimate = estimate_after_stop(counts, settings);
            if (model == EloModel::bayes_elo && counts[0] == 0) CHECK_FALSE(estimate);
            if (counts == Results{1, 0, 1}) CHECK(estimate);
            if (!estimate) continue;
            CHECK(estimate->interval.low <= estimate->elo);
            CHECK(estimate->elo <= estimate->interval.high);
            CHECK(std::abs(estimate->elo) < 999);
            CHECK(std::abs(estimate->interval.low) <= 1000);
            CHECK(std::abs(estimate->interval.high) <= 1000);
            CHECK(estimate->superiority >= 0);
            CHECK(estimate->superiority <= 1);
        }
    }
}

}  // namespace
