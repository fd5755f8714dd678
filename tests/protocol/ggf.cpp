#include "protocol/ggf.hpp"

#include "tests/catch.hpp"

using namespace sparring::ggf;

namespace {

const std::string kStart = "---------------------------O*------*O--------------------------- *";

std::string game_text(const std::string& properties) {
    return "(;GM[Othello]" + properties + ";)";
}

}  // namespace

TEST_CASE("ggf: a game with its players, clock, type, board and moves") {
    const auto game = parse_game(
        "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]"
        "BO[8 " +
        kStart + "]B[F5]W[F6/0.50/1.2]B[d3//7];)");
    REQUIRE(game);
    CHECK(game->place == "NBoard");
    CHECK(game->black == "./mEdax");
    CHECK(game->white == "chris");
    CHECK(game->result == "?");
    CHECK(!game->anti);
    CHECK(game->board == kStart);
    REQUIRE(game->time);
    CHECK(game->time->main_ms == 900'000);
    REQUIRE(game->plies.size() == 3);
    CHECK(game->plies[0].black);
    CHECK(game->plies[0].played.move == "F5");
    CHECK(!game->plies[1].black);
    CHECK(game->plies[1].played.eval == 0.5);
    CHECK(game->plies[1].played.seconds == 1.2);
    CHECK(!game->plies[2].played.eval);
    CHECK(game->plies[2].played.seconds == 7);
}

TEST_CASE("ggf: blanks are allowed between properties and on the board") {
    const auto game = parse_game(
        " (; GM[othello] TY[8]\nBO[8 -------- -------- -------- ---O*--- ---*O--- -------- "
        "-------- "
        "-------- *] B[f5] ;) ");
    REQUIRE(game);
    CHECK(game->board == kStart);
    CHECK(game->plies.size() == 1);
}

TEST_CASE("ggf: the type says size and whether the fewest discs win") {
    const auto anti = [](const std::string& type) {
        const auto game = parse_game(game_text("TY[" + type + "]BO[8 " + kStart + "]"));
        return game && game->anti;
    };
    CHECK(anti("8a"));
    CHECK(anti("s8ar20"));
    CHECK(anti("8ka"));
    CHECK(!anti("8"));
    CHECK(!anti("s8r20"));
    CHECK(parse_game(game_text("TY[10a]BO[8 " + kStart + "]")).error() ==
          "TY[10a]: expected a board of size 8");
}

TEST_CASE("ggf: what is wrong with a game is said") {
    const auto wrong = [](const std::string& text) { return parse_game(text).error(); };
    CHECK(wrong("") == "a game begins with (;");
    CHECK(wrong("(;GM[Chess];)") == "GM[Chess]: expected Othello");
    CHECK(wrong("(;GM[Othello];)") == "expected BO[8 <64 squares> <side to move>]");
    CHECK(wrong(game_text("BO[8 x]")) == "BO: expected 8, then 64 squares and the side to move");
    CHECK(wrong("(;GM[Othello") == "GM[ is not closed");
    CHECK(wrong("(;GM[Othello]f5") == "'f5': expected a property such as B[F5//1.2], or ;)");
}

TEST_CASE("ggf: times of clocks") {
    const auto time = parse_time("1.02:03:04/0:10/2:00");
    REQUIRE(time);
    CHECK(time->main_ms == (((24 + 2) * 60 + 3) * 60 + 4) * 1000);
    CHECK(time->increment_ms == 10'000);
    CHECK(time->grace_ms == 120'000);
    CHECK(to_text(*time) == "26:03:04/0:10/2:00");
    CHECK(parse_time("5:00//2:00")->increment_ms == 0);
    CHECK(to_text(*parse_time("5:00//2:00")) == "5:00//2:00");
    CHECK(parse_time("5")->main_ms == 5000);
    CHECK(parse_time("0:05.25")->main_ms == 5250);
    CHECK(to_text(Time{5999, 0, 0}) == "0:05");
    for (const char* wrong : {"", " ", "soon", "1:2:3:4:5", "-5:00", "1/2/3/4", "1e30"})
        CHECK(!parse_time(wrong));
}

TEST_CASE("ggf: a move with evaluation and time, slashes or blanks between") {
    const auto edax = parse_played("pa -16.00 0.5");
    CHECK(edax.move == "pa");
    CHECK(edax.eval == -16);
    CHECK(edax.seconds == 0.5);
    const auto ntest = parse_played("PA//0.00\r");
    CHECK(ntest.move == "PA");
    CHECK(!ntest.eval);
    CHECK(ntest.seconds == 0);
    CHECK(parse_played("F5").move == "F5");
    CHECK(parse_played("").move.empty());
    CHECK(!parse_played("F5/inf/0x1").eval);
    CHECK(to_text(Played{"F5", 1.5, 0.8}) == "F5/1.50/0.800");
    CHECK(to_text(Played{"F5", {}, 2}) == "F5//2.000");
    CHECK(to_text(Played{"F5", -2, {}}) == "F5/-2.00");
    CHECK(to_text(Played{"PA", {}, {}}) == "PA");
}

TEST_CASE("ggf: a game is written on one line, and no value ends its property") {
    Game game;
    game.place = "a]b\nc";
    game.black = "ours";
    game.anti = true;
    game.board = kStart;
    game.time = Time{300'000, 0, 0};
    game.plies = {{true, {"F5", {}, 1}}, {false, {"F6", {}, {}}}};
    CHECK(to_text(game) == "(;GM[Othello]PC[a)b c]PB[ours]PW[]RE[?]TI[5:00]TY[8a]BO[8 " + kStart +
                               "]B[F5//1.000]W[F6];)");
    const auto again = parse_game(to_text(game));
    REQUIRE(again);
    CHECK(to_text(*again) == to_text(game));
}
