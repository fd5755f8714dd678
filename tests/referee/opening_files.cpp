#include "referee/schedule/opening_files.hpp"

#include "tests/catch.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;

using Words = std::vector<std::string>;

games::Choice choice(const char* game) {
    return *games::find(game);
}

std::vector<Opening> openings(const char* game, std::string_view text, int plies = 0) {
    const auto result = parse_openings(choice(game), text, plies);
    if (!result) FAIL(result.error());
    return *result;
}

std::string problem(const char* game, std::string_view text, int plies = 0) {
    const auto result = parse_openings(choice(game), text, plies);
    REQUIRE_FALSE(result);
    return result.error();
}

constexpr std::string_view kPdn =
    "[Event \"a \\\"quoted\\\" name ] [\"]\n"
    "[White \"A\"]\n"
    "[GameType \"20\"]\n"
    "\n"
    "1. 32-28 {a comment (with [things]} 19-23 2. 28x19 14x23 $1 (2... 13x24 {no) }) 3.37-32! ; "
    "rest\n"
    "2-0\n"
    "\n"
    "[White \"B\"]\n"
    "[FEN \"B:WK5,31,32:B7,K46\"]\n"
    "1... 46x14 *\n"
    "\n"
    "1. 31-26 1/2-1/2\n"
    "[Result \"0-0\"] 0-0\n"
    "1. 33-29\n";

TEST_CASE("openings are read from PDN") {
    const auto games = openings("draughts", kPdn);
    REQUIRE(games.size() == 4);
    CHECK(games[0].fen.empty());
    CHECK(games[0].moves == Words{"32-28", "19-23", "28x19x23", "14x23x19", "37-32"});
    CHECK(games[1].fen == "B:WK5,31,32:B7,K46");
    CHECK(games[1].moves.size() == 1);
    CHECK(games[2].moves == Words{"31-26"});
    CHECK(games[3].moves == Words{"33-29"});
    const auto limited = openings("draughts", kPdn, 3);
    CHECK(limited[0].moves == Words{"32-28", "19-23", "28x19x23"});
    CHECK(openings("draughts", "% old\n# ours\n1.32-28 18-23 *")[0].moves.size() == 2);
    CHECK(openings("draughts", "1.32-28 18-23")[0].moves.size() == 2);
}

TEST_CASE("openings are read from the records that the referee writes") {
    for (const char* game : {"draughts", "amazons/6x6", "dots-and-boxes/3x3", "reversi/reversed"}) {
        const auto played = choice(game);
        auto position = played.game->start(played.variant);
        std::string records;
        Words moves;
        for (int ply = 0; ply < 8; ++ply) {
            const auto legal = position->legal_moves();
            moves.push_back(*position->play(legal[legal.size() / 2]));
            RecordHeader header;
            header.comments = {"d 1", "", "(a) d 2"};
            records += position->record(header) + "\n";
        }
        INFO(records);
        const auto games = openings(game, records);
        REQUIRE(games.size() == 8);
        for (std::size_t i = 0; i < games.size(); ++i) {
            CHECK(games[i].fen.empty());
            CHECK(games[i].moves == Words(moves.begin(), moves.begin() + i + 1));
        }
        // Set up from a position.
        auto from_fen = played.game->parse_fen(played.variant, position->fen());
        REQUIRE(from_fen);
        const auto next = *(*from_fen)->play((*from_fen)->legal_moves().front());
        const auto set_up = openings(game, (*from_fen)->record({}));
        REQUIRE(set_up.size() == 1);
        CHECK(set_up[0].fen == position->fen());
        CHECK(set_up[0].moves == Words{next});
    }
}

TEST_CASE("what is wrong with a PDN file is said with its line") {
    CHECK(problem("draughts", "[White \"A\"]\n1. 32-28 19-24\n2. 37-32 32-27") ==
          "line 3: move 4 '32-27': not legal: the piece on 32 is the opponent's");
    CHECK(problem("draughts", "[White]\n") == "line 1: expected a tag such as [White \"name\"]");
    CHECK(problem("draughts", "[White \"A\n\"]") ==
          "line 1: expected a tag such as [White \"name\"]");
    CHECK(problem("draughts", "[White \"A\"] 1. 32-28 {\nno end") ==
          "line 1: the comment is not closed with '}'");
    CHECK(problem("draughts", "[White \"A\"]\n1. 32-28 (32-27 {x}") ==
          "line 2: the variation is not closed");
    CHECK(problem("draughts", "[White \"A\"]\n1. 32-28 )") == "line 2: ')' without '('");
    CHECK(problem("draughts", "[FEN \"nonsense\"]\n*").starts_with("line 1: "));
    CHECK(problem("draughts", "[White \"A\"]") == "there is no opening in it");
    CHECK(problem("draughts", "[White \"A\"]\n32-28 19-24\n50-1", 0).starts_with("line 3: move 3"));
    CHECK(openings("draughts", "[White \"A\"]\n32-28 19-24\n50-1", 2).size() == 1);
}

