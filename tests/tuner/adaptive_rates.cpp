// Equations (8) and (9) of S1.
#include "tuner/strategy/adaptive_rates.hpp"

#include "tests/catch.hpp"

namespace {

using namespace sparring::tuner;

TEST_CASE("the better an individual, the less it is changed") {
    const AdaptiveRates rates;
    const FitnessSpread spread{.average = 40, .best = 60};
    CHECK(rates.crossover(60, spread) == Approx(0.6));
    CHECK(rates.crossover(50, spread) == Approx(0.75));
    CHECK(rates.crossover(40, spread) == Approx(0.9));
    CHECK(rates.crossover(39, spread) == Approx(0.9));
    CHECK(rates.mutation(60, spread) == Approx(0.001));
    CHECK(rates.mutation(50, spread) == Approx(0.0505));
    CHECK(rates.mutation(40, spread) == Approx(0.1));
    CHECK(rates.mutation(0, spread) == Approx(0.1));
}

TEST_CASE("the printed rate of mutation is highest for the best and jumps at the average") {
    AdaptiveRates rates;
    rates.printed = true;
    const FitnessSpread spread{.average = 40, .best = 60};
    CHECK(rates.mutation(60, spread) == Approx(0.1));
    CHECK(rates.mutation(55, spread) == Approx(0.1 - 0.099 * 0.25));
    CHECK(rates.mutation(40, spread) == Approx(0.001));
    CHECK(rates.mutation(39.999, spread) == Approx(0.1));
    CHECK(rates.crossover(60, spread) == Approx(0.6));
}

TEST_CASE("where all are equally fit, rates are the highest") {
    for (const bool printed : {false, true}) {
        AdaptiveRates rates;
        rates.printed = printed;
        for (const double fitness : {0.0, 0.1, 1.0 / 3, 0.5, 67.35, -4.2}) {
            for (const std::size_t n : {1u, 2u, 3u, 7u, 49u, 50u}) {
                const FitnessSpread spread = spread_of(std::vector<double>(n, fitness));
                INFO(fitness << " x " << n);
                REQUIRE(rates.crossover(fitness, spread) == 0.9);
                REQUIRE(rates.mutation(fitness, spread) == 0.1);
            }
        }
        CHECK(rates.crossover(0, spread_of({})) == 0.9);
        CHECK(rates.mutation(0, spread_of({})) == 0.1);
    }
}

TEST_CASE("rates stay between their bounds whatever the fitness") {
    for (const bool printed : {false, true}) {
        AdaptiveRates rates;
        rates.printed = printed;
        const FitnessSpread spread = spread_of(std::vector<double>{0, 1, 5});
        CHECK(spread.average == Approx(2));
        CHECK(spread.best == 5);
        for (double fitness = -10; fitness < 20; fitness += 0.25) {
            REQUIRE(rates.crossover(fitness, spread) >= 0.6 - 1e-12);
            REQUIRE(rates.crossover(fitness, spread) <= 0.9 + 1e-12);
            REQUIRE(rates.mutation(fitness, spread) >= 0.001 - 1e-12);
            REQUIRE(rates.mutation(fitness, spread) <= 0.1 + 1e-12);
        }
    }
}

TEST_CASE("rates are keys of the configuration") {
    auto node =
        parse_toml("p_c1 = 1\np_c2 = 0.5\np_m1 = 0.2\np_m2 = 0\npm_formula = 'printed'", "t.toml");
    REQUIRE(node);
    Table table{&*node, "strategy"};
    const AdaptiveRates rates = read_adaptive_rates(table);
    CHECK(!table.problem());
    CHECK(rates.crossover_most == 1);
    CHECK(rates.crossover_least == 0.5);
    CHECK(rates.mutation_most == 0.2);
    CHECK(rates.mutation_least == 0);
    CHECK(rates.printed);
    Table empty{nullptr, "strategy"};
    CHECK(!read_adaptive_rates(empty).printed);
}

}  // namespace
