// What ends a search, in words.
#include "referee/play/limit_words.hpp"

#include "tests/catch.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;
using namespace std::chrono_literals;

TEST_CASE("limits are read from their words") {
    const auto limits = parse_limits("depth=2  nodes=500 tc=1+0.01 timemargin=20 stall=3");
    REQUIRE(limits);
    CHECK(limits->depth == 2);
    CHECK(limits->nodes == 500u);
    REQUIRE(limits->control);
    CHECK(limits->control->increment == 10ms);
    CHECK(limits->margin == 20ms);
    CHECK(limits->stall == 3s);
    CHECK(parse_limits("st=0.5")->move_time == Duration{500ms});
    CHECK_FALSE(parse_limits("tc=5 tc=inf depth=1")->control);
}

TEST_CASE("what is wrong with limits is said") {
    const auto problem = [](std::string_view words) {
        const auto limits = parse_limits(words);
        return limits ? "" : limits.error();
    };
    const std::string nothing = "nothing ends its search; give tc=, st=, depth= or nodes=";
    CHECK(problem("") == nothing);
    CHECK(problem("stall=3") == nothing);
    CHECK(problem("dept=1") == "'dept=1' is no limit; there are tc=, st=, depth=, nodes=");
    CHECK(problem("depth") == "'depth' is no limit; there are tc=, st=, depth=, nodes=");
    CHECK(problem("cmd=x depth=1") == "'cmd=x' is no limit; there are tc=, st=, depth=, nodes=");
    CHECK(problem("depth=0") == "depth: '0' is not a whole number from 1 to 1000");
    CHECK(problem("nodes=") == "nodes: '' is not a whole number from 1 to 1152921504606846976");
    CHECK(problem("st=0") == "st: '0' is too short");
    CHECK(problem("tc=5 st=1") == "tc= and st= exclude each other");
}

TEST_CASE("limits without a clock let a game be repeated") {
    CHECK(deterministic("depth=3"));
    CHECK(deterministic("depth=3 nodes=100 stall=1"));
    CHECK_FALSE(deterministic("depth=3 st=1"));
    CHECK_FALSE(deterministic("tc=1+0.1"));
    CHECK_FALSE(deterministic(""));
}

}  // namespace
