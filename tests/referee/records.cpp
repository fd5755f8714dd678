// Readers of game records other than PGN, hand-written samples of every format.
#include "engines/games/catalogue.hpp"
#include "referee/records/encoding.hpp"
#include "referee/records/format.hpp"
#include "referee/records/played_record.hpp"
#include "referee/schedule/lots.hpp"
#include "tests/referee/record_values.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;
using namespace sparring::test;

// ---- Othello ------------------------------------------------------------------------------------

const std::string kStart(
    "-------- -------- --------\n---O*---\n---*O--- -------- -------- --------");

TEST_CASE("GGF: properties") {
    const Collection all = read_ggf(
        "2 (;GM[othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[A]PW[B]RB[1]RE[-40.00:r]TI[5:00]"
        "TY[s8r18a]BO[8 " +
        kStart + " *]B[F5//1.2]W[d6/-0.5/3]C[so so]B[C3];)(;DT[945277754]RE[+4.000]B[f5];)\n" +
        "(;DT[2000-4-16 11:13 EST]RE[-64.000:t]TY[8]B[f5];)\n(;RE[?]B[pass];)(;RE[0]B[f5];)");
    CHECK(all.broken.empty());
    REQUIRE(all.games.size() == 5);
    const GameRecord& game = all.games[0];
    CHECK(game.game == "reversi");
    CHECK(game.header.variant == "reversed");
    CHECK(game.header.site == "GGS/os");
    CHECK(game.header.date == "2003.12.15");
    CHECK(game.time == "12:33");
    CHECK(game.header.first == "A");
    CHECK(game.header.second == "B");
    CHECK(game.header.outcome == Outcome::second_wins);
    CHECK(game.header.margin == 0);
    CHECK(game.header.termination == "normal");
    CHECK(game.header.time_control == "5:00");
    CHECK(played(game).opening == Opening{"", {"f5", "d6", "c3"}});
    CHECK(all.games[1].header.date == "1999.12.15");
    CHECK(all.games[1].time == "17:09");
    CHECK(all.games[1].header.margin == 4);
    CHECK(all.games[1].header.outcome == Outcome::first_wins);
    CHECK(all.games[2].header.date == "2000.4.16");
    CHECK(all.games[2].header.termination == "time");
    CHECK(all.games[2].header.outcome == Outcome::second_wins);
    CHECK(refused(all.games[3]) ==
          "line 5: move 1 'pass': not legal: a side that has a move may not pass");
    CHECK(all.games[4].header.outcome == Outcome::draw);
}

TEST_CASE("GGF: a broken game is named, and the next one read") {
    const Collection all = read_ggf(
        "(;GM[Amazons]B[x];)\n(;TY[10];)\n(;BO[8 ---];)\n(;B[f5];)rubbish "
        "(;B[f5]\nx;)\n(;B[f5;)\n");
    CHECK(all.games.size() == 1);
    CHECK(lines(all.broken) ==
          Words{"line 1: GM[Amazons]: expected Othello",
                "line 2: TY[10]: expected a board of size 8",
                "line 3: BO: expected 8, then 64 squares and the side to move",
                "line 4: expected a game, which begins (;",
                "line 5: expected a property such as B[..], or ) at the end of the game",
                "line 6: B[ is not closed"});
}

TEST_CASE("a pass that a record leaves out is put in") {
    int passes = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto othello = *games::find("reversi/othello");
        const auto position = othello.game->start(othello.variant);
        GameRecord game;
        game.game = "reversi";
        Words moves, comments;
        for (std::uint64_t ply = 0; position->outcome() == Outcome::none; ++ply) {
            const auto legal = position->legal_moves();
            moves.push_back(legal[mix64(100 * seed + ply) % legal.size()]);
            const bool pass = moves.back() == "pass";
            comments.push_back(pass ? "" : moves.back());
            passes += pass;
            if (!pass) game.moves.push_back({moves.back(), 1, position->side_to_move()});
            if (!pass) game.header.comments.push_back(moves.back());
            REQUIRE(position->play(moves.back()));
        }
        const PlayedRecord result = played(game);
        CHECK(result.opening.moves == moves);
        CHECK(result.comments == comments);
    }
    CHECK(passes > 5);
}

