#include "protocol/gtp.hpp"

#include "tests/catch.hpp"

using namespace sparring;
using namespace sparring::gtp;

namespace {

std::vector<Response> read(std::initializer_list<std::string_view> lines) {
    ResponseReader reader;
    std::vector<Response> responses;
    for (const auto line : lines)
        if (auto response = reader.take(line)) responses.push_back(*std::move(response));
    return responses;
}

}  // namespace

TEST_CASE("gtp: commands, with and without id, comments and control characters dropped") {
    const auto command = parse_command("12 play\tb d3 # a comment\r");
    REQUIRE(command);
    CHECK(command->id == 12);
    CHECK(command->name == "play");
    CHECK(command->arguments == std::vector<std::string>{"b", "d3"});
    CHECK(to_text(*command) == "12 play b d3");
    CHECK(parse_command("genmove w")->name == "genmove");
    CHECK(!parse_command("genmove w")->id);
    CHECK(parse_command("na\x07me")->name == "name");
    CHECK(parse_command("7")->name.empty());
    CHECK(parse_command("-7 quit")->name == "-7");
    CHECK(!parse_command(""));
    CHECK(!parse_command("  # only a comment"));
}

TEST_CASE("gtp: responses end with an empty line") {
    CHECK(to_text(Response{true, 3, "d3"}) == "=3 d3\n");
    CHECK(to_text(Response{true, {}, ""}) == "=\n");
    CHECK(to_text(Response{false, {}, "unknown command"}) == "? unknown command\n");
    const auto responses =
        read({"chatter", "= 3 d3\r", "\r", "=4 ", "name", "quit", "", "? wrong color", "", ""});
    REQUIRE(responses.size() == 3);
    CHECK(responses[0].ok);
    CHECK(responses[0].text == "3 d3");  // no id: a blank stands before it
    CHECK(responses[1].id == 4);
    CHECK(responses[1].text == "\nname\nquit");
    CHECK(!responses[2].ok);
    CHECK(responses[2].text == "wrong color");
}

TEST_CASE("gtp: the text of a response never grows without end") {
    ResponseReader reader;
    reader.take("= list");
    const std::string line(1000, 'x');
    for (int i = 0; i < 10'000; ++i) CHECK(!reader.take(line));
    const auto response = reader.take("");
    REQUIRE(response);
    CHECK(response->text.size() < 100'000);
}

TEST_CASE("gtp: times") {
    const auto settings = parse_time_settings({"300", "30", "10"});
    REQUIRE(settings);
    CHECK(settings->main_s == 300);
    CHECK(settings->period_s == 30);
    CHECK(settings->stones == 10);
    CHECK(parse_time_settings({"300", "30"}).error() ==
          "expected main time, byo-yomi time and byo-yomi stones");
    CHECK(parse_time_settings({"soon", "0", "0"}).error() == "'soon' is not a number of seconds");
    const auto left = parse_time_left({"White", "12.7", "3"});
    REQUIRE(left);
    CHECK(!left->black);
    CHECK(left->seconds == 12);
    CHECK(left->stones == 3);
    CHECK(parse_time_left({"red", "1", "0"}).error() == "'red' is no colour");
    CHECK(!parse_time_left({"b", "1", "-3"}));
    CHECK(!parse_time_left({}));
}
