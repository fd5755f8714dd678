// `referee export`: an archive's games as records, tables, lines of JSON and contest records.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "protocol/text.hpp"
#include "referee/archive/replay.hpp"
#include "referee/archive/utc.hpp"
#include "referee/cli/export.hpp"
#include "referee/records/contest.hpp"
#include "referee/records/encoding.hpp"
#include "referee/view/csv.hpp"
#include "referee/view/game_csv.hpp"
#include "tests/catch.hpp"
#include "tests/referee/referee_run.hpp"
#include "tests/referee/stored_games.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;
using namespace sparring::test;
using Catch::Matchers::Contains;
using Json = nlohmann::json;

/// A small match with an archive and the records that it wrote.
struct Match {
    explicit Match(const std::string& game, const std::string& options = "depth=2") {
        const std::string engine = "{bin}/" + game.substr(0, game.find('/'));
        const auto result = run_referee(fmt::format(
            "-game {} -each {} -rounds 2 -openings random plies=3 seed=5 -archive {} -pgnout {} "
            "-site Shenyang -engine cmd={} name=A -engine cmd={} 'name=B, \"x\"' depth=1",
            game, options, archive, records, engine, engine));
        INFO(result.err);
        REQUIRE(result.status == 0);
    }

    std::string exported(const std::string& options, int status = 0) const {
        const auto result = run_referee("export " + archive + " " + options);
        INFO(result.err);
        CHECK(result.status == status);
        return status == 0 ? result.out : result.err;
    }

    Folder folder;
    std::string archive = folder / "a", records = folder / "records";
};

/// The fields of a file of which no field holds a line end.
std::vector<std::vector<std::string>> csv(const std::string& text) {
    std::vector<std::vector<std::string>> rows(1, std::vector<std::string>(1));
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::string& field = rows.back().back();
        if (quoted && text[i] == '"' && i + 1 < text.size() && text[i + 1] == '"') {
            field += text[++i];
        } else if (text[i] == '"') {
            quoted = !quoted;
        } else if (text[i] == ',' && !quoted) {
            rows.back().emplace_back();
        } else if (text[i] == '\r' && !quoted) {
            REQUIRE(text[++i] == '\n');
            if (i + 1 < text.size()) rows.emplace_back(1);
        } else {
            field += text[i];
        }
    }
    return rows;
}

TEST_CASE("exported records are those that the match wrote") {
    for (const std::string game : {"reversi", "draughts", "amazons/6x6", "dots-and-boxes/3x3"}) {
        const Match match{game, "st=0.002 timemargin=1000"};
        INFO(game);
        const std::string written = contents(match.records);
        REQUIRE_FALSE(written.empty());
        CHECK(match.exported("") == written);
        CHECK(match.exported("--as pgn -games 1-4 -o " + match.folder / "out").empty());
        CHECK(contents(match.folder / "out") == written);
    }
}

TEST_CASE("records of a game that only its engines know are exported, too") {
    const Folder folder;
    const auto result = run_referee(
        "-game ugi -each depth=1 -rounds 1 -engine cmd={bin}/reversi name=A -engine "
        "cmd={bin}/reversi name=B -allow-duplicates -archive " +
        folder / "a" + " -pgnout " + folder / "r");
    INFO(result.err);
    REQUIRE(result.status == 0);
    CHECK(run_referee("export " + folder / "a").out == contents(folder / "r"));
    const auto rows = csv(run_referee("export " + folder / "a" + " -as moves-csv").out);
    REQUIRE(rows.size() > 100);
    CHECK(rows[1][2] == "1");
    CHECK(rows[2][2] == "2");
}

TEST_CASE("one row a game, one row a ply") {
    const Match match{"reversi"};
    const auto games = csv(match.exported("-as csv")), plies = csv(match.exported("-as moves-csv"));
    REQUIRE(games.size() == 5);
    const auto field = [](const auto& table, std::size_t row, const std::string& name) {
        const auto column = std::find(table[0].begin(), table[0].end(), name) - table[0].begin();
        return table.at(row).at(static_cast<std::size_t>(column));
    };
    std::size_t row = 0;
    for (std::size_t i = 1; i < games.size(); ++i) {
        CHECK(games[i].size() == games[0].size());
        CHECK(field(games, i, "game") == fmt::format("{}", i));
        CHECK(field(games, i, i % 2 == 1 ? "second" : "first") == "B, \"x\"");
        CHECK(field(games, i, "book") == "3");
        const std::string moves = field(games, i, "moves");
        const auto words = text::words(moves);
        CHECK(field(games, i, "plies") == fmt::format("{}", words.size()));
        for (std::size_t ply = 1; ply <= words.size(); ++ply) {
            ++row;
            REQUIRE(row < plies.size());
            CHECK(plies[row].size() == plies[0].size());
            CHECK(field(plies, row, "game") == fmt::format("{}", i));
            CHECK(field(plies, row, "ply") == fmt::format("{}", ply));
            CHECK(field(plies, row, "side") == (ply % 2 == 1 ? "1" : "2"));
            CHECK(field(plies, row, "move") == words[ply - 1]);
            CHECK(field(plies, row, "book") == (ply <= 3 ? "1" : "0"));
            CHECK(field(plies, row, "ms").empty() == (ply <= 3));
        }
    }
    CHECK(row + 1 == plies.size());
}

