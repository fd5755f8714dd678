// Strategy `aga`: who breeds, and with which rates.
#include <fmt/format.h>

#include <map>

#include "tests/tuner/aga_support.hpp"

namespace {

using namespace sparring::tuner;
using namespace sparring::tuner::aga_tests;

TEST_CASE("aga: who has all the fitness has all the children") {
    for (const char* how : {"roulette", "tournament"}) {
        const auto strategy =
            made(fmt::format("population = 9\nselection = '{}'\ntournament = 60", how));
        strategy->ask({});
        tell(*strategy, {0, 0, 0, 0, 1, 0, 0, 0, 0});
        const Batch next = strategy->ask({});
        REQUIRE(next.candidates.size() == 9);
        CHECK(next.candidates[0].id == 4);
        for (std::size_t i = 1; i < 9; ++i) {
            CHECK(next.candidates[i].parents == std::array<Id, 2>{4, 4});
            CHECK(next.candidates[i].born == 1);
            CHECK(next.candidates[i].id == static_cast<Id>(8 + i));
        }
    }
}

/// Everybody's share, and in the last generation who differs most from the parents' mean.
struct Family {
    std::map<Id, double> share;
    Id farthest_behind = kNobody, farthest_ahead = kNobody, worst = kNobody;

    void learn(const Batch& batch, const std::vector<double>& shares) {
        for (std::size_t i = 0; i < shares.size(); ++i) share[batch.candidates[i].id] = shares[i];
        double least = 9, most = -9, lowest = 9;
        for (const Candidate& child : batch.candidates) {
            if (share[child.id] < lowest) lowest = share[worst = child.id];
            if (child.parents[0] == kNobody) continue;
            const double difference =
                share[child.id] - (share[child.parents[0]] + share[child.parents[1]]) / 2;
            if (difference < least) {
                least = difference;
                farthest_behind = child.id;
            }
            if (difference > most) {
                most = difference;
                farthest_ahead = child.id;
            }
        }
    }
};

TEST_CASE("aga: without a share of the objective, differences alone decide who breeds") {
    int corrected_ahead = 0, printed_behind = 0;
    for (const bool printed : {false, true}) {
        const auto strategy =
            made(fmt::format("population = 10\nelites = 0\nepsilon = 0\ndifference = '{}'",
                             printed ? "parent-child" : "child-parent"));
        Family family;
        Random random{5, {}};
        for (int generation = 0; generation < 40; ++generation) {
            const Batch batch = strategy->ask({});
            if (generation > 1) {
                const auto parents = parents_in(batch);
                const bool ahead = parents.contains(family.farthest_ahead);
                const bool behind = parents.contains(family.farthest_behind);
                REQUIRE(!(printed ? ahead : behind));
                corrected_ahead += !printed && ahead;
                printed_behind += printed && behind;
            } else if (generation == 1) {
                // Nobody had parents: the objective decided, in spite of epsilon.
                REQUIRE(!parents_in(batch).contains(family.worst));
            }
            const auto shares = random_shares(10, random);
            tell(*strategy, shares);
            family.learn(batch, shares);
        }
    }
    CHECK(corrected_ahead > 20);
    CHECK(printed_behind > 20);
}

TEST_CASE("aga: an elite that plays worse than before has no difference") {
    int bred = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto strategy = made("population = 3\nepsilon = 0", seed);
        strategy->ask({});
        tell(*strategy, {1, 0, 0});
        strategy->ask({});
        tell(*strategy, {0, 1, 0});
        REQUIRE(strategy->ask({}).candidates[0].id == 3);
        // Its mean falls to 1/2, below its parents'; nobody else's does.
        tell(*strategy, {0, 1, 1});
        bred += parents_in(strategy->ask({})).contains(3);
    }
    CHECK(bred > 5);
}

TEST_CASE("aga: to parents of whom nothing is known there is no difference") {
    int bred = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto strategy =
            made("population = 4\nelites = 0\nepsilon = 0\ndifference = 'parent-child'", seed);
        strategy->ask({});
        tell(*strategy, std::vector<double>(4, kMissing));
        const Batch batch = strategy->ask({});
        tell(*strategy, {1, 0, 0, 0});
        bred += parents_in(strategy->ask({})).contains(batch.candidates[0].id);
    }
    CHECK(bred > 5);
}

TEST_CASE("aga: where a stage begins, differences count as nothing") {
    // As printed, the difference favours whoever has fallen: the only one with 0.
    for (const bool begins : {false, true}) {
        int bred = 0;
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            const auto strategy =
                made("population = 10\nelites = 0\nepsilon = 0\ndifference = 'parent-child'", seed);
            Random random{seed, {}};
            strategy->ask({});
            tell(*strategy, random_shares(10, random));
            strategy->ask({});
            tell(*strategy, random_shares(10, random));
            const Batch batch = strategy->ask({.index = 1, .begins = begins});
            tell(*strategy, {0, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5});
            bred += parents_in(strategy->ask({.index = 1})).contains(batch.candidates[0].id);
        }
        CHECK((bred > 0) == !begins);
    }
}

