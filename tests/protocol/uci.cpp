#include "protocol/uci.hpp"

#include "tests/catch.hpp"

using namespace sparring;
using namespace sparring::uci;

namespace {

template <class T>
T command(std::string_view line) {
    const Command parsed = parse_command(line);
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

TEST_CASE("uci: the commands that have names of their own") {
    command<ugi::Hello>("uci\r");
    command<ugi::NewGame>(" ucinewgame");
    command<PonderHit>("ponderhit");
    command<ugi::IsReady>("isready");
    command<ugi::Stop>("stop");
    command<ugi::Quit>("quit");
    CHECK(to_text(Command{ugi::Hello{}}) == "uci");
    CHECK(to_text(Command{ugi::NewGame{}}) == "ucinewgame");
    CHECK(to_text(Command{PonderHit{}}) == "ponderhit");
    const auto set = command<ugi::SetOption>("setoption name UCI_Variant value amazons");
    CHECK(set.name == "UCI_Variant");
    CHECK(set.value == "amazons");
}

TEST_CASE("uci: white is the first player") {
    const auto go =
        command<Go>("go ponder wtime 3000 btime 4000 winc 30 binc 40 movestogo 5 depth 9");
    CHECK(go.ponder);
    REQUIRE(go.limits.clock);
    CHECK(go.limits.clock->first_ms == 3000);
    CHECK(go.limits.clock->second_increment_ms == 40);
    CHECK(to_text(Command{go}) ==
          "go ponder wtime 3000 btime 4000 winc 30 binc 40 movestogo 5 depth 9");
    CHECK(to_text(Command{command<Go>("go infinite")}) == "go infinite");
    CHECK(to_text(Command{command<Go>("go nodes 7 movetime 20")}) == "go movetime 20 nodes 7");
    CHECK(!command<Go>("go depth 3").ponder);
    CHECK(command<Go>("go perft 2").perft == 2);
    CHECK(command<ugi::BadCommand>("go depth x").error == "go depth: 'x' is not a whole number");
}

TEST_CASE("uci: what belongs to UGI alone is unknown") {
    command<ugi::UnknownCommand>("ugi");
    command<ugi::UnknownCommand>("uginewgame");
    command<ugi::UnknownCommand>("query fen");
    command<ugi::UnknownCommand>("");
    reply<ugi::UnknownReply>("ugiok");
    reply<ugi::UnknownReply>("response true");
}

TEST_CASE("uci: replies as Fairy-Stockfish writes them") {
    reply<ugi::UnknownReply>("Fairy-Stockfish 211126 LB by Fabian Fichter");
    CHECK(reply<ugi::Id>("id name Fairy-Stockfish 211126 LB").value == "Fairy-Stockfish 211126 LB");
    CHECK(reply<Option>("option name Debug Log File type string default ") ==
          Option::text("Debug Log File", ""));
    CHECK(reply<Option>("option name UCI_Variant type combo default chess var amazons var chess") ==
          Option::combo("UCI_Variant", "chess", {"amazons", "chess"}));
    CHECK(reply<Option>("option name Clear Hash type button") == Option::button("Clear Hash"));
    reply<UciOk>("uciok");
    reply<ugi::ReadyOk>("readyok");
    const auto best = reply<BestMove>("bestmove d1d7,d7g7 ponder g10g8,g8d8");
    CHECK(best.move == "d1d7,d7g7");
    CHECK(best.ponder == "g10g8,g8d8");
    CHECK(reply<BestMove>("bestmove (none)").move.empty());
    CHECK(reply<BestMove>("bestmove P@d3 ponder (none)").ponder.empty());
    CHECK(to_text(Reply{BestMove{}}) == "bestmove (none)");
    CHECK(to_text(Reply{BestMove{"P@d3", "P@c3"}}) == "bestmove P@d3 ponder P@c3");
}

TEST_CASE("uci: scores are hundredths or moves to the end, and may be bounds") {
    const auto info = reply<Info>(
        "info depth 5 seldepth 6 multipv 1 score cp 75 lowerbound nodes 900 nps 90000 tbhits 0 "
        "time 10 pv d1d7,d7g7 a7a6,a6a5");
    CHECK(info.common.depth == 5);
    CHECK(info.common.nodes == 900u);
    CHECK(info.common.pv == std::vector<std::string>{"d1d7,d7g7", "a7a6,a6a5"});
    CHECK(info.multipv == 1);
    CHECK(info.score == Score{Score::Kind::cp, 75, Score::Bound::lower});
    CHECK(to_text(Reply{info}) ==
          "info depth 5 seldepth 6 multipv 1 score cp 75 lowerbound nodes 900 nps 90000 time 10 "
          "pv d1d7,d7g7 a7a6,a6a5");
    CHECK(reply<Info>("info depth 0 score mate 0").score == Score{Score::Kind::mate, 0, {}});
    CHECK(reply<Info>("info score mate -3 upperbound").score ==
          Score{Score::Kind::mate, -3, Score::Bound::upper});
    CHECK(!reply<Info>("info score final 4").score);
    CHECK(!reply<Info>("info score cp").score);
    CHECK(!reply<Info>("info string score cp 5").score);
    CHECK(reply<Info>("info string variant amazons files 10").common.text ==
          "variant amazons files 10");
}
