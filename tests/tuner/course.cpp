// The course of a run: whom candidates meet, which stage they are in, how long they race.
#include <algorithm>
#include <cmath>

#include "tests/catch.hpp"
#include "tuner/genome/random.hpp"
#include "tuner/run/curriculum.hpp"
#include "tuner/run/plan.hpp"
#include "tuner/run/race.hpp"

namespace {

using namespace sparring;
using namespace sparring::tuner;

const std::vector<std::size_t> kOpenings{10, 11, 12, 13, 14};

Cast cast_of(int candidates, int opponents) {
    Cast cast;
    for (int i = 0; i < candidates; ++i)
        cast.candidates.push_back({"e", {{"X", std::to_string(i)}}, "depth=1"});
    for (int i = 0; i < opponents; ++i)
        cast.opponents.push_back({"o" + std::to_string(i), {}, "depth=2"});
    return cast;
}

TEST_CASE("opponents take turns, and each of them gets the same openings") {
    const Batch batch{.candidates = {{}, {}},
                      .encounters = {{0, Encounter::kOpponents, 6, 1}, {1}}};
    const Plan plan = plan_of(batch, cast_of(2, 3), kOpenings);
    REQUIRE(plan.sides.size() == 5);
    REQUIRE(plan.pairs.size() == 7);
    for (int i = 0; i < 6; ++i) {
        const PlannedPair& pair = plan.pairs[static_cast<std::size_t>(i)];
        CHECK(pair.encounter == 0);
        CHECK(pair.number == i);
        CHECK(pair.a == 0);
        CHECK(plan.sides[static_cast<std::size_t>(pair.b)].engine == "o" + std::to_string(i % 3));
        CHECK(pair.opening == (i < 3 ? 11 : 12));
    }
    CHECK(plan.pairs[6].encounter == 1);
    CHECK(plan.pairs[6].a == 1);
    CHECK(plan.pairs[6].opening == 10);
}

TEST_CASE("openings are begun again when they are used up") {
    const Batch batch{.candidates = {{}, {}}, .encounters = {{0, 1, 7, 3}}};
    const Plan plan = plan_of(batch, cast_of(2, 1), kOpenings);
    std::vector<std::size_t> openings;
    for (const PlannedPair& pair : plan.pairs) {
        CHECK(pair.b == 1);
        openings.push_back(pair.opening);
    }
    CHECK(openings == std::vector<std::size_t>{13, 14, 10, 11, 12, 13, 14});
}

TEST_CASE("against itself a candidate differs by engine and limits alone") {
    Cast cast = cast_of(2, 0);
    cast.self = true;
    cast.self_engine = "partner";
    cast.self_limits = "depth=3";
    const Batch batch{.candidates = {{}, {}},
                      .encounters = {{1, Encounter::kOpponents, 2}, {0, 1, 1}}};
    const Plan plan = plan_of(batch, cast, kOpenings);
    for (const std::size_t i : {0, 1}) {
        const referee::JobSide& other = plan.sides[static_cast<std::size_t>(plan.pairs[i].b)];
        CHECK(other == referee::JobSide{"partner", {{"X", "1"}}, "depth=3"});
        CHECK(plan.pairs[i].opening == 10 + i);
    }
    CHECK(plan.pairs[2].b == 1);
    CHECK(plan.sides[1].limits == "depth=1");
}

std::vector<Stage> stages(std::vector<std::pair<int, std::optional<double>>> ends) {
    std::vector<Stage> result;
    for (const auto& [until, advance] : ends) {
        Stage stage;
        stage.until = until;
        stage.advance = advance;
        stage.immigrants = 0.1 * static_cast<double>(result.size());
        result.push_back(stage);
    }
    return result;
}

TEST_CASE("a stage lasts until its last generation, the last one for ever") {
    Curriculum curriculum{stages({{2, {}}, {3, {}}, {0, {}}})};
    const std::vector<int> expected{0, 0, 1, 2, 2, 2};
    for (int generation = 0; generation < 6; ++generation) {
        const StageView view = curriculum.enter(generation);
        INFO(generation);
        CHECK(view.index == expected[static_cast<std::size_t>(generation)]);
        CHECK(view.immigrants == Approx(0.1 * view.index));
        CHECK(view.begins == (generation == 0 || generation == 2 || generation == 3));
        CHECK_FALSE(curriculum.enter(generation).begins);  // a second batch of it
    }
}

TEST_CASE("a stage is over when a whole generation has been good enough, not earlier") {
    Curriculum curriculum{stages({{10, 0.6}, {20, 0.6}, {0, 0.6}})};
    CHECK(curriculum.enter(0).begins);
    curriculum.told(6, 10);
    CHECK(curriculum.enter(1).index == 0);  // 0.6 is not above 0.6
    curriculum.told(9, 10);
    CHECK(curriculum.enter(1).index == 0);  // that was a batch, not the generation
    curriculum.told(2, 10);
    CHECK(curriculum.enter(2).index == 0);
    curriculum.told(13, 20);
    const StageView view = curriculum.enter(3);
    CHECK(view.index == 1);
    CHECK(view.begins);
    CHECK(curriculum.enter(4).index == 1);  // nothing was told of the third
    curriculum.told(0, 0);
    CHECK(curriculum.enter(5).index == 1);
    curriculum.told(5, 5);
    CHECK(curriculum.enter(6).index == 2);
    curriculum.told(5, 5);
    CHECK(curriculum.enter(7).index == 2);  // there is no other
}

/// Candidates whose pairs come out at random, with the shares that are given.
struct Track {
    Batch batch;
    std::vector<EncounterResult> whole;

