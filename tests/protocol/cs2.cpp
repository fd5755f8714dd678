#include "protocol/cs2.hpp"

#include "tests/catch.hpp"

using namespace sparring;
using namespace sparring::cs2;

TEST_CASE("cs2: a turn is the other side's move and our time") {
    const auto turn = parse_turn(" 2 3\t95000\r");
    REQUIRE(turn);
    CHECK(turn->move == "2 3");
    CHECK(turn->left_ms == 95000);
    CHECK(to_text(*turn) == "2 3 95000");
    const auto opening = parse_turn("-1 -1 -1");
    REQUIRE(opening);
    CHECK(opening->move == kPass);
    CHECK(opening->left_ms == -1);
    CHECK(parse_turn("-1 4 0")->move == kPass);
    CHECK(parse_turn("1 1 -500")->left_ms == -1);
    CHECK(parse_turn("1 1 9223372036854775807")->left_ms == 1'000'000'000'000);
}

TEST_CASE("cs2: what is wrong with a turn is said") {
    CHECK(parse_turn("").error() == "'': expected column, row and milliseconds");
    CHECK(parse_turn("2 3").error() == "'2 3': expected column, row and milliseconds");
    CHECK(parse_turn("c 4 1").error() == "'c 4': expected column and row as numbers");
    CHECK(parse_turn("2 3 soon").error() == "'soon' is not a number of milliseconds");
}

TEST_CASE("cs2: a move of the engine") {
    CHECK(*parse_move("5  4 ") == "5 4");
    CHECK(*parse_move("-1 -1") == kPass);
    CHECK(!parse_move("Init done."));
    CHECK(parse_move("hello").error() == "'hello': expected column and row");
    CHECK(!parse_move("1 2 3"));
    CHECK(!parse_move(""));
}
