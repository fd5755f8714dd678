#include "protocol/botzone.hpp"

#include "tests/catch.hpp"

using namespace sparring;
using namespace sparring::botzone;

TEST_CASE("botzone: a game in the simple form") {
    const History history{{"-1 -1 -1 -1 -1 -1", "5 7 5 6 2 3"}, {"2 0 2 5 5 5"}};
    CHECK(simple_text(history) == "2\n-1 -1 -1 -1 -1 -1\n2 0 2 5 5 5\n5 7 5 6 2 3\n");
    CHECK(parse_turn_number("2\r") == 2);
    CHECK(!parse_turn_number("2 3"));
    CHECK(!parse_turn_number("x"));
    CHECK(!parse_turn_number("99999999999999999999"));
}

TEST_CASE("botzone: a game in JSON") {
    const auto history = parse_json_history(
        R"({"requests":[{"x":-1,"y":-1},{"y":2,"x":2}],"responses":[{"x":3,"y":2}],)"
        R"("data":"","globaldata":"","time_limit":"1","memory_limit":256})");
    REQUIRE(history);
    CHECK(history->requests == std::vector<std::string>{"-1 -1", "2 2"});
    CHECK(history->responses == std::vector<std::string>{"3 2"});
    const auto strange = parse_json_history(R"({"requests":["2 3",7,{"x":"a"}]})");
    REQUIRE(strange);
    CHECK(strange->requests == std::vector<std::string>{"2 3", "", ""});
    for (const char* line : {"", "{", "[]", "{\"requests\":[]}", "{\"requests\":7}", "{\"x\":1}"})
        CHECK(!parse_json_history(line));
}

TEST_CASE("botzone: a request alone, in every shape") {
    for (const char* line : {"2 3", " 2\t3\r", R"({"x":2,"y":3})", R"({"y":3,"x":2})", R"("2 3")",
                             R"({"request":{"x":2,"y":3}})", R"({"request":"2 3"})", "[2, 3]"}) {
        INFO(line);
        CHECK(parse_move(line) == "2 3");
    }
    CHECK(parse_move(R"({"y2":6,"x2":5,"x0":1,"y0":2,"x1":3,"y1":4})") == "1 2 3 4 5 6");
    for (const char* line : {"", "a b", "2 x", "{}", "{\"x\":2.5,\"y\":1}", "{\"request\":null}",
                             "{", "2 3 ]", R"({"x":{"y":1}})", "#DEBUG:21886"}) {
        INFO(line);
        CHECK(!parse_move(line));
    }
    CHECK(!parse_move(std::string(100, '1')));
}

TEST_CASE("botzone: passes") {
    CHECK(is_none("-1 -1"));
    CHECK(!is_none("-1 0"));
    CHECK(!is_none(""));
    CHECK(none_like("0 2 1 3 1 6") == "-1 -1 -1 -1 -1 -1");
}

TEST_CASE("botzone: answers in the form in which they are asked for") {
    CHECK(to_text(Response{"2 3", ""}, Form::simple) == "2 3");
    CHECK(to_text(Response{"2 3", "depth 4"}, Form::simple) == "2 3\ndepth 4");
    CHECK(to_text(Response{"2 3", ""}, Form::json) == R"({"response":{"x":2,"y":3}})");
    CHECK(to_text(Response{"0 2 1 3 1 6", "a \"b\""}, Form::json) ==
          R"({"response":{"x0":0,"y0":2,"x1":1,"y1":3,"x2":1,"y2":6},"debug":"a \"b\""})");
    CHECK(parse_response("0 2 1 3 1 6") == "0 2 1 3 1 6");
    CHECK(parse_response(R"({"response":{"x":2,"y":3},"debug":"x"})") == "2 3");
    CHECK(!parse_response("I resign"));
}
