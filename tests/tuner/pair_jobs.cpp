// Pairs that are cut into jobs, and what is read from the jobs' results.
#include "tuner/run/pair_jobs.hpp"

#include <set>

#include "tests/catch.hpp"

namespace {

using namespace sparring;
using namespace sparring::tuner;
using Catch::Matchers::Contains;
using Numbers = std::vector<int>;

/// Candidates 0 and 1 meet each other and 2, three pairs each.
struct Fixture {
    Experiment experiment;
    Plan plan;

    Fixture() {
        experiment.configuration.choice = *games::find("dots-and-boxes/2x2");
        experiment.openings.resize(3);
        plan.sides = {{"a"}, {"b"}, {"c"}};
        for (const auto& [encounter, a, b] : {std::array{0, 0, 1}, {1, 0, 2}, {2, 1, 2}})
            for (int number = 0; number < 3; ++number)
                plan.pairs.push_back({encounter, number, a, b, static_cast<std::size_t>(number)});
    }
};

const Numbers kAll{0, 1, 2, 3, 4, 5, 6, 7, 8};

referee::JobResult result_of(const referee::Job& job, std::size_t games) {
    referee::MatchResult result;
    for (std::size_t i = 0; i < games; ++i)
        result.games.push_back({Outcome::draw, referee::Reason::normal, static_cast<int>(i)});
    return {job.id, to_json(result)};
}

TEST_CASE("a job has pairs of two sides only, and no more than it may") {
    const Fixture fixture;
    PairJobs pairs{fixture.experiment, fixture.plan, "4", "run", 7};
    const auto jobs = pairs.cut({0, 1, 2, 4, 6, 7}, 2);
    std::vector<std::pair<std::string, std::size_t>> found;
    std::set<std::string> ids;
    for (const referee::Job& job : jobs) {
        CHECK(job.run == "run");
        CHECK(job.generation == 7);
        CHECK_THAT(job.id, Catch::Matchers::StartsWith("4."));
        ids.insert(job.id);
        const auto match = referee::parse_match_job(job.body);
        REQUIRE(match);
        CHECK(match->game == "dots-and-boxes/2x2");
        found.emplace_back(match->a.engine + match->b.engine, match->openings.size());
    }
    CHECK(found == decltype(found){{"ab", 2}, {"ab", 1}, {"ac", 1}, {"bc", 2}});
    CHECK(ids.size() == jobs.size());
    const auto out = pairs.out();
    CHECK(std::set<std::string>{out.begin(), out.end()} == ids);
}

TEST_CASE("a job's games are those of its pairs, in order") {
    const Fixture fixture;
    PairJobs pairs{fixture.experiment, fixture.plan, "4", "run", 7};
    const auto jobs = pairs.cut(kAll, 3);
    REQUIRE(jobs.size() == 3);
    const auto played = pairs.take(result_of(jobs[1], 6));
    REQUIRE((played && *played));
    CHECK((*played)->games == 6);
    REQUIRE((*played)->pairs.size() == 3);
    for (int i = 0; i < 3; ++i) {
        const auto& pair = (*played)->pairs[static_cast<std::size_t>(i)];
        CHECK(pair.pair == 3 + i);
        CHECK(pair.attempt == 1);
        CHECK(pair.games[0].plies == 2 * i);
        CHECK(pair.games[1].plies == 2 * i + 1);
    }
    CHECK(pairs.out().size() == 2);
    CHECK_FALSE(pairs.take(result_of(jobs[1], 6)));  // a second time says nothing
    CHECK_FALSE(pairs.take({"4.x", "{}"}));
}

TEST_CASE("games that a result lacks are void, and pairs that come again are another attempt") {
    const Fixture fixture;
    PairJobs pairs{fixture.experiment, fixture.plan, "4", "run", 7};
    auto job = pairs.cut({3, 4}, 2).front();
    const auto some = pairs.take(result_of(job, 3));
    REQUIRE((some && *some));
    CHECK((*some)->games == 3);
    CHECK((*some)->pairs[1].games[0].outcome == Outcome::draw);
    CHECK((*some)->pairs[1].games[1].reason == referee::Reason::void_game);

    const auto again = pairs.cut({4}, 2).front();
    CHECK(again.id != job.id);
    const auto none = pairs.take({again.id, "", "", 3, true});  // abandoned
    REQUIRE((none && *none));
    CHECK((*none)->games == 0);
    REQUIRE((*none)->pairs.size() == 1);
    CHECK((*none)->pairs[0].attempt == 2);
    for (const referee::JobGame& game : (*none)->pairs[0].games) {
        CHECK(game.outcome == Outcome::none);
        CHECK(game.reason == referee::Reason::void_game);
    }
}

TEST_CASE("a result that says nothing of games is an error") {
    const Fixture fixture;
    PairJobs pairs{fixture.experiment, fixture.plan, "4", "run", 7};
    const auto jobs = pairs.cut(kAll, 3);
    const auto refused = pairs.take({jobs[0].id, to_json(referee::MatchResult{{}, "no engine"})});
    REQUIRE((refused && !*refused));
    CHECK(refused->error() == "no engine");
    const auto broken = pairs.take({jobs[1].id, "{"});
    REQUIRE((broken && !*broken));
    CHECK(pairs.out() == std::vector{jobs[2].id});
}

TEST_CASE("every worker has several jobs, unless there are too few pairs") {
    CHECK(pairs_in_job(3, 8, 4) == 1);
    CHECK(pairs_in_job(64, 8, 4) == 2);
    CHECK(pairs_in_job(64, 4, 4) == 4);
    CHECK(pairs_in_job(100'000, 8, 4) == 16);
}

}  // namespace