TEST_CASE("CSV quotes what would not be read back as it was") {
    const std::vector<std::string> fields{"plain", "a,b", "say \"x\"", "two\r\nlines", "", " "};
    CHECK(csv_line(fields) == "plain,\"a,b\",\"say \"\"x\"\"\",\"two\r\nlines\",, \r\n");
}

TEST_CASE("lines of JSON have the game's end and its moves") {
    const Match match{"dots-and-boxes/3x3"};
    const std::string text = match.exported("-as json -games 2,4");
    std::vector<Json> lines;
    for (const std::string& line : lines_with(text, "{")) lines.push_back(Json::parse(line));
    REQUIRE(lines.size() == 2);
    for (const Json& line : lines) {
        CHECK(line["event"] == "end");
        CHECK(line["v"] == 1);
        CHECK(line["first"] == "B, \"x\"");
        CHECK(line["plies"] == 24);
        CHECK(line["moves"].size() == 24);
        CHECK(line["fens"].size() == 25);
        CHECK(line["book"] == 3);
        CHECK(parse_utc(line["time"].get<std::string>()));
        for (const char* column : {"sides", "ms", "clocks", "scores", "depths", "nodes"})
            CHECK(line[column].size() == 24);
        CHECK(line["ms"][2].is_null());
        CHECK(line["ms"][3].is_number());
    }
    CHECK(lines[0]["game"] == 2);
    CHECK(lines[1]["game"] == 4);
    CHECK(lines[1]["opening"] == 1);
}

// ---- contests -----------------------------------------------------------------------------------

StoredGame won_game(Outcome outcome) {
    StoredGame game;
    game.scheduled.number = 7;
    game.outcome = outcome;
    game.start = "2026-08-06T12:00:30.000Z";
    return game;
}

Expected<ContestFile> contest_file_of(const std::string& name, std::vector<std::string> moves,
                                      RecordHeader header, Outcome outcome = Outcome::first_wins,
                                      const std::string& fen = "") {
    const auto position = set_up(*games::find(name), {fen, std::move(moves)});
    INFO((position ? "" : position.error()));
    REQUIRE(position);
    header.outcome = outcome;
    header.date = "2026.08.06 12:00";
    return contest_file(**position, header);
}

RecordHeader names(const std::string& first, const std::string& second) {
    RecordHeader header;
    header.first = first;
    header.second = second;
    return header;
}

TEST_CASE("a contest record of amazons") {
    RecordHeader header = names("东北[1]", "a/b:c");
    header.site = "沈阳";
    const auto file = contest_file_of("amazons", {"d1-d7/g7", "g10-g8/d8", "a4-a5/a6"}, header,
                                      Outcome::second_wins);
    REQUIRE(file);
    CHECK(file->text ==
          "#[AM][东北(1)][a/b:c][后手胜][2026.08.06 12:00 "
          "沈阳][2026 CCGC];\r\n"
          "1 d1d7(g7) g10g8(d8)\r\n"
          "2 a4a5(a6)\r\n");
    CHECK(file->name == "AM-东北[1] vs a_b_c-后手胜-2026年08月06日 12时00分 沈阳-2026.txt");
}

TEST_CASE("a contest record of dots-and-boxes") {
    RecordHeader header = names("A \"x\"", "B\\");
    header.event = "2025 CCGC";
    const auto file =
        contest_file_of("dots-and-boxes", {"a1h", "a1v", "b1v", "a2h", "e5v"}, header);
    REQUIRE(file);
    const Json record = Json::parse(file->text);
    CHECK(record["R"] == "A \"x\"");
    CHECK(record["B"] == "B\\");
    CHECK(record["winner"] == "R");
    CHECK(record["RScore"] == 0);
    CHECK(record["BScore"] == 1);
    CHECK(record["Event"] == "2025 CCGC");
    CHECK(record["Date"].get<std::string>().starts_with("2026-08-0"));
    std::string pieces;
    for (const Json& piece : record["game"]) pieces += piece["piece"].get<std::string>() + " ";
    CHECK(pieces == "r(a1,h) b(a1,v) r(b1,v) b(a2,h) b(e5,v) ");
    CHECK(file->name.starts_with("DB-A _x_ vs B_-先手胜-2026年08月"));
    CHECK(file->name.ends_with("-2026.json"));
}

TEST_CASE("what a contest record cannot say is an error") {
    const RecordHeader header = names("A", "B");
    for (const Outcome outcome : {Outcome::draw, Outcome::none}) {
        const auto file = contest_file_of("amazons", {}, header, outcome);
        REQUIRE_FALSE(file);
        CHECK_THAT(file.error(), Contains("needs a winner"));
    }
    const auto file = contest_file_of("amazons", {}, header, Outcome::first_wins,
                                      "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q2* w - - 0 1");
    REQUIRE_FALSE(file);
    CHECK_THAT(file.error(), Contains("starting position"));
    const auto other = contest_file_of("reversi", {}, header);
    REQUIRE_FALSE(other);
    CHECK_THAT(other.error(), Contains("only of amazons and dots-and-boxes"));
}

