#include "protocol/option.hpp"

#include "tests/catch.hpp"

using namespace sparring;

TEST_CASE("option: all five types written and read again") {
    for (const char* line : {"option name Ponder type check default true",
                             "option name Move Overhead type spin default 10 min 0 max 10000",
                             "option name Search type combo default pvs var alphabeta var pvs",
                             "option name Clear Hash type button",
                             "option name Log File type string default <empty>"}) {
        const auto option = parse_option(line);
        REQUIRE(option);
        CHECK(to_text(*option) == line);
    }
}

TEST_CASE("option: lines that are not options") {
    CHECK(parse_option("option").error() == "option without a name");
    CHECK(parse_option("option name X").error() == "option X: no type");
    CHECK(parse_option("option name X type float").error() ==
          "option type 'float': expected check, spin, combo, button or string");
    CHECK(parse_option("option name X type spin min a").error() ==
          "option min 'a': expected a whole number");
}

TEST_CASE("option: values") {
    const auto spin = Option::spin("Hash", 64, 1, 100);
    CHECK(*accept_value(spin, " 7 ") == "7");
    CHECK(*accept_value(spin, "007") == "7");
    CHECK(accept_value(spin, "0").error() == "0 is below 1");
    CHECK(accept_value(spin, "101").error() == "101 is above 100");
    CHECK(accept_value(spin, "many").error() == "'many' is not a whole number");
    CHECK(accept_value(spin, "99999999999999999999").error() ==
          "'99999999999999999999' is not a whole number");
    const auto combo = Option::combo("Search", "pvs", {"alphabeta", "pvs"});
    CHECK(*accept_value(combo, "PVS") == "pvs");
    CHECK(accept_value(combo, "alphabet").error() ==
          "'alphabet' is not one of its values (nearest: alphabeta)");
    CHECK(accept_value(combo, "zzz").error() == "'zzz' is not one of its values");
    const auto check = Option::check("Exact", false);
    CHECK(*accept_value(check, "TRUE") == "true");
    CHECK(accept_value(check, "1").error() == "'1' is neither true nor false");
    CHECK(*accept_value(Option::text("Log File", ""), "<empty>") == "");
}
