// What holds for all strategies, and for the laboratory in which they are tried.
#include <array>
#include <cmath>

#include "tests/catch.hpp"
#include "tests/tuner/laboratory.hpp"
#include "tuner/strategy/tally.hpp"

namespace {

using namespace sparring;
using namespace sparring::tuner;

TEST_CASE("every strategy of the catalogue has a strategy's habits") {
    for (const StrategyRow& row : strategies()) {
        INFO(row.name);
        check_habits("name = '" + std::string{row.name} + "'");
    }
}

TEST_CASE("the laboratory's games come out as Elo says") {
    Laboratory laboratory = hill(3, 100, 1);
    laboratory.opening_sd = 0;
    laboratory.strength = [](const Point& point) { return point[0]; };
    const Point start = laboratory.space.start();
    Point strong = start;
    strong[0] = start[0] < 50 ? start[0] + 50 : start[0] - 50;
    const double difference = strong[0] - start[0];
    const int pairs = 20000;
    const Batch batch{.candidates = {{0, strong}, {1, start}},
                      .encounters = {{0, Encounter::kOpponents, pairs}, {1, 0, pairs}}};
    const auto results = play(batch, laboratory, 1);
    const auto expected = [](double elo) { return 1 / (1 + std::pow(10, -elo / 400)); };
    double first = 0, second = 0, draws = 0, mirrored = 0;
    for (int i = 0; i < pairs; ++i) {
        const auto n = static_cast<std::size_t>(i);
        first += results[0][n].as_first.score / pairs;
        second += results[0][n].as_second.score / pairs;
        draws += (results[0][n].as_first.score == 0.5) / static_cast<double>(pairs);
        mirrored += results[1][n].points() / 2 / pairs;
    }
    const double tolerance = 4 * 0.5 / std::sqrt(pairs);
    CHECK(std::abs(first - expected(difference + 40)) < tolerance);
    CHECK(std::abs(second - expected(difference - 40)) < tolerance);
    CHECK(std::abs(mirrored - (1 - (first + second) / 2)) < 2 * tolerance);
    const double weaker = std::min(expected(difference + 40), 1 - expected(difference + 40));
    CHECK(std::abs(draws - 0.3 * 2 * weaker) < tolerance);
    CHECK(play(batch, laboratory, 1) == results);
    CHECK(play(batch, laboratory, 2) != results);
}

TEST_CASE("a hill's start is as far below its top as was asked for") {
    const Laboratory laboratory = hill(10, 100, 7);
    CHECK(laboratory.strength(laboratory.space.start()) == Approx(-100));
    const Point start = laboratory.space.start();
    double best = 0;
    for (int i = 0; i < 100; ++i) {
        Point point = start;
        point[0] = i;
        best = std::max(best, laboratory.gain(point));
    }
    CHECK(best > 0);
    CHECK(best < 60);  // one parameter is not all
}

TEST_CASE("a simulation reads answers at its budgets, and stops") {
    const Laboratory laboratory = hill(4, 100, 1);
    const StrategyContext context{.space = laboratory.space, .seed = 1, .longest_game = 60};
    const std::array budgets{1000, 3000};
    const auto strategy = strategy_of("name = 'pairs'\ngenerations = 1000", context);
    const auto readings = simulate(*strategy, laboratory, budgets);
    REQUIRE(readings.size() == 2);
    CHECK(readings[0].games >= 1000);
    CHECK(readings[0].games < 1100);
    CHECK(readings[1].games > 1500);  // a knockout is kept in reserve, and seldom as long as can be
    CHECK(readings[1].games < 3000 + 2 * 50);
    CHECK(readings[1].answer.champion.id != kNobody);
}

}  // namespace
