#include "protocol/ugi.hpp"

#include "protocol/text.hpp"
#include "tests/catch.hpp"

using namespace sparring;
using namespace sparring::ugi;

namespace {

template <class T>
T command(std::string_view line, ClockColours colours = ClockColours::white_first) {
    const Command parsed = parse_command(line, colours);
    INFO(line);
    REQUIRE(std::holds_alternative<T>(parsed));
    return std::get<T>(parsed);
}

template <class T>
T reply(std::string_view line) {
    const Reply parsed = parse_reply(line);
    INFO(line);
    REQUIRE(std::holds_alternative<T>(parsed));
    return std::get<T>(parsed);
}

}  // namespace

TEST_CASE("text: words are what is between blanks, tabs and line ends") {
    using Words = std::vector<std::string_view>;
    CHECK(text::words("") == Words{});
    CHECK(text::words(" \t\r\n") == Words{});
    CHECK(text::words("a") == Words{"a"});
    CHECK(text::words("\tinfo  depth\r1\nx \v\xff ") == Words{"info", "depth", "1", "x", "\v\xff"});
    CHECK(text::words(std::string(10'000, 'x')).size() == 1);
}

TEST_CASE("ugi: single-word commands, with line ends and blanks around them") {
    command<Hello>("ugi");
    command<Hello>("  ugi\r");
    command<IsReady>("isready");
    command<NewGame>("uginewgame");
    command<Stop>("stop now");
    command<Quit>("quit");
    command<Display>("d");
    command<Evaluate>("eval");
    command<Bench>("bench");
    command<UnknownCommand>("");
    command<UnknownCommand>("debug on");
    command<UnknownCommand>("UGI");
}

TEST_CASE("ugi: setoption") {
    auto set = command<SetOption>("setoption name Move Overhead value 30");
    CHECK(set.name == "Move Overhead");
    CHECK(set.value == "30");
    set = command<SetOption>("setoption name Clear Hash");
    CHECK(set.name == "Clear Hash");
    CHECK(!set.value);
    CHECK(command<SetOption>("setoption name Log File value /tmp/a b").value == "/tmp/a b");
    CHECK(command<SetOption>("setoption name Log File value").value == "");
    CHECK(command<BadCommand>("setoption Hash 3").error ==
          "setoption: expected 'name' and the option's name");
    CHECK(command<BadCommand>("setoption name value 3").error ==
          "setoption: the option's name is missing");
}

TEST_CASE("ugi: position") {
    CHECK(!command<SetPosition>("position startpos").fen);
    CHECK(command<SetPosition>("position startpos moves a b").moves ==
          std::vector<std::string>{"a", "b"});
    const auto set = command<SetPosition>("position fen W:W31-50 x   y moves 32-28");
    CHECK(set.fen == "W:W31-50 x y");
    CHECK(set.moves == std::vector<std::string>{"32-28"});
    command<BadCommand>("position");
    command<BadCommand>("position fen");
    command<BadCommand>("position fen moves a");
    command<BadCommand>("position e2e4");
}

TEST_CASE("ugi: go with every limit, in any order, with unknown words between") {
    const auto limits = command<Go>(
                            "go movetime 5 p2inc 4 please depth 7 p1time 1000 nodes 99 p2time 2000 "
                            "p1inc 3 movestogo 12")
                            .limits;
    REQUIRE(limits.clock);
    CHECK(*limits.clock == Clock{1000, 2000, 3, 4, 12});
    CHECK(limits.move_time_ms == 5);
    CHECK(limits.depth == 7);
    CHECK(limits.nodes == 99u);
    CHECK(!limits.infinite);
    CHECK(command<Go>("go infinite").limits.infinite);
    CHECK(command<Go>("go").limits.unlimited());
    CHECK(command<Go>("go perft 5").perft == 5);
    CHECK(command<Go>("go p1time -20 p2time 100").limits.clock->first_ms == -20);
    CHECK(command<Go>("go depth 0").limits.depth == 1);
    CHECK(command<Go>("go depth 99999999999").limits.depth == 1'000'000'000);
    CHECK(command<BadCommand>("go depth").error == "go depth: the number is missing");
    CHECK(command<BadCommand>("go depth x").error == "go depth: 'x' is not a whole number");
    CHECK(command<BadCommand>("go nodes 99999999999999999999").error ==
          "go nodes: '99999999999999999999' is not a whole number");
}

TEST_CASE("ugi: wtime and btime mean the first or the second player by game") {
    const char* line = "go wtime 1 btime 2 winc 3 binc 4";
    CHECK(*command<Go>(line, ClockColours::white_first).limits.clock == Clock{1, 2, 3, 4, {}});
    CHECK(*command<Go>(line, ClockColours::black_first).limits.clock == Clock{2, 1, 4, 3, {}});
}

TEST_CASE("ugi: query") {
    CHECK(command<Query>("query gameover").what == Query::What::gameover);
    CHECK(command<Query>("query islegal d3").move == "d3");
    CHECK(command<Query>("query legalmoves").what == Query::What::legalmoves);
    command<BadCommand>("query islegal");
    command<BadCommand>("query");
    CHECK(command<BadCommand>("query weather").error ==
          "query 'weather': expected gameover, p1turn, result, fen, islegal M or legalmoves");
}

TEST_CASE("ugi: commands written and read again are the same text") {
    for (const char* line :
         {"ugi", "isready", "uginewgame", "stop", "quit", "d", "eval", "bench",
          "setoption name Hash value 3", "setoption name Clear Hash", "position startpos",
          "position fen a b moves c d", "go", "go infinite",
          "go p1time 1 p2time 2 p1inc 3 p2inc 4 movestogo 5 movetime 6 depth 7 nodes 8",
          "go perft 9", "query fen", "query islegal a1"}) {
        CHECK(to_text(parse_command(line)) == line);
    }
}

TEST_CASE("ugi: replies") {
    CHECK(reply<BestMove>("bestmove d3").move == "d3");
    CHECK(reply<BestMove>("bestmove d3 ponder c3").move == "d3");
    reply<UnknownReply>("bestmove");
    CHECK(reply<Response>("response true").value == "true");
    CHECK(reply<Response>("response a b").value == "a b");
    CHECK(reply<Id>("id name Some Engine 1.0").value == "Some Engine 1.0");
    reply<UgiOk>("ugiok\r");
    reply<ReadyOk>("readyok");
    const auto info = reply<Info>(
        "info depth 9 seldepth 12 junk score cp -12 nodes 900 nps 1000 time 480 hashfull 3 pv c3 "
        "c4");
    CHECK(info.depth == 9);
    CHECK(info.seldepth == 12);
    CHECK(info.score == Score{Score::Kind::cp, -12});
    CHECK(info.nodes == 900u);
    CHECK(info.time_ms == 480);
    CHECK(info.pv == std::vector<std::string>{"c3", "c4"});
    CHECK(reply<Info>("info score final 14").score == Score{Score::Kind::final, 14});
    CHECK(!reply<Info>("info score mate 3 depth").score);
    CHECK(reply<Info>("info string error x").text == "error x");
    reply<UnknownReply>("\xff\x00garbage");
    for (const char* line :
         {"bestmove x", "response y", "ugiok", "readyok", "id name A B", "info string hi",
          "info depth 1 seldepth 2 score final -3 nodes 4 nps 5 time 6 hashfull 7 pv a b",
          "option name Hash type spin default 64 min 1 max 65536"}) {
        CHECK(to_text(parse_reply(line)) == line);
    }
}