TEST_CASE("a contest record has its file's name also for long names") {
    const auto file = contest_file_of(
        "amazons", {},
        names(std::string(300, 'x'), "东北东北东北东北东北东北东北东北东北东北东北东北"));
    REQUIRE(file);
    CHECK(file->name.size() <= 255);
    CHECK_THAT(file->name, Contains("东北-先手胜"));
}

TEST_CASE("one contest record a game, in a directory") {
    const Match match{"amazons/6x6"};
    const std::string out = match.folder / "contest";
    CHECK(match.exported("-as contest -o " + out).empty());
    CHECK(match.exported("-as contest-gbk -o " + match.folder / "gbk").empty());
    std::vector<std::string> moves;
    for (const auto& entry : std::filesystem::directory_iterator{out}) {
        CHECK(entry.path().extension() == ".txt");
        const std::string text = contents(entry.path());
        CHECK_THAT(text, Contains("B, \"x\"") && Contains(" Shenyang]["));
        moves.push_back(text.substr(text.find('\n')));
        const std::string name = entry.path().filename().string();
        CHECK(from_gbk(contents(match.folder / "gbk/" + name)).operator*() == text);
    }
    CHECK(moves.size() == 4);
}

// ---- wrong usage --------------------------------------------------------------------------------

TEST_CASE("ranges of games") {
    using Ranges = std::vector<std::pair<int, int>>;
    const auto ranges = parse_ranges("1,5-9,7-7");
    REQUIRE(ranges);
    CHECK(*ranges == Ranges{{1, 1}, {5, 9}, {7, 7}});
    for (const std::string text :
         {"", ",", "1,", "0", "-3", "5-", "9-5", "x", "1-2-3", "1 2", "99999999999", "1,,2"}) {
        INFO(text);
        const auto wrong = parse_ranges(text);
        REQUIRE_FALSE(wrong);
        CHECK_THAT(wrong.error(), Contains("such as 5-9"));
    }
}

TEST_CASE("export says what is wrong") {
    const Match match{"reversi"};
    const auto refused = [&](const std::string& options, const std::string& words) {
        INFO(options);
        CHECK_THAT(match.exported(options, 2), Contains("export: ") && Contains(words));
    };
    refused("-as pgm", "there is no form 'pgm'; did you mean pgn? (there are pgn, csv");
    refused("-as", "-as: expected one word");
    refused("-as csv -as csv", "-as is given twice");
    refused("-game 1", "unknown option '-game'; did you mean -games?");
    refused("-games 1,9", "there is no game 9; the archive has games 1 to 4");
    refused("-games 8-9", "there is no game 8 to 9");
    refused("-games x", "-games: 'x' is neither");
    refused("-as contest", "-o DIRECTORY is needed");
    refused("-as contest -o " + match.folder / "c", "only of amazons and dots-and-boxes");
    refused("-o " + match.archive, "is the file that is read");
    refused("-o /no/such/file", "cannot write '/no/such/file': No such file");
    refused("-o /dev/full", "cannot write '/dev/full': No space left");
    const auto nothing = run_referee("export -as csv");
    CHECK(nothing.status == 2);
    CHECK_THAT(nothing.err, Contains("expected the archive's FILE"));
    CHECK_THAT(run_referee("export /dev/null").err, Contains("is not an archive"));
}

TEST_CASE("a stored game that the rules refuse is named") {
    StoredGame game = won_game(Outcome::first_wins);
    game.record.resize(1);
    game.record[0].move = "a1";
    const auto position = replay(*games::find("reversi"), {0, "", "d3 c3"}, game);
    REQUIRE_FALSE(position);
    CHECK_THAT(position.error(), Contains("game 7: ply 3 'a1'"));
}

TEST_CASE("points in time are read as they are written") {
    for (const std::string text : {"1970-01-01T00:00:00.001Z", "2026-11-21T03:06:05.123Z"})
        CHECK(parse_utc(text));
    CHECK(parse_utc("1970-01-01T00:00:00.001Z")->time_since_epoch().count() == 1);
    CHECK(parse_utc("2000-03-01T00:00:00.000Z")->time_since_epoch().count() == 951868800000);
    CHECK(parse_utc(utc_now()));
    for (const std::string text :
         {"", "2026-11-21", "2026-02-30T00:00:00.000Z", "2026-11-21T24:00:00.000Z",
          "2026-11-21 03:06:05.123Z", "2026-11-21T03:06:05.123", "2o26-11-21T03:06:05.123Z"})
        CHECK_FALSE(parse_utc(text));
    CHECK(seconds_between("2026-11-21T03:06:05.123Z", "2026-11-21T03:07:06.000Z") == 60.877);
}

}  // namespace
