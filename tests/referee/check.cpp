// `referee check` from end to end: our engines pass, bots with bad habits fail where they should.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "referee/check/report.hpp"
#include "referee/check/ugi.hpp"
#include "tests/catch.hpp"
#include "tests/referee/referee_run.hpp"

namespace {

using namespace sparring::referee;
using sparring::test::lines_with;
using sparring::test::RefereeRun;

// For machines under load: time is no matter here.
constexpr const char* kAmple = "timemargin=5000";

void check_engines(const std::vector<std::string>& games) {
    std::vector<RefereeRun> runs;
    for (const std::string& game : games) {
        const std::string engine = game.substr(0, game.find('/'));
        runs.emplace_back(
            fmt::format("check cmd={{bin}}/{} -game {} -fast {}", engine, game, kAmple));
    }
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto result = runs[i].finish();
        INFO(games[i] << "\n" << result.out << result.err);
        CHECK(result.status == 0);
        CHECK(result.left.empty());
        const std::size_t steps = check::ugi_steps().size();
        CHECK(lines_with(result.out, "ok ").size() == steps);
        CHECK(lines_with(result.out,
                         fmt::format("{} of {} steps passed, 0 failed, 0 skipped", steps, steps))
                  .size() == 1);
    }
}

TEST_CASE("our engines pass every step of the check", "[check]") {
    check_engines({"reversi", "draughts", "amazons", "dots-and-boxes"});
}

TEST_CASE("our engines pass the check in their other variants", "[check][long]") {
    check_engines({"reversi/reversed", "draughts/killer"});
    check_engines({"amazons/4x4", "amazons/8x8"});
    check_engines({"dots-and-boxes/1x1", "dots-and-boxes/2x2", "dots-and-boxes/3x4"});
}

// ---- bad habits --------------------------------------------------------------------------------

struct Row {
    const char* habit;
    std::vector<std::string> failed;  ///< names of the steps; {"one"}: one step, whichever
    const char* detail = "";          ///< in what came or what would be right, in each
    int status = 1;
};

const std::vector<std::string> kOne{"one"};

// It is gone before it says anything, or a moment before it is asked: that depends on the machine.
const std::vector<std::string> kAtStart{"at the start"};

const std::vector<Row> kSteady{
    {"good", {}, "", 0},
    {"binary-noise", {}, "", 0},
    {"long-line", {}, "", 0},
    {"stderr", {}, "", 0},
    {"slow-start --ms 100", {}, "", 0},
    {"blanks", {"an info line in each search"}},
    {"capitals", {"an info line in each search"}},
    {"pieces", {"an info line in each search"}},
    {"ponders", {"a finished game: bestmove none", "an info line in each search"}},
    {"crlf", {"id name and id author", "a score in an info line"}},
    {"chatty", {"moves of a pv are legal"}, "is none"},
    {"two-bestmoves", {"one bestmove for one go", "an info line in each search"}},
    {"early-bestmove", {"isready twice"}, "nothing else"},
    {"talks-out-of-turn", {"nothing after bestmove"}, "response true"},
    {"refuses-option",
     {"setoption: every option takes its default", "isready twice", "nothing after bestmove"}},
};

const std::vector<Row> kEnds{
    {"ignores-quit", {"quit", "quit during a search"}, "still running"},
    {"ignores-end",
     {"quit", "quit during a search", "end of the input", "end of the input during a search"}},
    {"leaves-child", {"no process is left behind"}, "lived on"},
    {"leaves-daemon", {"no process is left behind"}, "lived on"},
    {"no-ready-for-game",
     {"uginewgame", "the same move again at fixed depth", "memory over many games"},
     "'readyok' within"},
    {"exit-between-games",
     {"the same move again at fixed depth", "memory over many games"},
     "exited with status 5"},
};

// Once in a long while, in a step that happens to ask for that move.
const std::vector<Row> kOnce{
    {"illegal --at 20", kOne, "'d4' is none"},
    {"malformed --at 20", kOne, "'z9z9' is none"},
    {"none --at 20", kOne, "'none' is none"},
    {"empty-bestmove --at 20", kOne, "and a move"},
    {"binary-bestmove --at 20", kOne, "\\x01\\x02\\xff"},
    {"crash --at 20", kOne, "exited with status 3"},
    {"segfault --at 20", kOne, "killed by signal 11"},
    {"half-a-move-then-exit --at 20", kOne, "(without a line end) bestmove"},
    {"closes-output --at 20", kOne, "closed its pipes"},
    {"flood-line --at 20", kOne, "output without end"},
    {"flood-binary --at 20", kOne, ""},
    {"silent --at 20", kOne, "nothing in"},
    {"trickle --at 20", kOne, "nothing more in"},
    {"partial --at 20", kOne, "(without a line end) bestmove"},
    {"stops-itself --at 20", kOne, "nothing in"},
};

const std::vector<Row> kDoNotStart{
    {"exit-at-start", kAtStart, "exited with status 7", 3},
    {"crash-at-start", kAtStart, "killed by signal 11", 3},
    {"no-ugiok", {"ugi: ugiok in time"}, "nothing more in", 3},
    {"flood-at-start", {"ugi: ugiok in time"}, "output without end", 3},
    {"no-readyok", {"variant and options are set, isready: readyok"}, "nothing in", 3},
};