std::string little_endian(unsigned number, int bytes) {
    std::string text;
    for (; bytes > 0; --bytes, number >>= 8) text += static_cast<char>(number & 0xFF);
    return text;
}

std::string wthor(const std::vector<std::string>& games, unsigned year = 1999) {
    std::string file{"\x14\x17\x0B\x15", 4};  // made in 2023, month 11, day 21
    file += little_endian(static_cast<unsigned>(games.size()), 4) + little_endian(0, 2) +
            little_endian(year, 2) + std::string{"\x08\x00\x18\x00", 4};
    for (const std::string& moves : games) {
        file += little_endian(1, 2) + little_endian(0, 2) + little_endian(2, 2) + "\x2A\x29";
        std::string squares(60, '\0');
        for (std::size_t i = 0; i + 1 < moves.size(); i += 2)
            squares[i / 2] = static_cast<char>(10 * (moves[i + 1] - '0') + moves[i] - 'a' + 1);
        file += squares;
    }
    return file;
}

TEST_CASE("WTHOR: games, names and what is wrong") {
    const std::string file = wthor({"f5d6c3d3c4", "f5f6e6f4", "f5f5"});
    REQUIRE(file.size() == 16 + 3 * 68);
    CHECK(format_of(file) == Format::wthor);
    const Collection all = read_wthor(file);
    REQUIRE(all.games.size() == 3);
    const GameRecord& game = all.games[0];
    CHECK(game.header.first == "#0");
    CHECK(game.header.second == "#2");
    CHECK(game.header.event == "#1");
    CHECK(game.header.date == "1999.??.??");
    CHECK(game.header.margin == 20);
    CHECK(game.header.outcome == Outcome::first_wins);
    CHECK(played(game).opening.moves == Words{"f5", "d6", "c3", "d3", "c4"});
    CHECK(refused(all.games[2]) == "game 3: move 2 'f5': not legal: the square is taken");

    std::string players(16, '\0'), tournaments(16, '\0');
    for (std::string name : {"Andr\xE9", "b", "Carl"}) players += (name.resize(20), name);
    for (std::string name : {"x", "Open de Paris"}) tournaments += (name.resize(26), name);
    const GameRecord named = read_wthor(file, read_wthor_names(players, tournaments)).games[0];
    CHECK(named.header.first == "André");
    CHECK(named.header.second == "Carl");
    CHECK(named.header.event == "Open de Paris");

    const Collection cut = read_wthor(std::string_view{file}.substr(0, 16 + 68 + 67));
    CHECK(cut.games.size() == 1);
    CHECK(lines(cut.broken) == Words{"game 2: the file ends here; its header tells of 3 games"});
    CHECK(lines(read_wthor("f5d6").broken) ==
          Words{"game 1: expected WTHOR's header: 16 bytes, a board of size 8"});
    std::string outside = wthor({"f5"});
    outside[16 + 8] = 99;
    CHECK(refused(read_wthor(outside).games[0]) ==
          "game 1: move 1 '99': no such square (expected a1 to h8 or pass)");
}

// ---- amazons, dots-and-boxes --------------------------------------------------------------------

