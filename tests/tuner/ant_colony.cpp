// Strategy `ant-colony`: kernels by hand, what the archive keeps, and that it climbs.
#include "tuner/strategy/ant_colony.hpp"

#include <array>
#include <cmath>
#include <set>

#include "tests/catch.hpp"
#include "tests/tuner/laboratory.hpp"

namespace {

using namespace sparring;
using namespace sparring::tuner;

using Results = std::vector<EncounterResult>;

/// One pair, with this share of its points.
EncounterResult shared(double share) {
    return {{.as_first = {share > 0.5 ? 1 : 2 * share, 60, 60},
             .as_second = {share > 0.5 ? 2 * share - 1 : 0, 60, 60}}};
}

TEST_CASE("ants pick members of the archive by rank") {
    const auto two = kernel_weights(2, 0.5);  // one rank is one standard deviation: 1, e^-1/2
    CHECK(two[0] == Approx(0.622459));
    CHECK(two[1] == Approx(0.377541));
    const auto fifty = kernel_weights(50, 0.1);  // five ranks are one
    CHECK(fifty[5] / fifty[0] == Approx(std::exp(-0.5)));
    CHECK(fifty[10] / fifty[0] == Approx(std::exp(-2)));
    double sum = 0;
    for (const double weight : fifty) sum += weight;
    CHECK(sum == Approx(1));
    CHECK(kernel_weights(50, 0.0001)[0] == 1);
}

TEST_CASE("an ant's steps are as long as the archive is wide") {
    const std::vector<Point> points{{0, 10}, {4, 10}, {8, 4}};
    CHECK(kernel_deviations(points, 0, 0.85)[0] == Approx(0.85 * (4 + 8) / 2));
    CHECK(kernel_deviations(points, 0, 0.85)[1] == Approx(0.85 * 6 / 2));
    CHECK(kernel_deviations(points, 1, 1)[0] == Approx(4));
}

TEST_CASE("the archive keeps the best, with all their games") {
    const Laboratory laboratory = hill(3, 100, 1);
    const auto strategy = strategy_of("name = 'ant-colony'\narchive = 4\nants = 2\npairs = 1",
                                      {.space = laboratory.space, .seed = 1});
    const Batch first = strategy->ask({});
    REQUIRE(first.candidates.size() == 4);
    CHECK(first.candidates[0].point == laboratory.space.start());
    strategy->tell(Results{shared(0.25), shared(1), shared(0.75), shared(0.5)});
    CHECK(strategy->answer().champion.id == 1);
    CHECK(strategy->answer().survivors ==
          std::vector<Point>{first.candidates[1].point, first.candidates[2].point});

    const Batch second = strategy->ask({});
    REQUIRE(second.candidates.size() == 4);  // the two best again, and two ants
    CHECK(second.candidates[0].id == 1);
    CHECK(second.candidates[1].id == 2);
    CHECK(second.candidates[2].id == 4);
    CHECK(second.candidates[2].parents[0] != kNobody);
    // 1 falls to 1/4, 2 rises to 7/8; one ant comes in, the other has no results.
    strategy->tell(Results{
        {shared(0).front(), shared(0).front(), shared(0).front()}, shared(1), shared(0.5), {}});
    CHECK(strategy->answer().champion.id == 2);
    CHECK(strategy->answer().score == 0.875);

    const Batch stage = strategy->ask({.index = 1, .begins = true});
    std::vector<Id> ids;
    for (const Candidate& candidate : stage.candidates) ids.push_back(candidate.id);
    CHECK(ids == std::vector<Id>{2, 3, 4, 1});  // by share; 3 was there before 4, 0 is out
    strategy->tell(Results{shared(0), shared(0), shared(0), shared(1)});
    CHECK(strategy->answer().champion.id == 1);
    CHECK(strategy->answer().score == 1);
}

TEST_CASE("few games make no champion") {
    const Laboratory laboratory = hill(3, 100, 1);
    const auto strategy = strategy_of("name = 'ant-colony'\narchive = 2\nants = 1\npairs = 9",
                                      {.space = laboratory.space, .seed = 1});
    strategy->ask({});
    strategy->tell(Results{EncounterResult(9, shared(0.75).front()), shared(0.25)});
    strategy->ask({});
    strategy->tell(Results{EncounterResult(9, shared(0.75).front()), shared(1)});
    // 0.75 less 0.5 / 6 against 1 less 0.5 / sqrt 2.
    CHECK(strategy->answer().champion.id == 0);
    CHECK(strategy->answer().score == 0.75);
}

TEST_CASE("ants still move where the archive agrees") {
    const Laboratory laboratory = hill(3, 100, 1);
    const auto strategy =
        strategy_of("name = 'ant-colony'\nspread = 0\narchive = 4\nants = 40\npairs = 1",
                    {.space = laboratory.space, .seed = 1});
    strategy->tell(play(strategy->ask({}), laboratory, 0));
    std::set<Point> points;
    for (const Candidate& candidate : strategy->ask({}).candidates) points.insert(candidate.point);
    CHECK(points.size() > 3);
}

TEST_CASE("the ant colony has a strategy's habits") {
    check_habits("name = 'ant-colony'");
    check_habits("name = 'ant-colony'\nreevaluate = false\nstart = 'random'\nants = 3");
}

TEST_CASE("the ant colony climbs") {
    // 20 runs gave means of 44 and 82 of 100 Elo, champions of 31 and 48.
    const std::array budgets{2000, 10000};
    const auto gain = gains("name = 'ant-colony'", 10, 8, budgets);
    CHECK(gain[0].mean > 30);
    CHECK(gain[1].mean > 70);
    CHECK(gain[1].champion > 25);
}

}  // namespace
