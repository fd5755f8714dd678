// The reader of PDN and PGN, on hand-written samples.
#include "referee/records/format.hpp"
#include "tests/referee/record_values.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;
using namespace sparring::test;

TEST_CASE("PDN: tags, comments, results and separators") {
    const Collection all = read_pgn(
        "% International draughts\n"
        "[Event \"a \\\"quoted\\\" name ] [\"]\n[Site \"S\"]\n[Date \"2012.02.01\"]\n"
        "[Time \"14:05:00\"]\n[Round \"3\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"2-0\"]\n"
        "[GameType \"20,W,10,10,N2,0\"]\n[TimeControl \"40/7200\"]\n[Termination \"normal\"]\n\n"
        "{before} 1. 32-28 {[%clk 1:55:21]\n  good} {really} 19-23 $4 2. 28x19 14:23! *\n"
        "1. 03-08? 2-0\n"
        "[White \"C\"]\n[Result \"1/2-1/2\"] 1. 32-28 1/2-1/2\n"
        "[White \"D\"] 1. 32-28(?) (!) 18-23 0-0\n");
    CHECK(all.broken.empty());
    REQUIRE(all.games.size() == 4);
    const RecordHeader& header = all.games[0].header;
    CHECK(header.event == "a \"quoted\" name ] [");
    CHECK(header.site == "S");
    CHECK(header.date == "2012.02.01");
    CHECK(all.games[0].time == "14:05");
    CHECK(header.round == "3");
    CHECK(header.first == "A");
    CHECK(header.second == "B");
    CHECK(header.time_control == "40/7200");
    CHECK(header.termination == "normal");
    CHECK(header.outcome == Outcome::first_wins);
    CHECK(all.games[0].line == 2);
    CHECK(all.games[0].game == "draughts");
    CHECK(texts(all.games[0]) == Words{"32-28", "19-23", "28x19", "14:23"});
    CHECK(header.comments == Words{"[%clk 1:55:21] good really"});
    CHECK(played(all.games[0]).opening.moves == Words{"32-28", "19-23", "28x19x23", "14x23x19"});
    CHECK(texts(all.games[1]) == Words{"03-08"});
    CHECK(all.games[1].header.outcome == Outcome::first_wins);
    CHECK(all.games[2].header.outcome == Outcome::draw);
    CHECK(texts(all.games[3]) == Words{"32-28", "18-23"});
    CHECK(all.games[3].header.outcome == Outcome::none);
    CHECK(lines(all.left_out) ==
          Words{"line 19: lost by both (0-0), which stays without a result"});
}

TEST_CASE("PDN: what its reading grammar and old files have besides") {
    // Padded moves, no blanks, ellipses, a number without a move, a score of another kind.
    const Collection all = read_pgn(
        "[GameType \"20\"]\n1.32-28 17-22$1 2.28x17{c}12x21 3. 37-32  7-12 4. 41-37  1- 7\n*\n"
        "[GameType \"20\"]\n1. 32-28 1. ... 18-23 2. 2-0\n"
        "[GameType \"20\"]\n[Result \"4-6\"]\n1. 32-28 18-23*\n4-6\n"
        "[GameType \"20\"]\n1. 32-28 18-22 (18-23 38-32 (37-32? 23-29! {Black}) 12-18) 37-32\n");
    CHECK(all.broken.empty());
    REQUIRE(all.games.size() == 4);
    CHECK(texts(all.games[0]) ==
          Words{"32-28", "17-22", "28x17", "12x21", "37-32", "7-12", "41-37", "1-7"});
    CHECK(played(all.games[0]).opening.moves.size() == 8);
    CHECK(texts(all.games[1]) == Words{"32-28", "18-23"});
    CHECK(texts(all.games[2]) == Words{"32-28", "18-23"});
    CHECK(all.games[2].header.outcome == Outcome::second_wins);
    CHECK(texts(all.games[3]) == Words{"32-28", "18-22", "37-32"});
    CHECK(lines(all.left_out) == Words{"line 11: variation"});
}

