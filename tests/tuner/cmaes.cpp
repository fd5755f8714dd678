// Strategy `cmaes`: the tutorial's constants, the distribution on functions without noise, bounds,
// uncertainty, and that it climbs.
#include "tuner/strategy/cmaes.hpp"

#include <array>
#include <cmath>
#include <functional>

#include "tests/catch.hpp"
#include "tests/tuner/laboratory.hpp"
#include "tuner/strategy/covariance.hpp"
#include "tuner/strategy/tally.hpp"

namespace {

using namespace sparring;
using namespace sparring::tuner;

/// The distribution after so many generations of going down.
CmaDistribution descended(CmaDistribution distribution, int population, int generations,
                          const std::function<double(const std::vector<double>&)>& height) {
    for (int generation = 0; generation < generations; ++generation) {
        std::vector<std::vector<double>> samples, sorted;
        std::vector<double> scores;
        for (int i = 0; i < population; ++i) {
            Random random{3,
                          {static_cast<std::uint64_t>(generation), static_cast<std::uint64_t>(i)}};
            samples.push_back(distribution.sample(random));
            scores.push_back(-height(samples.back()));
        }
        for (const std::size_t i : ranking(scores)) sorted.push_back(samples[i]);
        distribution.update(sorted);
    }
    return distribution;
}

TEST_CASE("CMA-ES has the tutorial's constants") {
    CHECK(CmaConstants::default_population(1) == 4);
    CHECK(CmaConstants::default_population(10) == 10);
    const CmaConstants constants{10, 10, true};
    CHECK(constants.parents == 5);
    // ln 5.5 - ln i: 1.7047, 1.0116, .6061, .3185, .0953; their sum 3.7362, of squares 4.4072.
    CHECK(constants.weights[0] == Approx(0.4563).margin(1e-4));
    CHECK(constants.weights[4] == Approx(0.0255).margin(1e-4));
    CHECK(constants.mu_eff == Approx(3.1673).margin(1e-4));
    CHECK(constants.c_sigma == Approx(0.28443).margin(1e-5));  // 5.1673 / 18.1673
    CHECK(constants.d_sigma == Approx(1.28443).margin(1e-5));
    CHECK(constants.c_c == Approx(0.29499).margin(1e-5));    // 4.31673 / 14.63346
    CHECK(constants.c_1 == Approx(0.015284).margin(1e-6));   // 2 / 130.857
    CHECK(constants.c_mu == Approx(0.023552).margin(1e-5));  // 2 * 1.7330 / 147.167
    CHECK(constants.expected_length == Approx(3.0847).margin(1e-4));
    double above = 0, below = 0;
    for (const double weight : constants.weights) (weight > 0 ? above : below) += weight;
    CHECK(above == Approx(1));
    // -ln(i / 5.5): -.0870, -.2412, -.3747, -.4925, -.5978; mu_eff of these 4.0156 limits, (51).
    CHECK(below == Approx(-std::min(1 + constants.c_1 / constants.c_mu, 1 + 2 * 4.0156 / 5.1673))
                       .epsilon(1e-3));
    const CmaConstants passive{10, 10, false};
    CHECK(passive.weights[0] == constants.weights[0]);
    CHECK(passive.weights[9] == 0);
}

TEST_CASE("CMA-ES finds the bottom of a sphere") {
    for (const bool active : {true, false}) {
        const auto found = descended({std::vector<double>(5, 0.9), 0.2, {5, 8, active}}, 8, 150,
                                     [](const std::vector<double>& x) {
                                         double sum = 0;
                                         for (const double each : x)
                                             sum += (each - 0.3) * (each - 0.3);
                                         return sum;
                                     });
        for (const double each : found.mean()) CHECK(each == Approx(0.3).margin(1e-6));
        CHECK(found.sigma() < 1e-5);
        CHECK(found.condition() < 100);
    }
}

TEST_CASE("CMA-ES learns the shape of a turned ellipsoid") {
    const auto found =
        descended({{0.5, 0.5, 0.5}, 0.2, {3, 7, true}}, 7, 200, [](const std::vector<double>& x) {
            const double along = x[0] + x[1], across = x[0] - x[1];
            return along * along + 1e4 * across * across + x[2] * x[2];
        });
    for (const double each : found.mean()) CHECK(each == Approx(0).margin(1e-6));
    CHECK(found.condition() > 1e3);  // 1e4 is its own
}

TEST_CASE("the distribution keeps within its limits") {
    CmaDistribution distribution{{0.5, 0.5}, 0.2, {2, 6, true}};
    distribution.limit({0.3, 0.01}, 0.5);
    CHECK(distribution.deviation(0) == Approx(0.3));
    CHECK(distribution.deviation(1) == Approx(0.2));
    distribution.limit({0, 0}, 0.15);
    CHECK(distribution.deviation(0) == Approx(0.15));
    CHECK(distribution.deviation(1) == Approx(0.1));
}

TEST_CASE("coordinates are mirrored at the bounds") {
    CHECK(mirrored(0.25) == 0.25);
    CHECK(mirrored(-0.25) == 0.25);
    CHECK(mirrored(1.25) == 0.75);
    CHECK(mirrored(2.25) == 0.25);
    CHECK(mirrored(-1.25) == 0.75);
}

TEST_CASE("uncertainty counts changes of rank") {
    const std::array once{1.0, 2.0, 3.0, 4.0};
    // The same again: no change, and half a rank is tolerated on either side.
    CHECK(rank_uncertainty(once, std::array{1.0}) == Approx(-1));
    // From rank 1 to 8 of 8: 2 (7 - 1), where none is tolerated.
    CHECK(rank_uncertainty(once, std::array{5.0}) == Approx(12));
    CHECK(rank_uncertainty(once, {}) == 0);
}

TEST_CASE("where ranks are noise, CMA-ES plays more pairs") {
    Laboratory flat = hill(4, 0, 1);
    const auto strategy = strategy_of("name = 'cmaes'\npairs = 2\nreevaluate = 4\nmost_pairs = 20",
                                      {.space = flat.space, .seed = 1});
    for (int i = 0; i < 30; ++i) strategy->tell(play(strategy->ask({}), flat, i));
    const Batch batch = strategy->ask({});
    CHECK(batch.encounters.size() == 12);
    CHECK(batch.encounters[8].a == 0);
    CHECK(batch.encounters[8].opening == batch.encounters[0].pairs);
    CHECK(batch.encounters[0].pairs > 2);
    CHECK(batch.encounters[0].pairs <= 20);
}

TEST_CASE("CMA-ES answers with its last generation") {
    const Laboratory laboratory = hill(3, 100, 1);
    const auto strategy =
        strategy_of("name = 'cmaes'\npairs = 1", {.space = laboratory.space, .seed = 1});
    CHECK(strategy->answer().mean == laboratory.space.start());
    const Batch batch = strategy->ask({});
    REQUIRE(batch.candidates.size() == 7);
    CHECK(batch.keep == 3);
    std::vector<EncounterResult> results(7);
    for (const std::size_t i : {2u, 4u, 6u})  // the others have no results and rank last
        results[i].push_back({.as_first = {0.5, 60, 60}, .as_second = {i == 4 ? 1.0 : 0, 60, 60}});
    strategy->tell(results);
    const Answer answer = strategy->answer();
    CHECK(answer.champion == batch.candidates[4]);
    CHECK(answer.score == 0.75);
    CHECK(answer.survivors == std::vector<Point>{batch.candidates[4].point,
                                                 batch.candidates[2].point,
                                                 batch.candidates[6].point});
    CHECK(answer.mean != laboratory.space.start());
}

TEST_CASE("CMA-ES has a strategy's habits") {
    check_habits("name = 'cmaes'");
    check_habits("name = 'cmaes'\nreevaluate = 2\nsigma = 1");
}

TEST_CASE("CMA-ES climbs") {
    // 20 runs gave 60 and 73 of 100 Elo.
    const std::array budgets{2000, 10000};
    const auto gain = gains("name = 'cmaes'\npopulation = 20", 10, 8, budgets);
    CHECK(gain[0].mean > 40);
    CHECK(gain[1].mean > 60);
}

}  // namespace
