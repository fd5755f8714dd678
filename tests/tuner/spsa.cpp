// Strategy `spsa`: gains, perturbations, steps, and that it climbs.
#include "tuner/strategy/spsa.hpp"

#include <array>
#include <cmath>

#include "tests/catch.hpp"
#include "tests/tuner/laboratory.hpp"

namespace {

using namespace sparring;
using namespace sparring::tuner;

StrategyContext context(std::vector<double> starts, double max = 100) {
    std::vector<Parameter> row;
    for (const double start : starts)
        row.push_back({.name = "P" + std::to_string(row.size() + 1),
                       .max = max,
                       .start = start,
                       .codec = Codec::integer});
    return {.space = Space{row}, .seed = 5};
}

using Results = std::vector<EncounterResult>;

/// One encounter in which `a` makes these points in each of its pairs.
EncounterResult scored(int pairs, double first, double second) {
    return EncounterResult(static_cast<std::size_t>(pairs),
                           {.as_first = {first, 60, 60}, .as_second = {second, 60, 60}});
}

TEST_CASE("SPSA's gains end where they were told to") {
    const SpsaGains gains{.c_end = 2, .r_end = 0.5, .iterations = 100, .stability = 10};
    CHECK(gains.c(100) == Approx(2));
    CHECK(gains.r(100) == Approx(0.5));
    CHECK(gains.a(100) == Approx(2));                      // r c^2
    CHECK(gains.c(1) == Approx(2 * std::pow(10, 0.202)));  // 100^0.101
    CHECK(gains.a(1) == Approx(2 * std::pow(10, 0.602)));  // ((10 + 100) / (10 + 1))^0.602
    CHECK(gains.r(10) == Approx(0.5 * std::pow(5.5, 0.602) / std::pow(10, 0.202)));
}

TEST_CASE("SPSA's points lie on either side of the centre, and inside") {
    const auto strategy =
        strategy_of("name = 'spsa'\niterations = 50\nc_end = 0.037\nperturbations = 12",
                    context({50, 100, 0, 1}));
    const Batch batch = strategy->ask({});
    REQUIRE(batch.encounters.size() == 12);
    double differences = 0;
    for (const Encounter& encounter : batch.encounters) {
        const Point& plus = batch.candidates[static_cast<std::size_t>(encounter.a)].point;
        const Point& minus = batch.candidates[static_cast<std::size_t>(encounter.b)].point;
        const double twice_c = 2 * 3.7 * std::pow(50, 0.101);  // 10.99
        for (std::size_t i = 0; i < plus.size(); ++i) {
            CHECK(std::abs(std::abs(plus[i] - minus[i]) - twice_c) < 1);
            CHECK(std::min(plus[i], minus[i]) >= 0);
            CHECK(std::max(plus[i], minus[i]) <= 100);
        }
        CHECK(std::abs(plus[0] + minus[0] - 100) <= 1);
        differences += plus[0] - minus[0];
    }
    CHECK(std::abs(differences) < 100);  // not all signs are the same
    CHECK(batch.encounters[1].opening == batch.encounters[0].pairs);
}

TEST_CASE("two values are always told apart") {
    const auto strategy = strategy_of("name = 'spsa'", context({0, 1}, 1));
    for (int i = 0; i < 20; ++i) {
        const Batch batch = strategy->ask({});
        for (const Encounter& each : batch.encounters)
            for (const std::size_t k : {0u, 1u})
                CHECK(batch.candidates[static_cast<std::size_t>(each.a)].point[k] !=
                      batch.candidates[static_cast<std::size_t>(each.b)].point[k]);
        strategy->tell(std::vector<EncounterResult>(4));
    }
}

TEST_CASE("SPSA goes r c (wins - losses) towards the winner") {
    const char* toml = "name = 'spsa'\niterations = 1\nperturbations = 1\npairs = 3\nr_end = 0.25";
    const auto strategy = strategy_of(toml, context({50, 50}));
    const Batch batch = strategy->ask({});
    strategy->tell(Results{scored(3, 1, 0.5)});  // 3 wins, 3 draws: 0.25 * 10 * 3
    const Answer answer = strategy->answer();
    for (const std::size_t i : {0u, 1u}) {
        const double towards = batch.candidates[0].point[i] > 50 ? 1 : -1;
        CHECK(std::abs(answer.champion.point[i] - (50 + 7.5 * towards)) == Approx(0.5));
    }
    CHECK(strategy->ask({}).encounters.empty());
}

TEST_CASE("the clip keeps SPSA's centre inside") {
    const auto strategy =
        strategy_of("name = 'spsa'\nperturbations = 1\nr_end = 10", context({50}));
    strategy->ask({});
    strategy->tell(Results{scored(2, 1, 1)});
    const double value = strategy->answer().champion.point[0];
    CHECK((value == 0 || value == 100));
}

TEST_CASE("perturbations without results move nothing") {
    const char* toml = "name = 'spsa'\niterations = 10\nperturbations = 2\nr_end = 0.1";
    const auto a = strategy_of(toml, context({50})), b = strategy_of(toml, context({50}));
    a->ask({});
    a->tell(Results{EncounterResult{}, EncounterResult{}});
    CHECK(a->answer().champion.point == Point{50});
    b->ask({});
    b->tell(Results{EncounterResult{}, scored(2, 1, 1)});
    CHECK(b->answer().champion.point != Point{50});
}

TEST_CASE("SPSA's answer is the mean of the last half of its centres") {
    const char* toml = "name = 'spsa'\niterations = 4\nperturbations = 1\npairs = 1\nr_end = 0.3";
    const auto strategy = strategy_of(toml, context({50}));
    std::vector<double> centres;
    for (int i = 0; i < 4; ++i) {
        strategy->ask({});
        strategy->tell(Results{scored(1, 1, 0.5)});
        centres.push_back(strategy->answer().champion.point[0]);
    }
    const Answer answer = strategy->answer();
    CHECK(answer.survivors == std::vector<Point>{{centres[2]}, {centres[3]}});
    CHECK(std::abs(answer.mean[0] - (centres[2] + centres[3]) / 2) <= 1);
}

TEST_CASE("single parameters have gains of their own") {
    const auto strategy = strategy_of(
        "name = 'spsa'\niterations = 1\nparameters.P1.c_end = 0\nparameters.P2.c_end = 0.2",
        context({50, 50, 50}));
    const Batch batch = strategy->ask({});
    const auto apart = [&](std::size_t i) {
        return std::abs(batch.candidates[0].point[i] - batch.candidates[1].point[i]);
    };
    CHECK(apart(0) == 0);
    CHECK(apart(1) == 40);
    CHECK(apart(2) == 20);
    CHECK(problem_of("name = 'spsa'\nparameters.P11.c_end = 0.1", context({50})) ==
          "test.toml:2: unknown key strategy.parameters.P11; did you mean strategy.parameters.P1?");
    CHECK(problem_of("name = 'spsa'\nparameters.P1.c_end = 4", context({50})) ==
          "test.toml:2: strategy.parameters.P1.c_end: '4' is not a number in 0..0.5");
}

TEST_CASE("SPSA has a strategy's habits") {
    check_habits("name = 'spsa'\niterations = 100");
}

TEST_CASE("SPSA climbs") {
    // 20 runs gave 97 and 98 of 100 Elo.
    const std::array budgets{1600, 16000};
    const auto gain = gains("name = 'spsa'\niterations = 1000", 10, 8, budgets);
    CHECK(gain[1].champion > 85);
    CHECK(gain[1].mean > 90);
}

}  // namespace