    Track(const std::vector<double>& shares, int pairs, int keep, std::uint64_t seed) {
        batch.keep = keep;
        for (std::size_t i = 0; i < shares.size(); ++i) {
            batch.candidates.push_back({static_cast<Id>(i), {}});
            batch.encounters.push_back({static_cast<int>(i), Encounter::kOpponents, pairs});
            EncounterResult result;
            Random random{seed, {i}};
            for (int k = 0; k < pairs; ++k)
                result.push_back({{random.chance(shares[i]) ? 1.0 : 0.0, 10, 10},
                                  {random.chance(shares[i]) ? 1.0 : 0.0, 10, 10}});
            whole.push_back(result);
        }
    }

    /// The first of each that have been played and count.
    std::vector<EncounterResult> results(const std::vector<int>& pairs, int drop_every = 0) const {
        std::vector<EncounterResult> results(whole.size());
        for (std::size_t i = 0; i < whole.size(); ++i)
            for (int k = 0; k < pairs[i]; ++k)
                if (drop_every == 0 || k % drop_every != 0)
                    results[i].push_back(whole[i][static_cast<std::size_t>(k)]);
        return results;
    }

    /// How many were played of each when the race was over.
    std::vector<int> run(int drop_every = 0) const {
        const Race race{batch, true};
        std::vector<int> pairs = race.pairs();
        for (int round = 0;; ++round) {
            REQUIRE(round < 1000);
            const auto more = race.pairs(results(pairs, drop_every), pairs);
            if (more == pairs) return pairs;
            for (std::size_t i = 0; i < pairs.size(); ++i) {
                CHECK(more[i] >= pairs[i]);
                CHECK(more[i] <= batch.encounters[i].pairs);
            }
            pairs = more;
        }
    }
};

double share(const EncounterResult& result) {
    double points = 0;
    for (const PairOutcome& pair : result) points += pair.points();
    return points / 2 / static_cast<double>(result.size());
}

TEST_CASE("without a race all pairs are played at once") {
    Track track{{0.2, 0.8}, 12, 1, 1};
    const std::vector<int> whole{12, 12};
    CHECK(Race{track.batch, false}.pairs() == whole);
    CHECK(Race{track.batch, true}.pairs() != whole);
    track.batch.keep = 0;
    CHECK(Race{track.batch, true}.pairs() == whole);
    track.batch.keep = 2;  // nobody can be out
    CHECK(Race{track.batch, true}.pairs() == whole);
    track.batch.keep = 1;
    track.batch.encounters[1].b = 0;  // they are not measured alike
    CHECK(Race{track.batch, true}.pairs() == whole);
}

TEST_CASE("who clearly is or is not among the best need not play on") {
    const Track track{{0.98, 0.02, 0.04, 0.03}, 400, 1, 1};
    const std::vector<int> played = track.run();
    for (const int pairs : played) CHECK(pairs < 60);
    CHECK(track.run() == played);
}

TEST_CASE("who could still be among the best plays all") {
    const Track track{{0.5, 0.5, 0.01}, 60, 1, 3};
    const std::vector<int> played = track.run();
    CHECK(played[0] == 60);
    CHECK(played[1] == 60);
    CHECK(played[2] < 60);
}

TEST_CASE("a race keeps those whom all games would have kept") {
    int same = 0, races = 0;
    std::int64_t played = 0, all = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        std::vector<double> shares;
        Random random{seed, {99}};
        for (int i = 0; i < 8; ++i) shares.push_back(0.2 + 0.6 * random.uniform());
        const Track track{shares, 100, 1, seed};
        const auto pairs = track.run();
        const auto results = track.results(pairs);
        const auto better = [](const EncounterResult& a, const EncounterResult& b) {
            return share(a) < share(b);
        };
        const auto best = std::max_element(results.begin(), results.end(), better);
        const auto truth = std::max_element(track.whole.begin(), track.whole.end(), better);
        same += best - results.begin() == truth - track.whole.begin();
        ++races;
        for (const int each : pairs) played += each;
        all += 800;
    }
    CHECK(same >= races - 5);
    CHECK(played < all * 7 / 10);
}

TEST_CASE("a race goes on although some of its pairs did not count") {
    const Track track{{0.5, 0.5, 0.5}, 50, 1, 5};
    CHECK(track.run(2) == std::vector<int>{50, 50, 50});
    CHECK(track.run(1) == std::vector<int>{50, 50, 50});  // none counted
}

}  // namespace
