// `referee report`: the tables of an archive, and the report as JSON.
#include <fmt/format.h>
#include <signal.h>

#include <nlohmann/json.hpp>

#include "referee/archive/digest.hpp"
#include "referee/view/report_json.hpp"
#include "tests/catch.hpp"
#include "tests/referee/referee_run.hpp"
#include "tests/referee/stored_games.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;
using namespace sparring::test;
using Catch::Matchers::Contains;
using Json = nlohmann::json;

const std::string kPlayers =
    "-game reversi -each depth=1 -openings random plies=6 seed=7 "
    "-engine cmd={bin}/reversi name=A depth=2 -engine cmd={bin}/reversi name=B ";

/// What a run prints after its last game.
std::string tables(const std::string& out) {
    const auto last = out.rfind("Finished game ");
    return out.substr(out.find('\n', last) + 1);
}

TEST_CASE("a report prints what stood at the end of the run") {
    const std::string more = "-engine cmd={bin}/reversi name=C -engine cmd={bin}/reversi name=D ";
    for (const std::string& options :
         {kPlayers + "-rounds 5 -each tc=1+0.01", kPlayers + "-rounds 20 -sprt elo0=-300 elo1=0",
          kPlayers + more + "-rounds 2", kPlayers + more + "-tournament swiss -rounds 2",
          kPlayers + more + "-tournament knockout -srand 3"}) {
        INFO(options);
        const Folder folder;
        const auto run = run_referee(options + " -concurrency 2 -archive " + folder / "a");
        INFO(run.err);
        REQUIRE(run.status == 0);
        const auto report = run_referee("report " + folder / "a");
        INFO(report.err);
        CHECK(report.status == 0);
        CHECK(report.out == tables(run.out));
    }
}

TEST_CASE("a report of a list of pairings, which the archive holds") {
    const Folder folder;
    write_file(folder / "list", "A B 4\nB C\n");
    const auto run = run_referee(kPlayers + "-engine cmd={bin}/reversi name=C -pairings " +
                                 folder / "list" + " -archive " + folder / "a");
    INFO(run.err);
    REQUIRE(run.status == 0);
    std::filesystem::remove(folder / "list");
    const auto report = run_referee("report " + folder / "a");
    INFO(report.err);
    CHECK(report.status == 0);
    CHECK(report.out == tables(run.out));
}

TEST_CASE("a report of an archive that is being written") {
    const Folder folder;
    RefereeRun run{kPlayers + "-rounds 1000 -archive " + folder / "a"};
    REQUIRE(run.prints("Finished game 3 "));
    const auto report = run_referee("report " + folder / "a");
    INFO(report.err);
    CHECK(report.status == 0);
    CHECK_THAT(report.out, Contains("Score of A vs B"));
    run.send_signal(SIGINT);
    CHECK(run.finish().status == 130);
}

TEST_CASE("the report as JSON") {
    const Folder folder;
    REQUIRE(run_referee(kPlayers + "-rounds 6 -event Cup -archive " + folder / "a").status == 0);
    const auto result = run_referee("report " + folder / "a" + " -json -");
    REQUIRE(result.status == 0);
    CHECK_THAT(result.err, Contains("Score of A vs B"));
    const Json report = Json::parse(result.out);
    CHECK(report["v"] == 1);
    CHECK(report["title"] == "A vs B, reversi/othello");
    CHECK_THAT(report["configuration"].get<std::string>(), Contains("event = 'Cup'"));
    CHECK(report["run"]["event"] == "run");
    CHECK(report["run"]["games"] == 12);
    CHECK(report["run"]["tournament"] == "round-robin");
    CHECK(report["run"]["players"][0]["limits"] == "depth=2");
    CHECK(report["standings"]["played"] == 12);
    CHECK(report["reasons"] == Json{{"normal", 12}});
    for (const Json& point : report["elo_over_games"]) {
        CHECK(point["game"].get<int>() <= 12);
        CHECK(point["elo"].is_number());
        CHECK(point["error"].is_number());
    }
    REQUIRE(report["games"].size() == 12);
    int number = 0;
    for (const Json& game : report["games"]) {
        CHECK(game["number"] == ++number);
        CHECK(game["first"] == (number % 2 == 1 ? "A" : "B"));
        CHECK(game["seconds"].get<double>() > 0);
        const Json& record = game["record"];
        const std::size_t plies = game["plies"];
        CHECK(record["moves"].size() == plies);
        CHECK(record["fens"].size() == plies + 1);
        CHECK(record["fens"][0] ==
              "---------------------------OX------XO--------------------------- X");
        CHECK(record["book"] == 6);
        for (const char* column : {"ms", "scores", "depths", "clocks", "nodes", "sides"})
            CHECK(record[column].size() == plies);
    }
}

TEST_CASE("the report as a page stands alone and has the report in it") {
    const Folder folder;
    REQUIRE(run_referee(kPlayers + "-rounds 1 -archive " + folder / "a").status == 0);
    const auto result = run_referee("report " + folder / "a" + " -html " +
                                    folder / "page.html -json " + folder / "j");
    INFO(result.err);
    CHECK(result.status == 0);
    const std::string page = contents(folder / "page.html");
    CHECK(page.starts_with("<!"));
    CHECK_THAT(page, Contains("A vs B, reversi/othello"));
    CHECK(Json::parse(contents(folder / "j"))["games"].size() == 2);
}

// ---- as a function ------------------------------------------------------------------------------

