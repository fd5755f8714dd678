// Runs as observations of a comparison.
#include "tuner/store/arm.hpp"
#include "tests/catch.hpp"
#include "tests/tuner/small_run.hpp"
#include "tuner/cli/commands.hpp"

namespace {

using namespace sparring;
using namespace sparring::tuner;
using Catch::Matchers::Contains;

/// A run with a test of its answer: two pairs won, one and a half points, one lost.
Observation tested(const Folder& folder, const std::string& name,
                   const std::vector<std::string>& settings) {
    const Experiment experiment = small_experiment(settings);
    const auto store = RunStore::create(folder / name, experiment.stored());
    REQUIRE(store);
    const Point start = experiment.space().start();
    StoredBatch batch;
    batch.kind = BatchKind::test;
    batch.labels = {"champion", "start"};
    batch.batch.candidates = {{kNobody, start}, {kNobody, start}};
    batch.batch.encounters = {{0, 1, 4}};
    (*store)->add(batch);
    const double scores[4][2] = {{1, 1}, {0, 0}, {1, 0.5}, {1, 1}};
    for (int pair = 0; pair < 4; ++pair) {
        for (const bool first : {true, false}) {
            StoredGame game;
            game.pair = pair;
            game.first = first;
            game.score = scores[pair][first ? 0 : 1];
            (*store)->add(0, game);
        }
    }
    const auto early = observe(**store, "champion");
    CHECK_FALSE(early);  // the test has not ended
    (*store)->end(0, {}, {});
    auto run = observe(**store, "champion");
    REQUIRE(run);
    return *std::move(run);
}

TEST_CASE("a run is an observation when its answer has been tested") {
    const Folder folder;
    const Experiment experiment = small_experiment();
    const auto store = RunStore::create(folder / "new.db", experiment.stored());
    REQUIRE(store);
    const auto none = observe(**store, "champion");
    REQUIRE_FALSE(none);
    CHECK_THAT(none.error(), Contains("no test of the champion against the start"));

    const Observation run = tested(folder, "run.db", {"run.seed=3"});
    CHECK(run.strategy == "pairs");
    CHECK(run.seed == "3");
    CHECK(run.counts == PairCounts{1, 0, 0, 1, 2});

    SECTION("runs with one openings.seed have one opening split") {
        const std::vector<std::string> other{"run.seed=4", "openings.seed=3"};
        CHECK_FALSE(difference(run, tested(folder, "same.db", other)));
        const auto problem = difference(run, tested(folder, "other.db", {"run.seed=4"}));
        REQUIRE(problem);
        CHECK_THAT(*problem, Contains("opening split (openings.seed makes it the same)"));
    }
    SECTION("the difference is named") {
        const auto budget =
            difference(run, tested(folder, "b.db", {"run.seed=3", "run.budget.generations=1"}));
        REQUIRE(budget);
        CHECK_THAT(*budget, Contains("differ in their budget: "));
        const auto parameters =
            difference(run, tested(folder, "p.db", {"run.seed=3", "params.tune=Pieces"}));
        REQUIRE(parameters);
        CHECK_THAT(*parameters, Contains("differ in their parameters: Pieces 0.."));
    }
}

TEST_CASE("runs of one seed are one run") {
    Observation a{
        .path = "a", .strategy = "pairs", .seed = "1", .keys = "population = 6", .setting = {}};
    Observation b = a;
    b.path = "b";
    CHECK(not_one_arm({a, b}).value() == "a and b have the same seed 1: they are one run, not two");
    b.seed = "2";
    CHECK_FALSE(not_one_arm({a, b}));
    b.keys = "population = 8";
    CHECK(not_one_arm({a, b}).value() ==
          "a and b differ in their [strategy]: --label makes them two tuners");
}

TEST_CASE("the command refuses what it cannot compare") {
    const auto compare = [](std::vector<std::string> words) { return compare_command(words); };
    CHECK(compare({}) == kWrongUsage);
    CHECK(compare({"--label", "x"}) == kWrongUsage);
    CHECK(compare({"/nowhere/a", "/nowhere/b"}) == kWrongUsage);
    CHECK(compare({"--subject", "best"}) == kWrongUsage);
}

}  // namespace
