// Tests of a run's answer that are asked for afterwards.
#include <cmath>

#include "tests/catch.hpp"
#include "tests/tuner/small_run.hpp"
#include "tuner/cli/session.hpp"
#include "tuner/store/measured.hpp"

namespace {

using namespace sparring;
using namespace sparring::tuner;

FurtherTestPlan champion_against_start(const Experiment& experiment, const Point& champion,
                                       const std::string& limits, int pairs) {
    FurtherTestPlan plan{
        .subject = {"champion (" + limits + ")", experiment.side(champion, limits), champion},
        .against = {{"start (" + limits + ")", experiment.side(experiment.space().start(), limits),
                     experiment.space().start()}},
        .pairs = pairs};
    plan.openings = experiment.openings_of(Role::test);
    return plan;
}

TEST_CASE("a sequential test stops at the first pair that decides, in the order of the openings") {
    const referee::SprtSettings settings{0, 50, 0.05, 0.05, referee::EloModel::logistic};
    std::vector<double> points;
    for (int i = 0; i < 400; ++i) points.push_back(i % 4 == 0 ? 0.5 : i % 4 == 1 ? 1 : 2);
    const Stop stop = first_stop(points, settings);
    REQUIRE(stop.state.decision == referee::Decision::accept_h1);
    REQUIRE(stop.pairs < 400);
    CHECK(stop.state.llr >= stop.state.bounds.high);

    SECTION("one pair fewer does not decide") {
        const auto before =
            first_stop(std::span{points}.first(static_cast<std::size_t>(stop.pairs) - 1), settings);
        CHECK(before.state.decision == referee::Decision::running);
        CHECK(before.pairs == stop.pairs - 1);
    }
    SECTION("looking in blocks finds the same end") {
        for (const int block : {1, 7, 32}) {
            Stop look;
            for (int n = block; look.state.decision == referee::Decision::running; n += block)
                look = first_stop(std::span{points}.first(static_cast<std::size_t>(n)), settings,
                                  look);
            CHECK(look.pairs == stop.pairs);
            CHECK(look.counts == stop.counts);
            CHECK(look.state.llr == stop.state.llr);
        }
    }
}

TEST_CASE("openings that two have met on are counted over all tests of a run") {
    StoredBatch batch;
    batch.kind = BatchKind::test;
    batch.labels = {"champion", "mean", "start"};
    batch.batch.encounters = {{0, 2, 10}, {1, 2, 7}};
    StoredBatch validation = batch;
    validation.kind = BatchKind::validation;
    const std::vector<StoredBatch> batches{batch, validation, batch};
    CHECK(pairs_played(batches, "champion", "start") == 20);
    CHECK(pairs_played(batches, "mean", "start") == 14);
    CHECK(pairs_played(batches, "champion", "mean") == 0);
}

TEST_CASE("a test beside an interrupted run changes nothing of the run") {
    const Folder folder;
    Experiment experiment = small_experiment();
    Silent silent;

    auto whole = RunStore::create(folder / "whole.db", experiment.stored());
    REQUIRE(whole);
    REQUIRE(run_session(experiment, **whole, silent).kind == RunEnd::Kind::complete);

    auto store = RunStore::create(folder / "run.db", experiment.stored());
    REQUIRE(store);
    Silent interrupting{1};
    REQUIRE(run_session(experiment, **store, interrupting).kind == RunEnd::Kind::interrupted);
    REQUIRE_FALSE((*store)->answers().empty());
    const Point champion = (*store)->answers().back().champion_point;
    const auto before = (*store)->batches(false).size();
    const RunEnd end = test_session(experiment, **store, silent,
                                    champion_against_start(experiment, champion, "depth=2", 6));
    REQUIRE(end.kind == RunEnd::Kind::complete);

    const auto batches = (*store)->batches(true);
    REQUIRE(batches.size() == before + 1);
    const StoredBatch& test = batches.back();
    CHECK(test.beside());
    CHECK(test.kind == BatchKind::test);
    CHECK_FALSE(test.ended.empty());
    const auto rows = measured(**store, test);
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].subject == "champion (depth=2)");
    CHECK(rows[0].opponent == "start (depth=2)");
    CHECK(rows[0].games[0] + rows[0].games[1] + rows[0].games[2] == 12);

    REQUIRE(run_session(experiment, **store, silent).kind == RunEnd::Kind::complete);
    CHECK(digest(**store) == digest(**whole));
    CHECK((*store)->batches(false).size() == (*whole)->batches(false).size() + 1);
}

TEST_CASE("a sequential test is stored with its settings, and what it counted") {
    const Folder folder;
    Experiment experiment = small_experiment({"run.budget.generations=1"});
    Silent silent;
    auto store = RunStore::create(folder / "run.db", experiment.stored());
    REQUIRE(store);
    // Decided at once: whoever plays here is not 100 Elo behind.
    Point good = experiment.space().start(), bad = good;
    for (double& value : bad) value = 0;
    good[0] = 127;
    FurtherTestPlan plan = champion_against_start(experiment, good, "depth=2", 30);
    plan.against[0].side = experiment.side(bad, "depth=2");
    plan.against[0].point = bad;
    plan.sprt = referee::SprtSettings{-300, -100, 0.05, 0.05, referee::EloModel::logistic};
    REQUIRE(test_session(experiment, **store, silent, plan).kind == RunEnd::Kind::complete);

    const StoredBatch test = (*store)->batches(true).back();
    const auto settings = sequential_test(test);
    REQUIRE(settings);
    CHECK(*settings == *plan.sprt);
    const auto rows = measured(**store, test);
    REQUIRE(rows.size() == 1);
    const referee::SprtState state = referee::sprt(rows[0].pairs, *settings);
    CHECK(state.decision == referee::Decision::accept_h1);
    // Blocks are played whole; those behind the deciding pair are in the file and do not count.
    std::int64_t pairs = 0, stored = 0;
    for (const auto count : rows[0].pairs) pairs += count;
    (*store)->visit_games(test.number, [&](const StoredGame&) { ++stored; });
    CHECK(2 * pairs < stored);
}

}  // namespace