TEST_CASE("PDN: positions set up") {
    const Collection all = read_pgn(
        "[FEN \"B:W31,29,K15:B14,13,K46.\"]\n*\n"
        "/FEN \"W:W31-50:B1-20\"/\n/FEN \"B:W28,31-36,38-50:B1-20\"/\n01... 20-25 *\n"
        "[GameType \"20\"] [FEN \"W:W31:B20:H0:F12\"] 1. 31-26 *\n"
        "[GameType \"20\"]\n1. 31-26\n/FEN \"W:W31:B20\"/ 31-26\n\n[GameType \"20\"] 1. 31-26 *\n"
        "\n[White \"x\"]\n/FEN W:W31:B20/\n\n[GameType \"20\"] 1. 31-27 *");
    REQUIRE(all.games.size() == 5);
    CHECK(played(all.games[0]).opening.fen == "B:WK15,29,31:B13,14,K46");
    CHECK(played(all.games[1]).opening.moves == Words{"20-25"});
    CHECK(played(all.games[2]).opening.fen == "W:W31:B20");
    CHECK(played(all.games[3]).opening.moves == Words{"31-26"});
    CHECK(played(all.games[4]).opening.moves == Words{"31-27"});
    CHECK(lines(all.broken) ==
          Words{"line 9: a set-up behind moves; only the beginning of a game can be set up",
                "line 14: expected a set-up such as /FEN \"W:W31-50:B1-20\"/"});
}

TEST_CASE("PGN: a broken game is named, and the next one read") {
    const Collection all = read_pgn(
        "[White \"1\"]\n[Black]\n[Site \"s\"]\n\n1. 32-28 *\n\n"
        "[White \"2\"]\n\n1. 32-28 {never closed\n1... 18-23\n\n"
        "[White \"3\"]\n\n1. 32-28 (32-27\n\n"
        "[White \"4\"]\n1. 32-28 ) 18-23\n"
        "[White \"5\"]\n[GameType \"21\"]\n1. 11-15 *\n\n"
        "[White \"6\"]\n1. 32-28 *\n");
    CHECK(lines(all.broken) == Words{"line 2: expected a tag such as [White \"name\"]",
                                     "line 9: the comment is not closed with '}'",
                                     "line 14: the variation is not closed",
                                     "line 17: ')' without '('",
                                     "line 19: [GameType \"21\"]: expected 20, international "
                                     "draughts"});
    REQUIRE(all.games.size() == 1);
    CHECK(all.games[0].header.first == "6");
    CHECK(all.games[0].number == 6);
}

TEST_CASE("PGN: which game it is") {
    const Collection all = read_pgn(
        "[Variant \"amazons/6x6\"] *\n[Game \"dots-and-boxes\"]\n[Variant \"3x4\"] *\n"
        "[GameType \"20\"] [Variant \"killer\"] *\n[GameType \"20\"] [Variant \"From Position\"] "
        "*\n"
        "[Event \"x\"] 1. 32-28 *\n[Event \"x\"] 1. d1-d7/g7 *\n[Event \"x\"] 1. d3 *\n"
        "[Event \"x\"] 1. a1h *\n[FEN \"W:W31:B20\"] *\n"
        "[Event \"x\"] 1. c3-d4 *\n[Variant \"go\"] [Game \"go\"] *\n[GameType \"20\"] [Variant "
        "\"frisian\"] *");
    Words names;
    for (const GameRecord& game : all.games) {
        const auto choice = choice_of(game);
        names.push_back(choice ? full_name(*choice) : choice.error());
    }
    CHECK(names == Words{"amazons/6x6", "dots-and-boxes/3x4", "draughts/killer",
                         "draughts/international", "draughts/international", "amazons/10x10",
                         "reversi/othello", "dots-and-boxes/5x5", "draughts/international",
                         "line 11: it does not say which game it is, and move 1 'c3-d4' fits none "
                         "of them; -game NAME says it",
                         "line 12: there is no game 'go/go'; there are amazons, dots-and-boxes, "
                         "draughts, reversi",
                         "line 13: draughts has no variant 'frisian'; it has international and "
                         "killer"});
}

TEST_CASE("moves behind a draw by rule are left out") {
    std::string text = "[GameType \"20\"]\n[FEN \"W:WK46:BK1\"]\n[Result \"2-0\"]\n";
    for (int i = 0; i < 8; ++i) text += "46-41 1-6 41-46 6-1 ";
    const Collection all = read_pgn(text);
    REQUIRE(all.games.size() == 1);
    PlayedRecord result = played(all.games[0]);
    CHECK(result.opening.moves.size() < 32);
    CHECK(result.position->outcome() == Outcome::draw);
    CHECK(lines(result.left_out) == Words{"line 4: moves behind a draw by rule"});
    CHECK(checked_header(all.games[0], result).outcome == Outcome::first_wins);
}

}  // namespace
