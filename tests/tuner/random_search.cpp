// Strategy `random`: rungs, brackets, what counts, and that it climbs.
#include "tuner/strategy/random_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "tests/catch.hpp"
#include "tests/tuner/laboratory.hpp"

namespace {

using namespace sparring;
using namespace sparring::tuner;

/// Pairs in which `a` makes these points.
EncounterResult made(const std::vector<double>& points) {
    EncounterResult result;
    for (const double each : points)
        result.push_back({.as_first = {each >= 1 ? 1 : each, 60, 60},
                          .as_second = {each >= 1 ? each - 1 : 0, 60, 60}});
    return result;
}

std::vector<Id> ids(const Batch& batch) {
    std::vector<Id> ids;
    for (const Candidate& candidate : batch.candidates) ids.push_back(candidate.id);
    return ids;
}

using Results = std::vector<EncounterResult>;

TEST_CASE("a rung halves the field and doubles the games") {
    const Laboratory laboratory = hill(3, 100, 1);
    const auto strategy = strategy_of("name = 'random'\npopulation = 9\npairs = 3",
                                      {.space = laboratory.space, .seed = 1});
    const std::array<std::size_t, 5> fields{9, 5, 3, 2, 9};
    const std::array pairs{3, 6, 12, 24, 3}, openings{0, 3, 9, 21, 0}, keeps{5, 3, 2, 1, 5};
    std::vector<Id> last;
    for (std::size_t rung = 0; rung < fields.size(); ++rung) {
        const Batch batch = strategy->ask({});
        REQUIRE(batch.candidates.size() == fields[rung]);
        CHECK(batch.keep == keeps[rung]);
        CHECK(batch.generation == (rung < 4 ? 0 : 1));
        for (const Encounter& encounter : batch.encounters) {
            CHECK(encounter.b == Encounter::kOpponents);
            CHECK(encounter.pairs == pairs[rung]);
            CHECK(encounter.opening == openings[rung]);
        }
        last = ids(batch);
        if (rung < 4) strategy->tell(play(batch, laboratory, static_cast<int>(rung)));
    }
    CHECK(last.front() == strategy->answer().champion.id);
    for (std::size_t i = 1; i < last.size(); ++i) CHECK(last[i] == static_cast<Id>(8 + i));
}

TEST_CASE("random search counts all games of a candidate") {
    const Laboratory laboratory = hill(3, 100, 1);
    const auto strategy = strategy_of("name = 'random'\npopulation = 4\npairs = 1",
                                      {.space = laboratory.space, .seed = 1});
    strategy->ask({});
    strategy->tell(Results{made({0}), made({2}), made({0.5}), made({1})});
    CHECK(strategy->answer().champion.id == 1);
    CHECK(ids(strategy->ask({})) == std::vector<Id>{1, 3});
    strategy->tell(Results{made({1, 1}), made({1, 1.5})});  // 4 of 6 against 3.5 of 6
    CHECK(strategy->answer().champion.id == 1);
    CHECK(strategy->answer().score == Approx(4.0 / 6));
}

TEST_CASE("random search forgets games of an earlier stage") {
    const Laboratory laboratory = hill(3, 100, 1);
    const auto strategy = strategy_of("name = 'random'\npopulation = 4\npairs = 1",
                                      {.space = laboratory.space, .seed = 1});
    strategy->ask({});
    strategy->tell(Results{made({0}), made({2}), made({0.5}), made({1})});
    CHECK(ids(strategy->ask({.index = 1, .begins = true})) == std::vector<Id>{1, 3});
    strategy->tell(Results{made({1, 1}), made({1, 1.5})});
    CHECK(strategy->answer().champion.id == 3);
}

TEST_CASE("who has no results is out first") {
    const Laboratory laboratory = hill(3, 100, 1);
    const auto strategy = strategy_of("name = 'random'\npopulation = 4\npairs = 1",
                                      {.space = laboratory.space, .seed = 1});
    strategy->ask({});
    strategy->tell(Results{made({}), made({0}), made({}), made({0})});
    CHECK(ids(strategy->ask({})) == std::vector<Id>{1, 3});
}

TEST_CASE("random search draws new points around the start, or anywhere") {
    const Laboratory laboratory = hill(6, 100, 1);
    const auto widest = [&](const char* toml) {
        const auto strategy = strategy_of(toml, {.space = laboratory.space, .seed = 1});
        for (int i = 0; i < 5; ++i) strategy->tell(play(strategy->ask({}), laboratory, i));
        double most = 0;
        const Batch batch = strategy->ask({});
        CHECK(batch.generation == 1);
        for (const Candidate& candidate : batch.candidates)
            for (std::size_t i = 0; i < candidate.point.size(); ++i)
                most = std::max(most, std::abs(candidate.point[i] - laboratory.space.start()[i]));
        return most;
    };
    CHECK(widest("name = 'random'\npopulation = 32\nspread = 0.02") < 15);
    CHECK(widest("name = 'random'\npopulation = 32\nstart = 'random'") > 40);
}

TEST_CASE("random search has a strategy's habits") {
    check_habits("name = 'random'");
    check_habits("name = 'random'\npopulation = 5\nhalving = 3");
}

TEST_CASE("random search climbs") {
    // 40 runs gave champions of 32 and 50 of 100 Elo, means of 40 and 51.
    const std::array budgets{2000, 20000};
    const auto gain = gains("name = 'random'", 10, 8, budgets);
    CHECK(gain[0].champion > 10);
    CHECK(gain[1].champion > 30);
    CHECK(gain[1].mean > 30);
}

}  // namespace