TEST_CASE("Little Golem: games and the set-up that they do not name") {
    const Collection all = read_little_golem(
        "\n\n(;EV[amzn.ld.DEFAULT]PB[b]PW[w]SO[https://www.littlegolem.net];W[g1-g6/d9];"
        "B[d10-i5/b5])\n\n(;EV[null]PB[b]PW[w];W[g1-g4/b4];B[a4-d7/d2])\n"
        "(;EV[amzn.ld.CROSS]PB[b]PW[w])\n(;PB[b]PW[w];W[g1-g4/b4];B[a4-a4/d2])\n(;PB[b;W[");
    REQUIRE(all.games.size() == 4);
    CHECK(all.games[0].header.first == "w");
    CHECK(all.games[0].header.second == "b");
    CHECK(all.games[0].header.event == "amzn.ld.DEFAULT");
    CHECK(played(all.games[0]).opening == Opening{"", {"g1-g6/d9", "d10-i5/b5"}});
    CHECK(all.games[1].header.event == "?");
    CHECK(played(all.games[1]).opening.moves == Words{"g1-g4/b4", "a4-d7/d2"});
    CHECK(all.games[1].fen == all.games[2].fen);
    CHECK_FALSE(all.games[2].fen.empty());
    CHECK(all.games[3].fen.empty());
    CHECK(refused(all.games[3]).starts_with("line 7: move 2 'a4-a4/d2': not legal"));
    CHECK(lines(all.broken) == Words{"line 8: PB[ is not closed"});
}

TEST_CASE("contest records of amazons") {
    const Collection all = read_contest_text(
        "#[AM][东北大学][a b][后手胜][2026.08.06 12:05 沈阳 1][2026 CCGC];\r\n"
        "1 d1d7(g7) g10g8(d8)\r\n2. a4a5(a6);\r\n\r\n"
        "#[AM][x][y][先(后)手胜][辽宁];\r\n#[SR][x][y][先手胜][d][e];\r\n1 a1b1 c1d1\r\n"
        "#[AM][x]\r\n#[AM][x][y][先手胜][2024];\n1 d1d7(g7)");
    REQUIRE(all.games.size() == 3);
    const GameRecord& game = all.games[0];
    CHECK(game.header.first == "东北大学");
    CHECK(game.header.second == "a b");
    CHECK(game.header.outcome == Outcome::second_wins);
    CHECK(game.header.date == "2026.08.06");
    CHECK(game.time == "12:05");
    CHECK(game.header.site == "沈阳 1");
    CHECK(game.header.event == "2026 CCGC");
    CHECK(played(game).opening.moves == Words{"d1-d7/g7", "g10-g8/d8", "a4-a5/a6"});
    CHECK(all.games[1].header.outcome == Outcome::none);
    CHECK(all.games[1].header.site == "辽宁");
    CHECK(all.games[2].header.outcome == Outcome::first_wins);
    CHECK(all.games[2].number == 5);
    CHECK(lines(all.broken) ==
          Words{"line 6: [SR]: expected AM, amazons",
                "line 8: expected a head such as #[AM][first][second][先手胜][date][event];"});
    CHECK(lines(read_contest_text("1 d1d7(g7)\n2 x").broken).size() == 1);
}

TEST_CASE("contest records of dots-and-boxes") {
    const Collection all = read_contest_json(
        "{\"R\":\"a \\\" }\",\"B\":\"b\",\"winner\":\"R\",\"RScore\":13,\"BScore\":12,"
        "\"Date\":\"2022-08-06\",\"Event\":\"2022 CCGC\",\"game\":[{\"piece\":\"r(a6,v)\"},\n"
        "{\"piece\":\"b(c4,h)\"}]}\n"
        "[{\"R\":1,\"winner\":\"U\",\n\"game\":[\n{\"piece\":\"r(a1,h)\"},\n"
        "{\"piece\":\"r(a2,h)\"}]},\n"
        "{\"R\":\"r\",\"B\":\"b\",\"winner\":\"B\",\"game\":[{\"piece\":\"b(a1,h)\"},"
        "{\"piece\":\"r(a2,h)\"}]}]\n"
        "{\"game\":3} {x} y {\"game\":[{\"piece\":\"x\"}]} {\"game\":[1]} {");
    REQUIRE(all.games.size() == 3);
    CHECK(all.games[0].header.first == "a \" }");
    CHECK(all.games[0].header.second == "b");
    CHECK(all.games[0].header.outcome == Outcome::first_wins);
    CHECK(all.games[0].header.date == "2022.08.06");
    CHECK(all.games[0].header.event == "2022 CCGC");
    CHECK(all.games[1].header.outcome == Outcome::none);
    // Made with 5x5 boxes: a6 has no edge upwards.
    CHECK(refused(all.games[0]).starts_with("line 1: move 1 '(a6,v)': no such edge"));
    CHECK(refused(all.games[1]) == "line 6: move 2 '(a2,h)': the second player is to move");
    // Where B moves first, B is the first player.
    CHECK(all.games[2].header.first == "b");
    CHECK(all.games[2].header.outcome == Outcome::first_wins);
    CHECK(played(all.games[2]).opening.moves == Words{"a1h", "a2h"});
    CHECK(lines(all.broken) == Words{"line 8: expected \"game\", a list of {\"piece\":\"r(c4,h)\"}",
                                     "line 8: not JSON", "line 8: expected a JSON object",
                                     "line 8: game[0]: expected {\"piece\":\"r(c4,h)\"}",
                                     "line 8: game[0]: expected {\"piece\":\"r(c4,h)\"}",
                                     "line 8: the object is not closed with '}'"});
}