TEST_CASE("openings are read from GGF") {
    const std::string board(
        "--------\n--------\n--------\n---O*---\n---*O---\n--------\n--------\n-------- ");
    const auto games = openings(
        "reversi/othello",
        "(;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[A]PW[B]RE[+4.000]TI[5:00]TY[8]BO[8 " + board +
            "*]B[F5//1.2]W[D6/0.5/3]B[C3];)\n"
            "2 (;GM[Othello]BO[8 " +
            board + "*]B[f5];)(;GM[Othello]BO[8 " + board + "O]W[f4];)\n(;B[D3]C[one]W[c3];)");
    REQUIRE(games.size() == 4);
    CHECK(games[0].fen.empty());
    CHECK(games[0].moves == Words{"f5", "d6", "c3"});
    CHECK(games[1].moves == Words{"f5"});
    CHECK(games[2].fen == "---------------------------OX------XO--------------------------- O");
    CHECK(games[2].moves == Words{"f4"});
    CHECK(games[3].moves == Words{"d3", "c3"});
}

TEST_CASE("what is wrong with a GGF file is said with its line") {
    const char* game = "reversi/othello";
    CHECK(problem(game, "(;GM[Amazons];)") == "line 1: GM[Amazons]: expected Othello");
    CHECK(problem(game, "(;B[f5]\nB[f6];)") == "line 2: move 2 'f6': the second player is to move");
    CHECK(problem(game, "(;B[f5]\nW[f5];)") ==
          "line 2: move 2 'f5': not legal: the square is taken");
    CHECK(problem(game, "(;B[f5]\n\nW") ==
          "line 3: expected a property such as B[..], or ) at the end of the game");
    CHECK(problem(game, "(;B[f5") == "line 1: B[ is not closed");
    CHECK(problem(game, "(;B[f5];") ==
          "line 1: expected a property such as B[..], or ) at the end of the game");
    CHECK(problem(game, "(;BO[8 ---];)") ==
          "line 1: BO: expected 8, then 64 squares and the side to move");
    CHECK(problem(game, "(;B[f5];)\nx") == "line 2: expected a game, which begins (;");
    CHECK(problem("draughts", "(;B[f5];)").starts_with("line 1: move 1 'f5': "));
}

TEST_CASE("openings are read from runs of squares, in which passes are left out") {
    const auto games = openings("reversi/othello", "F5D6C3D3C4F4C5B3\nf5f6e6  # short\nd3\nF5 f6");
    REQUIRE(games.size() == 4);
    CHECK(games[0].moves == Words{"f5", "d6", "c3", "d3", "c4", "f4", "c5", "b3"});
    CHECK(games[1].moves == Words{"f5", "f6", "e6"});
    CHECK(games[2].moves == Words{"d3"});
    CHECK(openings("reversi/othello", "F5D6C3D3", 2)[0].moves == Words{"f5", "d6"});

    CHECK(problem("reversi/othello", "f5f6a1e6") ==
          "line 1: move 3 'a1': not legal: it turns no disc");
    CHECK(problem("reversi/othello", "f5f6i9") ==
          "line 1: move 1 'f5f6i9': no such square (expected a1 to h8 or pass)");
    CHECK(openings("amazons", "d1d7g7")[0].moves == Words{"d1-d7/g7"});
}

TEST_CASE("a run of squares gives the moves of a random game, passes included") {
    int passes = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const auto game = choice("reversi/reversed");
        const auto position = game.game->start(game.variant);
        Words moves;
        for (std::uint64_t ply = 0; position->outcome() == Outcome::none; ++ply) {
            const auto legal = position->legal_moves();
            moves.push_back(legal[mix64(100 * seed + ply) % legal.size()]);
            REQUIRE(position->play(moves.back()));
        }
        do {
            moves.pop_back();  // the game is not to be over
        } while (moves.back() == "pass");
        std::string run;
        for (const std::string& move : moves) {
            passes += move == "pass";
            if (move != "pass") run += move;
        }
        CHECK(openings("reversi/reversed", run)[0].moves == moves);
    }
    CHECK(passes > 10);
}

TEST_CASE("a game that is over is no opening") {
    std::string game = "[First \"A\"]\n1. ";
    const auto board = choice("dots-and-boxes/1x1");
    for (const auto& move : board.game->start(board.variant)->legal_moves()) game += move + " ";
    CHECK(problem("dots-and-boxes/1x1", game) ==
          "line 1: the game is over there; plies=N takes only N moves of it");
    CHECK(problem("dots-and-boxes/1x1", game, 4) == "line 1: the game is over there");
    CHECK(openings("dots-and-boxes/1x1", game, 3)[0].moves.size() == 3);
}

TEST_CASE("openings are read from WTHOR, Little Golem and contest records") {
    std::string wthor{"\x14\x17\x0B\x15\x02\0\0\0\0\0\xCF\x07\x08\0\x18\0", 16};
    for (const std::string squares : {"\x38\x40\x21", "\x38\x38"})
        wthor += std::string(8, '\0') + squares + std::string(60 - squares.size(), '\0');
    const auto othello = openings("reversi/othello", wthor, 1);
    REQUIRE(othello.size() == 2);
    CHECK(othello[0].moves == Words{"f5"});
    CHECK(problem("reversi/othello", wthor) ==
          "game 2: move 2 'f5': not legal: the square is taken");
    CHECK(openings("amazons", "(;PB[b]PW[w];W[d1-d7/g7];B[g10-g8/d8])")[0].moves ==
          Words{"d1-d7/g7", "g10-g8/d8"});
    const std::string gbk = "#[AM][a][b][\xCF\xC8\xCA\xD6\xCA\xA4];\r\n1 d1d7(g7)";
    CHECK(openings("amazons", gbk)[0].moves == Words{"d1-d7/g7"});
    const std::string json = "{\"game\":[{\"piece\":\"r(c4,h)\"}]}";
    CHECK(openings("dots-and-boxes", json)[0].moves == Words{"c4h"});
}

}  // namespace
