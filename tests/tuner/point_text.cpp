// Points in the words of other programs.
#include "tuner/config/point_text.hpp"
#include "tests/catch.hpp"

namespace {

using namespace sparring;
using namespace sparring::tuner;

Parameters three() {
    return {{{.name = "Pieces", .min = 0, .max = 400, .start = 100, .codec = Codec::integer},
             {.name = "King Value",
              .min = -1,
              .max = 1,
              .start = 0.5,
              .step = 0.25,
              .codec = Codec::real},
             {.name = "Style",
              .min = 0,
              .max = 2,
              .start = 1,
              .codec = Codec::integer,
              .fixed = true,
              .words = {"calm", "bold", "wild"}}},
            {}};
}

TEST_CASE("a point in every format") {
    const Parameters parameters = three();
    const Point point{212, -0.25};
    const auto text = [&](const char* format) {
        return point_text(parameters, point, format, "--{name}={value}");
    };
    CHECK(text("setoption") ==
          "setoption name Pieces value 212\n"
          "setoption name King Value value -0.25\n"
          "setoption name Style value bold\n");
    CHECK(text("toml") ==
          "[options]\n\"Pieces\" = 212\n\"King Value\" = -0.25\n\"Style\" = \"bold\"\n");
    CHECK(text("json") ==
          "{\n  \"Pieces\": 212,\n  \"King Value\": -0.25,\n  \"Style\": \"bold\"\n}\n");
    CHECK(text("header") ==
          "#pragma once\n\n"
          "inline constexpr int Pieces = 212;\n"
          "inline constexpr double King_Value = -0.25;\n"
          "inline constexpr const char* Style = \"bold\";\n");
    CHECK(text("openbench") ==
          "Pieces, int, 212, 0, 400, 20, 0.002\n"
          "King Value, float, -0.25, -1.00, 1.00, 0.125, 0.002\n");
    CHECK(text("args") == "--Pieces=212 '--King Value=-0.25' --Style=bold\n");
    CHECK(text("referee") == "option.Pieces=212 'option.King Value=-0.25' option.Style=bold\n");
}

TEST_CASE("what is exported as JSON is read back") {
    const Parameters parameters = three();
    const Point point{212, -0.25};
    const auto read = [&](const std::string& json) {
        auto parsed = parse_point(json, parameters);
        REQUIRE(parsed);
        return *parsed;
    };
    CHECK(read(point_text(parameters, point, "json", "")) == point);
    CHECK(read("{}") == Point{100, 0.5});
    CHECK(read(R"({"pieces": "7"})") == Point{7, 0.5});
}

TEST_CASE("a file that is no point says what is wrong with it") {
    const Parameters parameters = three();
    const std::pair<const char*, const char*> table[]{
        {"", "expected an object as in {\"Pieces\": 512}"},
        {"[1]", "expected an object as in {\"Pieces\": 512}"},
        {"{\"Pieces\": 1", "expected an object as in {\"Pieces\": 512}"},
        {R"({"Piezes": 1})", "there is no parameter 'Piezes'; the nearest is 'Pieces'"},
        {R"({"Pieces": 401})", "Pieces: 401 is outside 0..400"},
        {R"({"Pieces": 1.5})", "Pieces: 1.5 is not 0 plus a multiple of 1"},
        {R"({"Pieces": null})", "Pieces: expected a number, a text, true or false"},
        {R"({"Pieces": "many"})", "Pieces: 'many' is not a number"},
        {R"({"Style": "wild"})", "Style is fixed at bold"},
        {R"({"Style": "meek"})", "Style: 'meek' is not one of its values"},
    };
    for (const auto& [json, message] : table) {
        INFO(json);
        const auto point = parse_point(json, parameters);
        REQUIRE_FALSE(point);
        CHECK(point.error() == message);
    }
}

}  // namespace
