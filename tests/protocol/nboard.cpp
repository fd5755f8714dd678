#include "protocol/nboard.hpp"

#include "tests/catch.hpp"

using namespace sparring;
using namespace sparring::nboard;

namespace {

template <class T>
T command(std::string_view line) {
    const auto parsed = parse_command(line);
    REQUIRE(std::holds_alternative<T>(parsed));
    return std::get<T>(parsed);
}

template <class T>
T reply(std::string_view line) {
    const auto parsed = parse_reply(line);
    REQUIRE(std::holds_alternative<T>(parsed));
    return std::get<T>(parsed);
}

}  // namespace

TEST_CASE("nboard: commands are read and written") {
    for (const char* line :
         {"nboard 2", "set depth 12", "set contempt -100", "move F5/1.50/0.800", "move PA",
          "hint 3", "go", "ping 7", "learn", "analyze", "quit",
          "set game (;GM[Othello]PC[]PB[]PW[]RE[?]TY[8]BO[8 "
          "---------------------------O*------*O--------------------------- *]B[F5];)"})
        CHECK(to_text(parse_command(line)) == line);
    CHECK(command<Hello>("NBoard 2\r").version == 2);
    CHECK(command<SetDepth>("set depth 0").depth == 1);
    CHECK(command<SetContempt>("set contempt 900").contempt == 100);
    CHECK(command<Hint>("hint").moves == 1);
    CHECK(command<Hint>("hint -3").moves == 1);
    CHECK(command<Move>("move f5//1.2").played.seconds == 1.2);
}

TEST_CASE("nboard: version 1 said moves without a word before them") {
    CHECK(command<Move>("F5").played.move == "F5");
    CHECK(command<Move>("h8/0.5/1").played.eval == 0.5);
    CHECK(command<Move>("PA").played.move == "PA");
    CHECK(command<UnknownCommand>("F9").line == "F9");
    CHECK(command<UnknownCommand>("foo bar").line == "foo bar");
    CHECK(command<UnknownCommand>("").line.empty());
}

TEST_CASE("nboard: what is wrong with a command is said") {
    CHECK(command<BadCommand>("set depth deep").error == "set depth: 'deep' is not a number");
    CHECK(command<BadCommand>("set game garbage").error == "set game: a game begins with (;");
    CHECK(command<BadCommand>("set depth").error ==
          "set: expected depth, game or contempt and a value");
    CHECK(command<BadCommand>("ping").error == "ping: '' is not a number");
    CHECK(command<BadCommand>("move").error == "move: expected a move such as F5//1.2");
    CHECK(command<BadCommand>("hint all").error == "hint: 'all' is not a number");
}

TEST_CASE("nboard: replies are read and written") {
    for (const char* line : {"pong 7", "=== F5/1.50/0.800", "=== PA", "search F5D6 -0.25 0 12",
                             "book F4 0.48 17 5", "nodestats 1200 0.800", "status", "learned",
                             "status Thinking", "set myname Sparring", "analysis 12 -3.50"})
        CHECK(to_text(parse_reply(line)) == line);
    CHECK(to_text(Status{"two\nlines"}) == "status two lines");
    CHECK(to_text(SetName{"two words"}) == "set myname two_words");
}

TEST_CASE("nboard: what NTest and Edax write") {
    CHECK(reply<Chosen>("=== f5 0.00 0.0").played.move == "f5");
    CHECK(reply<Chosen>("=== pa -16.00 0.0").played.eval == -16);
    CHECK(reply<Chosen>("=== PA//0.00").played.move == "PA");
    const auto padded = reply<Line>("search D3       -0.81 0   1");
    CHECK(padded.pv == "D3");
    CHECK(padded.eval == -0.81);
    CHECK(padded.depth == "1");
    CHECK(reply<Line>("search F1       +16.00 0 100% ").depth == "100%");
    CHECK(reply<Line>("search f4F3c5C6 0 0 6").pv == "f4F3c5C6");
    CHECK(reply<Line>("book F4 0.48,-0.48 3   5\tu").eval == 0.48);
    CHECK(reply<Line>("search F4").depth.empty());
    CHECK(reply<UnknownReply>("nodestats " + std::string(300, '9') + " 0.0").line.size() == 314);
    CHECK(
        reply<UnknownReply>("  1 (60 empty)\tD3/-0.81\t\t2.3e-05s elapsed").line.starts_with("1"));
    CHECK(reply<UnknownReply>("pong x").line == "pong x");
}