struct Tournament {
    /// Games of two moves; `change` may make something else of them.
    explicit Tournament(std::size_t count, const std::function<void(StoredGame&)>& change = {}) {
        for (int number = 1; number <= static_cast<int>(count); ++number) {
            StoredGame game;
            game.scheduled = {number, number, 0, 1, number, 0};
            game.outcome = number % 3 == 0 ? Outcome::draw : Outcome::first_wins;
            game.start = "2026-11-21T03:06:05.000Z";
            game.end = "2026-11-21T03:06:06.500Z";
            game.record.resize(2);
            game.record[0].move = "d3";
            game.record[1].move = "c5";
            game.record[1].side = Side::second;
            if (change) change(game);
            game.plies = game.record.size();
            games.push_back(game);
            board.add(game.scheduled, score_of(game, {}));
        }
    }

    Json report() const {
        auto made = json::report({run, openings, games, board, games.front().start, "x"});
        INFO((made ? "" : made.error()));
        REQUIRE(made);
        return *std::move(made);
    }

    StoredRun run = run_of_two();
    std::vector<StoredOpening> openings{{0, "", ""}};
    std::vector<StoredGame> games;
    Scoreboard board{{.players = 2, .games = 1, .repeat = 1}, {"A", "B"}};
};

std::size_t records(const Json& report) {
    std::size_t count = 0;
    for (const Json& game : report["games"]) count += game["record"].is_null() ? 0 : 1;
    return count;
}

TEST_CASE("all games of a report have their moves up to 500, then only those worth it") {
    CHECK(records(Tournament{500}.report()) == 500);
    const Json report = Tournament{
        501, [](StoredGame& game) {
            const int number = game.scheduled.number;
            if (number == 7) {
                game.reason = Reason::crash;
                game.offender = Side::second;
            }
            if (number == 20) game.record.resize(1);
            if (number == 30) {
                game.record.push_back(game.record.front());
                game.record.back().move = "d6";
            }
        }}.report();
    CHECK(report["games"].size() == 501);
    CHECK(records(report) == 403);
    for (const std::size_t number : {7, 20, 30, 102, 501}) {
        INFO(number);
        CHECK_FALSE(report["games"][number - 1]["record"].is_null());
    }
    CHECK(report["games"][100]["record"].is_null());
    CHECK(report["reasons"] == Json{{"normal", 500}, {"crash", 1}});
}

TEST_CASE("the curve of Elo has at most 500 points and ends with the result") {
    for (const std::size_t games : {20, 500, 501, 1999}) {
        const Tournament tournament{games};
        const Json points = tournament.report()["elo_over_games"];
        INFO(games);
        REQUIRE_FALSE(points.empty());
        CHECK(points.size() <= 500);
        CHECK(points.back()["game"] == games);
        CHECK(points.back()["elo"] == tournament.board.standings().elo(0).elo);
    }
}

TEST_CASE("clocks, scores and times of a report's game") {
    using namespace std::chrono_literals;
    const Json record = Tournament{
        1, [](StoredGame& game) {
            game.record[0].elapsed = 1500us;
            game.record[0].clock = 4s;
            game.record[0].report.score = ugi::Score{ugi::Score::Kind::cp, -5};
            game.record[1].clock = 3s;
            game.record[1].report.score = ugi::Score{ugi::Score::Kind::final, 2};
            game.record[1].report.depth = 9;
        }}.report()["games"][0]["record"];
    CHECK(record["ms"] == Json{1.5, 0.0});
    CHECK(record["clocks"] == Json{{4000.0, nullptr}, {4000.0, 3000.0}});
    CHECK(record["scores"] == Json{{{"cp", -5}}, {{"final", 2}}});
    CHECK(record["depths"] == Json{nullptr, 9});
    CHECK(record["sides"] == Json{1, 2});
}

TEST_CASE("a report of games that do not fit the archive is an error") {
    Tournament tournament{1};
    tournament.games[0].record[1].move = "a1";
    const auto made = json::report(
        {tournament.run, tournament.openings, tournament.games, tournament.board, "", ""});
    REQUIRE_FALSE(made);
    CHECK_THAT(made.error(), Contains("game 1: ply 2 'a1'"));
    tournament.openings.clear();
    const auto other = json::report(
        {tournament.run, tournament.openings, tournament.games, tournament.board, "", ""});
    REQUIRE_FALSE(other);
    CHECK_THAT(other.error(), Contains("has no opening 0"));
}

TEST_CASE("report says what is wrong") {
    const Folder folder;
    REQUIRE(run_referee(kPlayers + "-rounds 1 -archive " + folder / "a").status == 0);
    const auto refused = [&](const std::string& words, const std::string& text) {
        const auto result = run_referee("report " + words);
        INFO(words);
        CHECK(result.status == 2);
        CHECK_THAT(result.err, Contains("report: ") && Contains(text));
    };
    refused("", "expected the archive's FILE");
    refused(folder / "missing", "cannot read");
    refused(folder / "a" + " -jsn x", "did you mean -json?");
    refused(folder / "a" + " -json", "-json: expected a file");
    refused(folder / "a" + " -json a -json b", "-json is given twice");
    refused(folder / "a" + " -json - -html -", "cannot both");
    refused(folder / "a" + " -json " + folder / "a", "is the file that is read");
    refused(folder / "a" + " -html /no/such/file", "-html: cannot write '/no/such/file'");
}

}  // namespace