// ---- formats and encodings ----------------------------------------------------------------------

TEST_CASE("the format is seen from how a text begins") {
    const std::pair<std::string, Format> rows[]{
        {"[White \"A\"]", Format::pgn},
        {"\xef\xbb\xbf[White \"A\"]", Format::pgn},
        {" {comment} 1. d3", Format::pgn},
        {"% old\n1.32-28", Format::pgn},
        {"# ours\n[White \"A\"]", Format::pgn},
        {"/FEN \"W:W31:B20\"/", Format::pgn},
        {"(;GM[Othello];W[x]", Format::ggf},
        {"2 (;PB[A]B[f5];)", Format::ggf},
        {"\n(;PB[a;b]PW[c];W[g1-g6/d9])", Format::little_golem},
        {"(;PB[a]PW[c])", Format::little_golem},
        {"(;PB[a", Format::ggf},
        {"#[AM][a][b]", Format::contest_text},
        {"{ \"R\":\"a\"}", Format::contest_json},
        {"[ {\"R\":\"a\"}]", Format::contest_json},
        {"f5d6c3", Format::lines},
        {"32-28 18-23", Format::lines},
        {"startpos moves d3", Format::lines},
        {"# nothing", Format::lines},
        {"", Format::lines},
        {"[", Format::pgn},
    };
    for (const auto& [text, format] : rows) {
        INFO(text);
        CHECK(format_of(text) == format);
    }
    CHECK(*format_named("pdn", "") == Format::pgn);
    CHECK(*format_named("contest", "") == Format::contest_text);
    CHECK(*format_named("contest", "{\"R\":1}") == Format::contest_json);
    CHECK(format_named("pgm", "").error() ==
          "there is no format 'pgm' (there are pdn, pgn, ggf, little-golem, wthor, contest, "
          "openings, transcript)");
}

TEST_CASE("UTF-8 is told from other encodings") {
    for (const char* text : {"", "abc", "é", "先手胜", "\xF0\x9F\x98\x80"}) CHECK(is_utf8(text));
    for (const char* text : {"\xE9", "\xC0\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE5\x85",
                             "\xF0\x80\x80\x80", "\x80"})
        CHECK_FALSE(is_utf8(text));
    const std::string gbk = "\xCF\xC8\xCA\xD6\xCA\xA4";
    CHECK(*from_gbk(gbk) == "先手胜");
    CHECK(*to_gbk("先手胜") == gbk);
    CHECK(from_gbk("ab\xFF").error() == "neither UTF-8 nor GBK (at byte 3)");
    CHECK(to_gbk("a \xF0\x9F\x98\x80").error() == "GBK has no '\xF0\x9F\x98\x80'");
    CHECK(*decoded(Format::contest_text, "#[AM][" + gbk + "]") == "#[AM][先手胜]");
    CHECK(*decoded(Format::pgn, "\xef\xbb\xbf[White \"Andr\xE9\"]") == "[White \"André\"]");
    CHECK(from_latin1("Andr\xE9") == "André");
}

}  // namespace