void check(const Row& row, const RefereeRun::Result& result) {
    INFO(row.habit << "\n" << result.out << result.err);
    CHECK_FALSE(result.timed_out);
    CHECK(result.left.empty());
    CHECK(result.status == row.status);
    const auto report = nlohmann::json::parse(result.out, nullptr, false);
    REQUIRE(report.is_object());
    std::vector<std::string> failed;
    for (const auto& step : report["steps"]) {
        if (step["verdict"] != "fail") continue;
        failed.push_back(step["name"]);
        CHECK(step["right"] != "");
        std::string all = step["right"];
        for (const std::string line : step["came"]) all += "\n" + line;
        CHECK(all.find(row.detail) != std::string::npos);
    }
    CHECK(report["failed"] == failed.size());
    if (row.failed == kOne) {
        CHECK(failed.size() == 1);
    } else if (row.failed == kAtStart) {
        REQUIRE(failed.size() == 1);
        const bool early = failed.front() == "the program starts";
        CHECK((early || failed.front() == "ugi: ugiok in time"));
    } else {
        CHECK(failed == row.failed);
    }
}

/// Side by side: they wait most of the time.
void check_all(const std::vector<Row>& rows, std::size_t at_a_time = 8) {
    for (std::size_t from = 0; from < rows.size(); from += at_a_time) {
        const std::size_t to = std::min(from + at_a_time, rows.size());
        std::vector<RefereeRun> runs;
        for (std::size_t i = from; i < to; ++i)
            runs.emplace_back(fmt::format(
                "check 'cmd={{bot}} {}' -game reversi -fast -json startup=3 ping=3 stall=2 "
                "timemargin=2000",
                rows[i].habit));
        for (std::size_t i = from; i < to; ++i) check(rows[i], runs[i - from].finish());
    }
}

TEST_CASE("bots of each kind fail where they should", "[check]") {
    check_all({kSteady[0], kSteady[8], kEnds[2], kOnce[0], kOnce[5], kDoNotStart[0]});
}
TEST_CASE("a bot with a lasting bad habit fails the steps that are about it", "[check][long]") {
    check_all(kSteady);
}
TEST_CASE("a bot that ends badly fails the steps about ends and games", "[check][long]") {
    check_all(kEnds);
}
TEST_CASE("a bot that goes wrong once fails one step, and is examined further", "[check][long]") {
    check_all(kOnce);
}
TEST_CASE("a bot that does not start is not examined, exit 3", "[check][long]") {
    check_all(kDoNotStart);
}

// ---- the command -------------------------------------------------------------------------------

TEST_CASE("the check finds the game out, and says so when it cannot", "[check]") {
    RefereeRun ours{
        fmt::format("check cmd={{bin}}/dots-and-boxes option.Variant=2x2 -fast {}", kAmple)};
    RefereeRun other{fmt::format("check 'cmd={{bot}} good' -fast {}", kAmple)};
    RefereeRun any{fmt::format("check 'cmd={{bot}} good' -game ugi -fast -json {}", kAmple)};
    const auto of_ours = ours.finish(), of_other = other.finish(), of_any = any.finish();
    INFO(of_ours.out << of_other.out << of_any.out);
    CHECK(of_ours.status == 0);
    CHECK(of_ours.out.starts_with("engine dots-and-boxes, game dots-and-boxes/2x2\n"));
    CHECK(of_other.status == 0);
    CHECK(of_other.out.starts_with("engine misbehaving_bot, game not recognised: -game "));
    CHECK(of_other.out.find("(needs the rules of the game)") != std::string::npos);
    CHECK(of_any.status == 0);
    const auto report = nlohmann::json::parse(of_any.out, nullptr, false);
    REQUIRE(report.is_object());
    CHECK(report["game"].is_null());
    CHECK(report["skipped"] > 3);
}

TEST_CASE("wrong words of the check are refused with exit 2, a missing program with 3", "[check]") {
    const std::vector<std::pair<std::string, std::string>> wrong{
        {"check", "cmd= is missing"},
        {"check cmd={bot} -gmae reversi", "did you mean -game?"},
        {"check cmd={bot} -game chess", "there is no game 'chess'"},
        {"check cmd={bot} -seed x", "'x' is not a whole number"},
        {"check cmd={bot} tiem=1", "unknown key 'tiem'"},
        {"check cmd={bot} reversi", "'reversi' is not an option"},
        {"check 'cmd={bot} good' -game reversi option.Hsh=1", "no option 'Hsh'"},
    };
    for (const auto& [words, text] : wrong) {
        const auto result = sparring::test::run_referee(words);
        INFO(words << "\n" << result.out << result.err);
        CHECK(result.status == 2);
        CHECK((result.err + result.out).find(text) != std::string::npos);
    }
    CHECK(sparring::test::run_referee("check cmd=/no/such/engine").status == 3);
}

TEST_CASE("a failure shows what was sent, what came and what would be right", "[check]") {
    check::Judged judged{12, "isready twice", check::Verdict::pass("0.03 ms")};
    CHECK(check::text(judged) == "ok    12 isready twice (0.03 ms)\n");
    judged.verdict = check::Verdict::skip("why");
    CHECK(check::text(judged) == "skip  12 isready twice (why)\n");
    judged.verdict = {check::Verdict::Kind::fail, {}, {"isready", "isready"}, {"readyok"}, "two"};
    CHECK(check::text(judged) ==
          "FAIL  12 isready twice\n"
          "         sent   isready\n"
          "                isready\n"
          "         came   readyok\n"
          "         right  two\n");
    CHECK(check::text(check::Summary{40, 1, 1}) == "40 of 42 steps passed, 1 failed, 1 skipped");
}

}  // namespace
