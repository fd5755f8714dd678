// Strategy `aga`: what it asks, what it answers, who stays and what it refuses.
#include "tests/tuner/aga_support.hpp"
#include "tuner/strategy/tally.hpp"

namespace {

using namespace sparring::tuner;
using namespace sparring::tuner::aga_tests;

TEST_CASE("aga: everybody plays the opponents from the same openings") {
    const auto strategy = made("pairs = 3");
    const Batch batch = strategy->ask({});
    CHECK(batch.generation == 0);
    CHECK(batch.keep == 0);
    REQUIRE(batch.candidates.size() == 50);
    REQUIRE(batch.encounters.size() == 50);
    for (int i = 0; i < 50; ++i) {
        CHECK(batch.candidates[static_cast<std::size_t>(i)].id == i);
        CHECK(batch.encounters[static_cast<std::size_t>(i)] ==
              Encounter{i, Encounter::kOpponents, 3, 0});
    }
    CHECK(batch.candidates.front().point == small_space().start());
    CHECK(strategy->closing_pairs() == 0);
}

TEST_CASE("aga: before the first results, the answer is the start") {
    const auto strategy = made("start = 'random'");
    strategy->ask({});
    const Answer answer = strategy->answer();
    CHECK(answer.champion.id == kNobody);
    CHECK(answer.champion.point == small_space().start());
    CHECK(answer.score == 0.5);
    CHECK(answer.mean == small_space().start());
    CHECK(strategy->notes().empty());
}

TEST_CASE("aga: the answer is the best and the mean of the better half") {
    const auto strategy = made("population = 5\nstart = 'random'\nelites = 0");
    const Batch batch = strategy->ask({});
    tell(*strategy, {0, 0.5, 1, 0, 0.5});
    const Answer answer = strategy->answer();
    CHECK(answer.champion == batch.candidates[2]);
    CHECK(answer.score == 1);
    const std::vector<Point> half{batch.candidates[2].point, batch.candidates[1].point,
                                  batch.candidates[4].point};
    CHECK(answer.survivors == half);
    CHECK(answer.mean == mean_of(small_space(), half));
    // The next generation's points do not show before they have played.
    strategy->ask({});
    CHECK(strategy->answer().survivors == half);
}

TEST_CASE("aga: whose games are missing is as bad as the worst, not average") {
    const auto strategy = made("population = 4\nelites = 0");
    const Batch batch = strategy->ask({});
    tell(*strategy, {kMissing, 0.5, 1, kMissing});
    CHECK(strategy->answer().champion == batch.candidates[2]);
    CHECK(strategy->answer().survivors.size() == 2);
    CHECK(note(*strategy, "fitness_mean") == Approx(0.75));
    CHECK(parents_in(strategy->ask({})) == std::set<Id>{2});

    // Nor does it profit from having no difference.
    const auto differences = made("population = 4\nelites = 0\nepsilon = 0");
    differences->ask({});
    tell(*differences, {1, 0, 0, 0});
    differences->ask({});
    tell(*differences, {kMissing, 1, 0, 0});
    CHECK(parents_in(differences->ask({})) == std::set<Id>{5});

    const auto equals = made("population = 4");
    equals->ask({});
    tell(*equals, {kMissing, 0.5, 0.5, 0.5});
    CHECK(equals->answer().champion.id == 1);
}

TEST_CASE("aga: a generation without any result changes no answer and keeps the elite") {
    const auto strategy = made("population = 4");
    strategy->ask({});
    tell(*strategy, {0, 0, 1, 0});
    const Answer before = strategy->answer();
    strategy->ask({});
    tell(*strategy, std::vector<double>(4, kMissing));
    CHECK(strategy->answer().champion == before.champion);
    // Not even the elite has games in a new stage.
    CHECK(strategy->ask({.index = 1, .begins = true}).candidates.front() == before.champion);
    tell(*strategy, std::vector<double>(4, kMissing));
    CHECK(strategy->answer().champion == before.champion);
    CHECK(std::isnan(note(*strategy, "fitness_best")));
    CHECK(strategy->ask({}).candidates.front() == before.champion);

    const auto nothing = made("population = 4\nelites = 0");
    nothing->ask({});
    tell(*nothing, std::vector<double>(4, kMissing));
    CHECK(nothing->answer().champion.id == kNobody);
    CHECK(nothing->ask({}).candidates.size() == 4);
}

TEST_CASE("aga: elites play again, and all their games under the stage count") {
    for (const bool begins : {false, true}) {
        const auto strategy = made("population = 3");
        strategy->ask({.begins = true});
        tell(*strategy, {0, 1, 0});
        const Batch second = strategy->ask({.begins = begins});
        REQUIRE(second.candidates[0].id == 1);
        tell(*strategy, {0, 0.5, 0});
        // (1 + 0) / 2 equals 0.5, and the elder is first; in a new stage it has 0.
        CHECK(strategy->answer().champion == second.candidates[begins ? 1 : 0]);
        CHECK(strategy->answer().score == 0.5);
        CHECK(note(*strategy, "score") == Approx(begins ? 1.0 / 6 : 1.0 / 3));
    }
}

TEST_CASE("aga: early wins are better where the game's length is known") {
    for (const int longest_game : {0, 60}) {
        const auto strategy = made("population = 3", 1, small_space(), longest_game);
        const Batch batch = strategy->ask({});
        strategy->tell(std::vector<EncounterResult>{result(1, 55), result(0.5, 48), result(1, 49)});
        CHECK(strategy->answer().champion == batch.candidates[longest_game > 0 ? 2 : 0]);
        if (longest_game > 0) {
            CHECK(note(*strategy, "fitness_best") == Approx(60 + 121 / 6.0));
            CHECK(note(*strategy, "fitness_worst") == Approx(60 + 25 / 6.0));
            // (60 + 144 / 6 + 48) / 2 = 66
            CHECK(note(*strategy, "fitness_mean") == Approx((126 + 146 / 6.0 + 60) / 3));
        } else {
            CHECK(note(*strategy, "fitness_best") == 1);
            CHECK(note(*strategy, "fitness_worst") == 0.5);
        }
        CHECK(note(*strategy, "score") == Approx(2.5 / 3));
        CHECK(note(*strategy, "diversity") > 0);
    }
}

TEST_CASE("aga: those whom the heuristic step has changed play before the next generation") {
    const auto strategy =
        made("population = 4\nheuristic = 'increasing'\nstart = 'random'\ngenerations = 2");
    const Batch all = strategy->ask({});
    tell(*strategy, {0, 1, 0.5, 0.5});
    const Candidate champion = strategy->answer().champion;
    CHECK(strategy->generation() == 0);
    const Batch changed = strategy->ask({});
    CHECK(changed.generation == 0);
    REQUIRE(!changed.candidates.empty());
    CHECK(changed.candidates.size() <= 3);
    CHECK(changed.encounters.size() == changed.candidates.size());
    Id id = 4;
    for (const Candidate& candidate : changed.candidates) {
        CHECK(candidate.id == id++);
        const auto parent = static_cast<std::size_t>(candidate.parents[0]);
        REQUIRE(parent < 4);
        CHECK(all.candidates[parent].id != champion.id);
        CHECK(all.candidates[parent].point != candidate.point);
    }
    // Until they have, the answer is out of those who played before.
    CHECK(strategy->answer().survivors.size() == 2);
    CHECK(strategy->answer().champion == champion);
    tell(*strategy, std::vector<double>(changed.candidates.size(), 1));
    CHECK(strategy->answer().champion.id != kNobody);
    CHECK(strategy->generation() == 1);
    const Batch next = strategy->ask({});
    CHECK(next.generation == 1);
    CHECK(next.candidates.size() == 4);
}

TEST_CASE("aga: who is changed by the heuristic step counts as new") {
    int bred = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto strategy = made(
            "population = 8\nelites = 0\nepsilon = 0\ndifference_per_parameter = true\np_c1 = "
            "0\np_c2 = 0\np_m1 = 0.5\np_m2 = 0.5\nheuristic = 'increasing'\nstart = 'random'",
            seed, Space{{bits(6)}});
        for (int generation = 0; generation < 2; ++generation) {
            const Batch batch = strategy->ask({});
            REQUIRE(batch.candidates.size() == 8);
            tell(*strategy, std::vector<double>(8, 0.5));
            const Batch changed = strategy->ask({});
            REQUIRE(changed.candidates.size() == 1);
            tell(*strategy, {0});
            // What it did before it was changed does not count.
            REQUIRE(note(*strategy, "score") == Approx(3.5 / 8));
            REQUIRE(note(*strategy, "fitness_worst") == 0);
            // Its parameter has changed: it has a difference, the least.
            if (generation == 1)
                bred += parents_in(strategy->ask({})).contains(changed.candidates[0].id);
        }
    }
    CHECK(bred == 0);
}