TEST_CASE("aga: with a difference of each parameter, who has not changed it is neutral") {
    for (const bool each : {false, true}) {
        int unchanged_behind = 0;
        for (std::uint64_t seed = 0; seed < 10; ++seed) {
            const auto strategy = made(
                fmt::format("population = 10\nelites = 0\nepsilon = 0\np_c1 = 0\np_c2 = 0\np_m1 = "
                            "0.5\np_m2 = 0.5\ndifference_per_parameter = {}",
                            each),
                seed, Space{{bits(6)}});
            Family family;
            Random random{seed, {}};
            for (int generation = 0; generation < 20; ++generation) {
                const Batch batch = strategy->ask({});
                if (generation > 1) {
                    const bool bred = parents_in(batch).contains(family.farthest_behind);
                    REQUIRE((each || !bred));
                    unchanged_behind += bred;
                }
                const auto shares = random_shares(10, random);
                tell(*strategy, shares);
                family.learn(batch, shares);
            }
        }
        CHECK((unchanged_behind > 0) == each);
    }
}

TEST_CASE("aga: rates are those of equations (8) and (9)") {
    // Of two individuals the winner is both parents.
    const auto check = [](const std::string& more, const std::vector<double>& shares, double p_c,
                          double p_m) {
        const auto strategy = made("population = 2\nelites = 0\n" + more);
        strategy->ask({});
        tell(*strategy, shares);
        CHECK(std::isnan(note(*strategy, "p_c")));  // nobody was bred yet
        strategy->ask({});
        tell(*strategy, {0, 0});
        INFO(more);
        CHECK(note(*strategy, "p_c") == Approx(p_c));
        CHECK(note(*strategy, "p_m") == Approx(p_m));
    };
    check("", {1, 0}, 0.6, 0.001);
    check("pm_formula = 'printed'", {1, 0}, 0.6, 0.1);
    check("p_c1 = 0.8\np_m1 = 0.3", {1, 1}, 0.8, 0.3);
}

TEST_CASE("aga: the better parent decides on the crossover, the copied one on mutation") {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto strategy = made("population = 4\nelites = 0", seed);
        strategy->ask({});
        tell(*strategy, {1, 0.5, 0, 0.5});  // fitness alike; the average is 0.5
        const Batch batch = strategy->ask({});
        tell(*strategy, {0, 0, 0, 0});
        double p_c = 0, p_m = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            const auto [first, second] = batch.candidates[i].parents;
            p_c += (first == 0 || second == 0 ? 0.6 : 0.9) / 4;
            p_m += (first == 0 ? 0.001 : 0.1) / 4;
            // The second child of a couple is a copy of the other.
            if (i % 2 == 0)
                REQUIRE(batch.candidates[i + 1].parents == std::array<Id, 2>{second, first});
        }
        REQUIRE(note(*strategy, "p_c") == Approx(p_c));
        REQUIRE(note(*strategy, "p_m") == Approx(p_m));
    }
}

TEST_CASE("aga: with rates of 0, children are copies of their first parents") {
    const auto strategy = made("start = 'random'\np_c1 = 0\np_c2 = 0\np_m1 = 0\np_m2 = 0");
    const Batch first = strategy->ask({});
    Random random{8, {}};
    tell(*strategy, random_shares(50, random));
    for (const Candidate& child : strategy->ask({}).candidates)
        if (child.born == 1)
            REQUIRE(child.point ==
                    first.candidates[static_cast<std::size_t>(child.parents[0])].point);
}

TEST_CASE("aga: rates follow the fitness with its differences, or the objective") {
    for (const bool objective : {false, true}) {
        const auto strategy =
            made(fmt::format("population = 2\nelites = 0\nepsilon = 0\ndifference = "
                             "'parent-child'\nrates_by = '{}'",
                             objective ? "objective" : "fitness"));
        strategy->ask({});
        tell(*strategy, {1, 0});
        strategy->ask({});
        tell(*strategy, {1, 0});  // both have parents with 1: as printed, the second is fitter
        CHECK(parents_in(strategy->ask({})) == std::set<Id>{3});
        tell(*strategy, {0, 0});
        CHECK(note(*strategy, "p_c") == Approx(objective ? 0.9 : 0.6));
        CHECK(note(*strategy, "p_m") == Approx(objective ? 0.1 : 0.001));
    }
}

TEST_CASE("aga: immigrants are that share of a new generation, elites apart") {
    for (const double immigrants : {0.0, 0.3, 1.0}) {
        const auto strategy = made("population = 50\ngenerations = 1000\nelites = 2");
        Random random{9, {}};
        int newcomers = 0, places = 0;
        for (int generation = 0; generation < 40; ++generation) {
            const Batch batch = strategy->ask({.immigrants = immigrants});
            for (const Candidate& candidate : batch.candidates) {
                if (generation == 0 || candidate.born < generation) continue;
                ++places;
                newcomers += candidate.parents == std::array<Id, 2>{kNobody, kNobody};
            }
            tell(*strategy, random_shares(batch.encounters.size(), random));
        }
        REQUIRE(places == 39 * 48);
        const double expected = immigrants * places;
        CHECK(std::abs(newcomers - expected) <= 5 * std::sqrt(expected * (1 - immigrants)));
    }
}

}  // namespace
