#include "referee/play/time_control.hpp"

#include "tests/catch.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;
using namespace std::chrono_literals;

TEST_CASE("time controls are read as cutechess reads them") {
    const auto read = [](const char* text) { return *parse_time_control(text); };
    CHECK(read("5+0.05") == TimeControl{{}, 5s, 50ms});
    CHECK(read("60") == TimeControl{{}, 60s, 0s});
    CHECK(read("40/5:30+0.5") == TimeControl{40, 330s, 500ms});
    CHECK(read("40/60") == TimeControl{40, 60s, 0s});
    CHECK(read("0:01.5") == TimeControl{{}, 1500ms, 0s});
    CHECK(read("0+1") == TimeControl{{}, 0s, 1s});
    CHECK(read(".25") == TimeControl{{}, 250ms, 0s});
    for (const char* wrong : {"", "x", "5+", "+1x", "-5", "0", "0+0", "0/5", "1/2/3", "5++1",
                              "1:2:3", "1e3", "99999999999", "5,5", "..", "40/", "inf"}) {
        CAPTURE(wrong);
        CHECK_FALSE(parse_time_control(wrong));
    }
    CHECK(parse_time_control("5+x").error() ==
          "'5+x': the increment after '+' is not a number of seconds (expected "
          "moves/minutes:seconds+increment, as in 40/5:00+0.5 or 5+0.05)");
    for (const char* text : {"5+0.05", "40/330+0.5", "60"}) CHECK(to_text(read(text)) == text);
}

TEST_CASE("durations have units") {
    CHECK(*parse_duration("10s", 1ms) == 10s);
    CHECK(*parse_duration("500ms", 1s) == 500ms);
    CHECK(*parse_duration("2m", 1s) == 2min);
    CHECK(*parse_duration("15", 1ms) == 15ms);
    CHECK(*parse_duration("0.5", 1s) == 500ms);
    CHECK_FALSE(parse_duration("", 1s));
    CHECK_FALSE(parse_duration("s", 1s));
    CHECK_FALSE(parse_duration("-1", 1s));
    CHECK_FALSE(parse_duration("25000000m", 1s));
}

TEST_CASE("a clock pays for moves and gets its increment after them") {
    PlayerLimits limits;
    limits.control = *parse_time_control("1+0.1");
    PlayerClock clock{limits};
    CHECK(clock.allowance() == 1s);
    CHECK(clock.spend(400ms));
    CHECK(clock.left() == 700ms);
    CHECK(clock.spend(700ms));  // exactly on time
    CHECK(clock.left() == 100ms);
    CHECK_FALSE(clock.spend(101ms));
}

TEST_CASE("in an hourglass the time of one side is the gain of the other") {
    const auto control = parse_time_control("hourglass:30");
    REQUIRE(control);
    CHECK(to_text(*control) == "hourglass:30");
    PlayerLimits limits;
    limits.control = *control;
    PlayerClock first{limits}, second{limits};
    CHECK(first.spend(10s));
    second.gain(10s);
    CHECK(first.left() == 20s);
    CHECK(second.left() == 40s);
    CHECK_FALSE(first.spend(20s + 1ms));
    limits.control->hourglass = false;
    PlayerClock plain{limits};
    plain.gain(10s);
    CHECK(plain.left() == 30s);
    CHECK_FALSE(parse_time_control("hourglass:"));
    CHECK_FALSE(parse_time_control("hourglass:0"));
}

TEST_CASE("a clock overdrawn within the margin goes on from zero") {
    PlayerLimits limits;
    limits.control = *parse_time_control("1+0.1");
    limits.margin = 50ms;
    PlayerClock clock{limits};
    CHECK(clock.spend(1040ms));
    CHECK(clock.left() == 100ms);  // not 60 ms
    CHECK_FALSE(clock.spend(151ms));
}

TEST_CASE("periods add their time and are counted") {
    PlayerLimits limits;
    limits.control = *parse_time_control("2/1");
    PlayerClock clock{limits};
    CHECK(clock.moves_to_go() == 2);
    CHECK(clock.spend(300ms));
    CHECK(clock.moves_to_go() == 1);
    CHECK(clock.spend(300ms));
    CHECK(clock.left() == 1400ms);
    CHECK(clock.moves_to_go() == 2);
}

TEST_CASE("without a clock the stall limit holds") {
    PlayerLimits limits;
    limits.depth = 3;
    limits.stall = 7s;
    CHECK(PlayerClock{limits}.allowance() == 7s);
    limits.move_time = 2s;
    PlayerClock clock{limits};
    CHECK(clock.allowance() == 2s);
    CHECK(clock.spend(2s));
    CHECK_FALSE(clock.spend(2s + 1ns));
    CHECK(clock.allowance() == 2s);
}

TEST_CASE("a go says both clocks, in whole milliseconds, the lesser of them") {
    PlayerLimits first, second;
    first.control = *parse_time_control("40/10+0.1");
    second.control = *parse_time_control("5");
    PlayerClock a{first}, b{second};
    a.spend(1500us);
    CHECK(to_text(limits_of(a, a, b)) == "p1time 10098 p2time 5000 p1inc 100 p2inc 0 movestogo 39");
    CHECK(to_text(limits_of(b, a, b)) == "p1time 10098 p2time 5000 p1inc 100 p2inc 0");

    PlayerLimits depth;
    depth.depth = 4;
    depth.nodes = 1000;
    PlayerClock c{depth};
    CHECK(to_text(limits_of(c, a, c)) == "depth 4 nodes 1000");
    CHECK(to_text(limits_of(b, c, b)) == "p1time 5000 p2time 5000 p1inc 0 p2inc 0");
    PlayerLimits move_time;
    move_time.move_time = 250ms;
    CHECK(to_text(limits_of(PlayerClock{move_time}, a, b)) == "movetime 250");
}

}  // namespace
