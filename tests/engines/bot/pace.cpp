// How long engines think: between iterations.
#include "engines/search/pace.hpp"

#include "tests/catch.hpp"

namespace {

using namespace sparring;
using namespace std::chrono_literals;

TimeBudget budget(Pace::Duration soft, Pace::Duration hard) {
    TimeBudget result;
    result.soft = soft;
    result.hard = hard;
    return result;
}

}  // namespace

TEST_CASE("a search that changes its mind takes longer, one that does not ends early") {
    Pace steady{budget(100ms, 10s)}, wavering{budget(100ms, 10s)};
    for (int i = 1; i <= 6; ++i) {
        steady.ended(i * 12ms, i == 1, 10);
        wavering.ended(i * 12ms, true, 10);
    }
    CHECK(steady.stretch() < 0.8);
    CHECK(steady.enough());
    CHECK(wavering.stretch() > 1.5);
    CHECK_FALSE(wavering.enough());
}

TEST_CASE("a fall of the value buys time once") {
    Pace pace{budget(100ms, 10s)};
    pace.ended(30ms, false, 80);
    pace.ended(60ms, false, 20);
    CHECK(pace.stretch() == Approx(1.6));
    pace.ended(90ms, false, 20);
    CHECK(pace.stretch() == Approx(1.0));
}

TEST_CASE("an iteration that could not get far before the hard limit is not begun") {
    Pace pace{budget(10s, 10s)};
    for (const auto now : {1ms, 10ms, 100ms, 1000ms}) pace.ended(now, false, 0);
    CHECK(pace.branching() > 5);
    CHECK(pace.next_end() > 5s);
    CHECK_FALSE(pace.enough());
    pace.ended(6s, false, 0);
    CHECK(pace.enough());
}

TEST_CASE("without a clock no pace ends a search") {
    Pace pace{TimeBudget{}};
    for (int i = 1; i < 20; ++i) pace.ended(i * 1s, false, 0);
    CHECK_FALSE(pace.enough());
}
