// What strategy `aga` computes: S1's equations (2) to (7), selection, S2's heuristic step.
#include <array>
#include <cmath>
#include <limits>

#include "tests/catch.hpp"
#include "tuner/strategy/first_differences.hpp"
#include "tuner/strategy/heuristic_step.hpp"
#include "tuner/strategy/objective.hpp"
#include "tuner/strategy/operators.hpp"
#include "tuner/strategy/selection.hpp"

namespace {

using namespace sparring::tuner;

const double kNan = std::numeric_limits<double>::quiet_NaN();
const double kInfinity = std::numeric_limits<double>::infinity();

/// Close enough for sums of a few rounded numbers.
void check_equal(const std::vector<double>& is, const std::vector<double>& expected) {
    REQUIRE(is.size() == expected.size());
    for (std::size_t i = 0; i < is.size(); ++i) {
        INFO("element " << i);
        CHECK(is[i] == Approx(expected[i]).margin(1e-12));
    }
}

TEST_CASE("an early win is worth more than a late one, a late loss more than an early one") {
    const Objective f{Objective::Kind::decided, 60, 6};
    CHECK(f({1, 60, 60}) == 60);
    CHECK(f({1, 60, 54}) == 66);
    CHECK(f({1, 60, 48}) == 84);
    CHECK(f({0, 60, 48}) == 48);
    CHECK(f({0, 60, 60}) == 60);
    CHECK(f({0.5, 60, 60}) == 60);
    CHECK(f({0.5, 60, 50}) == 60);
    const Objective small{Objective::Kind::decided, 24, 3};
    CHECK(small({1, 24, 18}) == 36);
}

TEST_CASE("numbers of moves that cannot be do not make a loss better than a win") {
    const Objective f{Objective::Kind::decided, 60, 6};
    CHECK(f({1, 99, 99}) == 60);
    CHECK(f({0, 99, 99}) == 60);
    CHECK(f({0, 0, -5}) == 0);
    CHECK(f({1, 0, -5}) == 660);
}

TEST_CASE("the objective can be the score alone") {
    const Objective f{};
    CHECK(f({1, 60, 43}) == 1);
    CHECK(f({0.5, 60, 43}) == 0.5);
    CHECK(f({0, 60, 43}) == 0);
}

TEST_CASE("a difference is child minus parent, and the printed one the reverse") {
    const ParentObjectives parents{50, 70};
    FirstDifferences settings;
    CHECK(settings.difference(65, parents) == 5);
    settings.as_printed = true;
    CHECK(settings.difference(65, parents) == -5);
    settings.first_parent = true;
    CHECK(settings.difference(65, parents) == -15);
    settings.as_printed = false;
    CHECK(settings.difference(65, parents) == 15);
}

TEST_CASE("values are scaled to 0 .. 1, and equal ones to the middle") {
    check_equal(scaled(std::vector<double>{60, 80, 100, 65}), {0, 0.5, 1, 0.125});
    check_equal(scaled(std::vector<double>{-3, -1}), {0, 1});
    check_equal(scaled(std::vector<double>{7, 7, 7}), {0.5, 0.5, 0.5});
    check_equal(scaled(std::vector<double>{0, 0}), {0.5, 0.5});
    check_equal(scaled(std::vector<double>{7}), {0.5});
    CHECK(scaled({}).empty());
    // 0.1 + 0.2 is not 0.3, and yet they are equal here.
    check_equal(scaled(std::vector<double>{0.1 + 0.2, 0.3}), {0.5, 0.5});
}

TEST_CASE("the fitness weighs the objective and its difference") {
    const std::vector<double> objective{60, 80, 100};
    check_equal(guided_fitness(objective, {-10, 20, 5}, 0.7), {0, 0.35 + 0.3, 0.7 + 0.15});
    check_equal(guided_fitness(objective, {-10, 20, 5}, 1), {0, 0.5, 1});
    check_equal(guided_fitness(objective, {-10, 20, 5}, 0), {0, 1, 0.5});
}

TEST_CASE("who has no difference is in the middle and not among minimum and maximum") {
    const std::vector<double> objective{60, 80, 100};
    const std::optional<double> none;
    check_equal(guided_fitness(objective, {none, -10, 20}, 0.7), {0.15, 0.35, 1});
    check_equal(guided_fitness(objective, {none, none, none}, 0.7), {0.15, 0.5, 0.85});
    check_equal(guided_fitness(objective, {none, none, 4}, 0.7), {0.15, 0.5, 0.85});
}

TEST_CASE("where fitness or differences are all equal, that term is neutral") {
    const std::vector<double> equal{60, 60, 60}, objective{60, 80, 100};
    check_equal(guided_fitness(equal, {1, 2, 3}, 0.7), {0.35, 0.5, 0.65});
    check_equal(guided_fitness(objective, {2, 2, 2}, 0.7), {0.15, 0.5, 0.85});
    check_equal(guided_fitness(equal, {0, 0, 0}, 0.7), {0.5, 0.5, 0.5});
    CHECK(guided_fitness({}, {}, 0.7).empty());
}

std::vector<int> drawn(const Selector& selector, std::size_t individuals, int draws) {
    std::vector<int> counts(individuals);
    Random random{11, {}};
    for (int i = 0; i < draws; ++i) ++counts[selector.draw(random)];
    return counts;
}

TEST_CASE("the roulette draws in proportion to the fitness") {
    const int n = 40000;
    const std::vector<double> fitness{0, 1, 0, 2, 5, 0};
    const auto counts = drawn(Selector{Selection::roulette, fitness}, fitness.size(), n);
    for (std::size_t i = 0; i < fitness.size(); ++i) {
        const double p = fitness[i] / 8;
        INFO("individual " << i);
        CHECK(std::abs(counts[i] - n * p) <= 5 * std::sqrt(n * p * (1 - p)));
    }
}

TEST_CASE("without any fitness, the roulette gives equal chances") {
    const int n = 40000;
    for (const auto& fitness :
         {std::vector<double>{0, 0, 0, 0}, {0.5, 0.5, 0.5, 0.5}, {-1, -2, kNan, kInfinity}}) {
        for (const int count : drawn(Selector{Selection::roulette, fitness}, 4, n))
            CHECK(std::abs(count - n / 4) < 5 * std::sqrt(n * 3.0 / 16));
    }
}

TEST_CASE("a single one is always drawn") {
    for (const Selection how : {Selection::roulette, Selection::tournament})
        for (const double fitness : {0.0, 1.0, kNan})
            CHECK(drawn(Selector{how, std::vector<double>{fitness}, 3}, 1, 100)[0] == 100);
}

TEST_CASE("the fittest of a tournament is drawn") {
    const int n = 40000;
    const std::vector<double> fitness{3, 1, 2, 0};
    // The best of k out of m equal draws is below rank r with probability (1 - r/m)^k.
    const std::array<double, 4> chance{7.0 / 16, 3.0 / 16, 5.0 / 16, 1.0 / 16};
    const auto counts = drawn(Selector{Selection::tournament, fitness, 2}, 4, n);
    for (std::size_t i = 0; i < 4; ++i)
        CHECK(std::abs(counts[i] - n * chance[i]) < 5 * std::sqrt(n * chance[i] * (1 - chance[i])));
    CHECK(drawn(Selector{Selection::tournament, fitness, 100}, 4, 200)[0] == 200);
}

TEST_CASE("rank correlation is Spearman's") {
    const std::vector<double> up{1, 2, 3, 4, 5};
    CHECK(rank_correlation(up, std::vector<double>{10, 20, 21, 22, 90}) == Approx(1));
    CHECK(rank_correlation(up, std::vector<double>{5, 4, 3, 2, 1}) == Approx(-1));
    // 1 - 6 sum d^2 / (n (n^2 - 1)) = 1 - 6 * 4 / 120
    CHECK(rank_correlation(up, std::vector<double>{2, 1, 4, 3, 5}) == Approx(0.8));
    // Ranks 0.5, 0.5, 2, 3.5, 3.5 against 0 .. 4: 9 / sqrt(10 * 9)
    CHECK(rank_correlation(up, std::vector<double>{1, 1, 2, 3, 3}) == Approx(9 / std::sqrt(90.0)));
    CHECK(rank_correlation(up, std::vector<double>{3, 3, 3, 3, 3}) == 0);
    CHECK(rank_correlation({}, {}) == 0);
}

Space one_parameter() {
    return Space{{{.name = "P", .min = 0, .max = 63, .bits = 6}}};
}

std::vector<double> stepped(Heuristic how, const std::vector<double>& values,
                            const std::vector<double>& fitness, std::size_t elites) {
    std::vector<Point> points;
    for (const double value : values) points.push_back({value});
    std::vector<double> after;
    for (const Point& point : heuristic_step(one_parameter(), how, points, fitness, elites))
        after.push_back(point[0]);
    return after;
}

TEST_CASE("where a parameter increases with the fitness, the best goes on") {
    // In the order of fitness: 10, 12, 20, 40; (40 - 10) / 3 = 10.
    const std::vector<double> values{40, 10, 20, 12}, fitness{9, 1, 5, 3};
    check_equal(stepped(Heuristic::increasing, values, fitness, 0), {50, 10, 20, 12});
    check_equal(stepped(Heuristic::increasing, values, fitness, 1), {40, 10, 30, 12});
    check_equal(stepped(Heuristic::off, values, fitness, 0), values);
    // Never out of the range.
    check_equal(stepped(Heuristic::increasing, {0, 60}, {1, 2}, 0), {0, 63});
}

TEST_CASE("where it does not increase, the farthest from the mean goes there") {
    // Mean 20; 40 is farthest.
    const std::vector<double> values{12, 10, 40, 18}, fitness{9, 1, 5, 3};
    check_equal(stepped(Heuristic::increasing, values, fitness, 0), {12, 10, 20, 18});
    // An elite that is farthest stays; then 10 is the farthest of the others.
    check_equal(stepped(Heuristic::increasing, {40, 10, 18, 12}, {9, 1, 5, 6}, 1),
                {40, 20, 18, 12});
    // Neither equal values nor falling ones increase.
    check_equal(stepped(Heuristic::increasing, {5, 5, 5}, {1, 2, 3}, 0), {5, 5, 5});
    check_equal(stepped(Heuristic::increasing, {7, 4}, {1, 2}, 0), {6, 4});
}

TEST_CASE("a rank correlation above one half counts as an increase") {
    const std::vector<double> fitness{1, 2, 3, 4, 5};
    // Correlation 0.8; (50 - 20) / 4 = 7.5, on the grid 8.
    const std::vector<double> values{20, 10, 40, 30, 50};
    check_equal(stepped(Heuristic::rank_correlation, values, fitness, 0), {20, 10, 40, 30, 58});
    check_equal(stepped(Heuristic::increasing, values, fitness, 0), {20, 30, 40, 30, 50});
    // Correlation 0.6; the increments' mean, 1/4, would be rounded away.
    check_equal(stepped(Heuristic::rank_correlation, {32, 30, 31, 34, 33}, fitness, 0),
                {32, 30, 31, 34, 34});
    // Exactly 1 - 6 * 10 / 120 is not above one half.
    check_equal(stepped(Heuristic::rank_correlation, {20, 40, 10, 30, 50}, fitness, 0),
                {20, 40, 30, 30, 50});
}

TEST_CASE("the heuristic step stays on the grid and leaves small populations alone") {
    CHECK(stepped(Heuristic::increasing, {7}, {1}, 0) == std::vector<double>{7});
    CHECK(stepped(Heuristic::increasing, {}, {}, 0).empty());
    CHECK(stepped(Heuristic::increasing, {7, 9}, {1, 2}, 2) == std::vector<double>{7, 9});
    const Space space{{{.name = "A", .min = -3, .max = 4, .step = 0.5, .codec = Codec::real},
                       {.name = "B", .min = 3, .max = 9, .step = 2, .bits = 2}}};
    Random random{5, {}};
    for (const Heuristic how : {Heuristic::increasing, Heuristic::rank_correlation}) {
        for (std::size_t n = 2; n < 9; ++n) {
            for (int round = 0; round < 50; ++round) {
                std::vector<Point> points;
                std::vector<double> fitness;
                for (std::size_t i = 0; i < n; ++i) {
                    points.push_back(random_point(space, random));
                    fitness.push_back(static_cast<double>(random.below(4)));
                }
                for (const Point& point : heuristic_step(space, how, points, fitness, 1))
                    REQUIRE(space.contains(point));
            }
        }
    }
}

}  // namespace