TEST_CASE("aga: a stage that begins amid a heuristic step has all play anew") {
    const auto strategy = made("population = 4\nheuristic = 'increasing'\nstart = 'random'");
    strategy->ask({});
    tell(*strategy, {0, 1, 0.5, 0.5});
    const Batch batch = strategy->ask({.index = 1, .begins = true});
    CHECK(batch.generation == 0);
    CHECK(batch.candidates.size() == 4);
}

TEST_CASE("aga: it ends with its generations, or when it is closed") {
    const auto strategy = made("population = 4\ngenerations = 3");
    for (int generation = 0; generation < 3; ++generation) {
        REQUIRE(strategy->ask({}).generation == generation);
        tell(*strategy, {0, 1, 0, 0});
    }
    CHECK(strategy->ask({}).encounters.empty());
    CHECK(strategy->answer().score > 0.5);

    const auto closed = made("population = 4");
    closed->ask({});
    tell(*closed, {0, 1, 0, 0});
    closed->close();
    CHECK(closed->ask({}).encounters.empty());
    CHECK(closed->answer().champion.id == 1);
}

TEST_CASE("aga: wrong keys are refused") {
    const auto problem_with = [](const std::string& settings, int longest_game) {
        return problem_of("name = 'aga'\n" + settings, {small_space(), 1, longest_game});
    };
    CHECK(problem_with("", 0) == "");
    CHECK(problem_with("objective = 'decided'", 60) == "");
    CHECK(problem_with("objective = 'score'", 60) == "");
    CHECK(problem_with("objective = 'decided'", 0) ==
          "test.toml:2: strategy.objective: decided needs a game that is over after a number of "
          "moves "
          "that is known, and this one is not; expected score");
    CHECK(problem_with("population = 4\nelites = 4", 0) ==
          "test.toml:3: strategy.elites: nobody would be new: expected less than the population");
    CHECK_THAT(problem_with("epsilon = 1.5", 0), Catch::Matchers::Contains("0..1"));
    CHECK_THAT(problem_with("pm_formula = 'print'", 0),
               Catch::Matchers::Contains("did you mean printed?"));
    CHECK_THAT(problem_with("objektive = 'score'", 0),
               Catch::Matchers::Contains("did you mean strategy.objective?"));
}

}  // namespace
