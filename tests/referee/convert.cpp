// `referee convert`: files of game records in other forms.
#include <filesystem>

#include "referee/records/encoding.hpp"
#include "tests/catch.hpp"
#include "tests/referee/referee_run.hpp"
#include "tests/referee/stored_games.hpp"

namespace {

using namespace sparring;
using namespace sparring::test;
using Catch::Matchers::Contains;

struct Sample {
    explicit Sample(const std::string& text, const std::string& name = "games")
        : path{folder.write(name, text)} {}

    RefereeRun::Result convert(const std::string& options) const {
        return run_referee("convert " + path + " " + options);
    }

    Folder folder;
    std::string path;
};

const std::string kPdn =
    "[White \"A\"]\n[Black \"B\"]\n[Result \"2-0\"]\n[GameType \"20\"]\n\n"
    "1. 32-28 {good} 19-23 2. 28:19 14x23 (2... 13x24) 2-0\n\n"
    "[White \"C\"]\n[GameType \"20\"]\n\n1. 32-28 32-27 *\n\n"
    "[White \"D\"]\n[GameType \"20\"]\n\n*\n\n"
    "[White \"E\"]\n[GameType \"21\"]\n\n1. 11-15 *\n\n"
    "[White \"F\"]\n[GameType \"20\"]\n[FEN \"B:W31:B20\"]\n\n1... 20-25 *\n";

TEST_CASE("games are converted, broken ones named and left out") {
    const Sample sample{kPdn};
    const auto pdn = sample.convert("--to pdn");
    CHECK(pdn.status == 1);
    CHECK(pdn.out ==
          "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A\"]\n"
          "[Black \"B\"]\n[Result \"2-0\"]\n[GameType \"20\"]\n[TimeControl \"?\"]\n\n"
          "1. 32-28 {good} 19-23 2. 28x19 14x23 *\n\n"
          "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"F\"]\n"
          "[Black \"?\"]\n[Result \"*\"]\n[GameType \"20\"]\n[FEN \"B:W31:B20\"]\n"
          "[TimeControl \"?\"]\n\n1... 20-25 *\n\n");
    const std::string name = "referee: " + sample.path;
    CHECK(pdn.err == name + ": line 11: move 2 '32-27': not legal: there is no piece on 32\n" +
                         name +
                         ": line 19: [GameType \"21\"]: expected 20, international draughts\n" +
                         name + ": line 13: left out: game without moves\n" + name +
                         ": line 6: left out: variation\n" + name +
                         ": pdn/pgn, 5 games read, 2 converted, 2 broken\n");
    const auto openings = sample.convert("-to openings");
    CHECK(openings.out ==
          "startpos moves 32-28 19-23 28x19x23 14x23x19\nfen B:W31:B20 moves 20-25\n");
}

TEST_CASE("any file of games is one of openings, too") {
    const Sample sample{"(;GM[Othello]TY[8]B[F5]W[D6];)(;TY[8]B[F5]W[F6];)"};
    const auto lines = sample.convert("--to openings -o " + sample.folder / "lines");
    CHECK(lines.status == 0);
    CHECK(lines.out.empty());
    const Sample transcripts{sample.convert("--to transcript").out};
    CHECK(contents(transcripts.path) == "f5d6\nf5f6\n");
    CHECK(transcripts.convert("--to openings").out == contents(sample.folder / "lines"));
    CHECK(transcripts.convert("--to ggf -game reversi/reversed").out.find("TY[8a]") !=
          std::string::npos);
    CHECK(transcripts.convert("--to ggf --from transcript").status == 0);
}

TEST_CASE("the sample files are read, told apart and converted") {
    struct Row {
        const char *file, *form, *summary;
    };
    for (const Row& row :
         {Row{"draughts.pdn", "pdn", "pdn/pgn, 6 games read, 4 converted, 2 broken"},
          Row{"othello.ggf", "ggf", "ggf, 3 games read, 3 converted, 0 broken"},
          Row{"transcripts.txt", "transcript", "openings, 3 games read, 3 converted, 0 broken"},
          Row{"little-golem.sgf", "pgn", "little-golem, 3 games read, 2 converted, 0 broken"},
          Row{"amazons-gbk.txt", "pgn", "contest, 1 game read, 1 converted, 0 broken"},
          Row{"amazons.pgn", "pgn", "pdn/pgn, 1 game read, 1 converted, 0 broken"},
          Row{"dots-and-boxes.json", "pgn", "contest, 1 game read, 1 converted, 0 broken"},
          Row{"dots-and-boxes.pgn", "pgn", "pdn/pgn, 1 game read, 1 converted, 0 broken"}}) {
        INFO(row.file);
        const Folder folder;
        const std::string file = std::string{SPARRING_SOURCE_DIR "/tests/data/records/"} + row.file;
        const std::string to = std::string{" --to "} + row.form;
        const auto first = run_referee("convert " + file + to + " -o " + folder / "1");
        CHECK_THAT(first.err, Contains(row.summary));
        // What convert writes is a fixed point of it.
        const std::string game = row.form == std::string{"transcript"} ? " -game reversi" : "";
        const auto second = run_referee("convert " + folder / "1" + to + game);
        INFO(second.err);
        CHECK(second.status == 0);
        CHECK(second.out == contents(folder / "1"));
    }
}

TEST_CASE("names of WTHOR files stand beside them") {
    std::string file{"\x14\x17\x0B\x15\x01\0\0\0\0\0\xCF\x07\x08\0\x18\0", 16};
    file += std::string{"\0\0\x01\0\0\0\x2A\x2A", 8} + "\x38" + std::string(59, '\0');
    const Sample sample{file, "a.wtb"};
    CHECK_THAT(sample.convert("--to ggf").out, Contains("DT[1999.??.??]PB[#1]PW[#0]RE[+20.000]"));
    std::string players(16, '\0');
    for (std::string name : {"Ann", "Bob"}) players += (name.resize(20), name);
    sample.folder.write("WTHOR.JOU", players);
    const auto named = sample.convert("--to ggf");
    CHECK(named.status == 0);
    CHECK_THAT(named.out, Contains("PB[Bob]PW[Ann]") && Contains("B[F5];)"));
    CHECK_THAT(named.err, Contains("wthor, 1 game read, 1 converted, 0 broken"));
}

TEST_CASE("contest records are one file a game, GBK on request") {
    const Sample sample{
        "(;EV[CCGC]PB[乙]PW[甲];W[d1-d7/g7];B[g10-g8/d8])\n(;PB[b]PW[w];W[d1-d7/g7])"};
    const auto pgn = sample.convert("--to pgn");
    CHECK(pgn.status == 0);
    CHECK_THAT(sample.convert("--to contest").err, Contains("-o DIRECTORY is needed"));
    CHECK_THAT(
        sample.convert("--to contest -o " + sample.folder / "x").err,
        Contains("line 1: left out: it ended *: a contest record needs a winner (2 times in all)"));

    std::string won = pgn.out;
    won.replace(won.find("[Result \"*\"]"), 12, "[Result \"1-0\"]");
    won.replace(won.find("d8 *\n"), 4, "d8 1-0");
    const Sample again{won};
    CHECK(again.convert("--to contest -o " + again.folder / "utf8").status == 1);
    CHECK(again.convert("--to contest-gbk -o " + again.folder / "gbk").status == 1);
    const std::string name = "/AM-甲 vs 乙-先手胜-____年__月__日-____.txt";
    const std::string utf8 = contents(again.folder / "utf8" + name);
    CHECK(utf8 == "#[AM][甲][乙][先手胜][????.??.??][CCGC];\r\n1 d1d7(g7) g10g8(d8)\r\n");
    const std::string gbk = contents(again.folder / "gbk" + name);
    CHECK(*referee::from_gbk(gbk) == utf8);
    for (const char* folder : {"utf8", "gbk"}) {
        const auto back = run_referee("convert '" + again.folder / folder + name + "' --to pgn");
        CHECK(back.status == 0);
        CHECK(back.out.substr(back.out.find("[White")) ==
              won.substr(won.find("[White"), won.find("\n\n[") + 2 - won.find("[White")));
    }
}

TEST_CASE("convert says what is wrong") {
    const Sample sample{kPdn};
    const auto refused = [&](const std::string& options, const std::string& words) {
        const auto result = sample.convert(options);
        INFO(options);
        CHECK(result.status == 2);
        CHECK_THAT(result.err, Contains("convert: ") && Contains(words));
    };
    refused("", "-to FORM is needed: pgn, contest, contest-gbk, openings, pdn, ggf, transcript");
    refused("--to pdm", "there is no form 'pdm'; did you mean pdn?");
    refused("--to pdn --to ggf", "-to is given twice");
    refused("--to pdn --form ggf", "unknown option '-form'; did you mean -from?");
    refused("--to pdn --from pgm", "there is no format 'pgm'");
    refused("--to pdn -game chess", "there is no game 'chess'");
    refused("--to pdn -o " + sample.path, "is the file that is read");
    refused("--to pdn -o /no/such/file", "cannot write '/no/such/file': No such file");
    CHECK_THAT(run_referee("convert").err, Contains("expected the FILE"));
    CHECK_THAT(run_referee("convert /no/such --to pdn").err,
               Contains("/no/such: No such file or directory"));
    CHECK_THAT(run_referee("convert / --to pdn").err, Contains("it is a directory"));
    CHECK_THAT(run_referee("convert /dev/null --to pdn").err, Contains("there is no game in it"));
    const auto other = sample.convert("--to ggf");
    CHECK(other.status == 1);
    CHECK_THAT(other.err,
               Contains("line 1: left out: draughts is written as pdn, openings (2 times in all)"));
    const Sample unknown{"a b c\n"};
    CHECK_THAT(unknown.convert("--to pgn").err, Contains("-game NAME does"));
}

}  // namespace
