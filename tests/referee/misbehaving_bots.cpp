// What the referee makes of every bad habit of tests/bots. One table: the habit, how it is limited,
// what becomes of its games, the exit status. Four games each; none may take ten seconds, hang the
// referee, cost it anything but its own games, or leave a process behind.
#include <fmt/format.h>

#include <set>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/referee/referee_run.hpp"

namespace {

using sparring::test::lines_with;
using sparring::test::RefereeRun;

struct Row {
    const char* habit;
    const char* limits;  ///< keys of the bot's -engine
    const char* reason;  ///< of all four games; "" = none is played
    int status = 0;
};

// Where no time is at stake the clock is generous, for machines under load.
constexpr const char* kAmple = "st=5";
constexpr const char* kShort = "st=0.2";

const std::vector<Row> kPlayOn{
    {"good", kAmple, "normal"},
    {"crlf", kAmple, "normal"},
    {"blanks", kAmple, "normal"},
    {"capitals", kAmple, "normal"},
    {"ponders", kAmple, "normal"},
    {"pieces", kAmple, "normal"},
    {"chatty", kAmple, "normal"},
    {"long-line", kAmple, "normal"},
    {"binary-noise", kAmple, "normal"},
    {"two-bestmoves", kAmple, "normal"},
    {"early-bestmove", kAmple, "normal"},
    {"talks-out-of-turn", kAmple, "normal"},
    {"stderr", kAmple, "normal"},
    {"slow-start --ms 500", kAmple, "normal"},
    {"resigns", kAmple, "normal"},
    {"exit-between-games", kAmple, "normal"},
    {"ignores-quit", kAmple, "normal"},
    {"ignores-end", kAmple, "normal"},
    {"ignores-everything", kAmple, "normal"},
    {"leaves-child", kAmple, "normal"},
    {"leaves-daemon", kAmple, "normal"},
    {"other-group", kAmple, "normal"},
    {"late --ms 50", kAmple, "normal"},
};

const std::vector<Row> kDoNotStart{
    {"exit-at-start", kAmple, "", 3},
    {"crash-at-start", kAmple, "", 3},
    {"no-ugiok", "st=5 startup=0.3", "", 3},
    {"no-readyok", "st=5 startup=0.3", "", 3},
    {"slow-start --ms 2000", "st=5 startup=0.3", "", 3},
    {"flood-at-start", kAmple, "", 3},
    {"refuses-option", kAmple, "", 2},
};

const std::vector<Row> kWrongAnswers{
    {"illegal", kAmple, "illegal"},        {"opponents-move", kAmple, "illegal"},
    {"malformed", kAmple, "illegal"},      {"false-pass", kAmple, "illegal"},
    {"none", kAmple, "illegal"},           {"empty-bestmove", kAmple, "garbage"},
    {"blank-bestmove", kAmple, "garbage"}, {"binary-bestmove", kAmple, "garbage"},
    {"nul-bestmove", kAmple, "garbage"},   {"long-move", kAmple, "garbage"},
};

const std::vector<Row> kFloods{
    {"flood-line", kAmple, "flood"},   {"flood-info", kAmple, "flood"},
    {"flood-binary", kAmple, "flood"}, {"flood-out-of-turn", kAmple, "flood"},
    {"huge-line", kAmple, "flood"},
};

const std::vector<Row> kNoAnswer{
    {"silent", kShort, "time"},
    {"silent", "depth=1 stall=0.2", "stalled"},
    {"silent", "nodes=1000 stall=0.2", "stalled"},
    {"silent", "tc=0.3+0", "time"},
    {"partial", kShort, "time"},
    {"stops-itself", kShort, "time"},
    {"deaf", kShort, "time"},
    {"late --ms 300", kShort, "time"},
    {"late --ms 1500", kShort, "time"},
    {"trickle", kShort, "time"},
    {"trickle", "depth=1 stall=0.2", "stalled"},
    {"no-ready-for-game", "st=5 ping=0.2", "stalled"},
};

const std::vector<Row> kGone{
    {"crash", kAmple, "crash"},
    {"segfault", kAmple, "crash"},
    {"abort", kAmple, "crash"},
    {"exit-zero", kAmple, "crash"},
    {"move-then-exit", kAmple, "crash"},
    {"half-a-move-then-exit", kAmple, "crash"},
    {"closes-output", kAmple, "crash"},
    {"closes-input", kAmple, "crash"},
    {"crash-with-daemon", kAmple, "crash"},
};

std::string command_line(const Row& row) {
    return fmt::format(
        "-game reversi/reversed -engine 'cmd={{bot}} {}' name=bad {} "
        "-engine 'cmd={{bot}} good' name=good st=20 -rounds 2 -games 2 -repeat -recover "
        "-openings random plies=6 seed=3",
        row.habit, row.limits);
}

void check(const Row& row, const RefereeRun::Result& result) {
    INFO(row.habit << ", " << row.limits << "\n" << result.out << result.err);
    CHECK_FALSE(result.timed_out);
    CHECK(result.seconds < 10);
    CHECK(result.left.empty());
    CHECK(result.status == row.status);
    const auto games = lines_with(result.out, "Finished game");
    const std::string reason = row.reason;
    CHECK(games.size() == (reason.empty() ? 0 : 4));
    for (const std::string& game : games) {
        CHECK(game.ends_with("{" + reason + "}"));
        if (reason == "normal") continue;
        // The fault costs the one who commits it the game, whichever side it has.
        CHECK(game.find(game.find("(bad vs good)") != game.npos ? ": 0-1 " : ": 1-0 ") !=
              game.npos);
    }
    if (!reason.empty() && reason != "normal") {
        CHECK(result.out.find("Forfeits of bad: " + reason + " 4\n") != std::string::npos);
    }
    if (reason.empty()) CHECK(result.err.find("engine bad: ") != std::string::npos);
}

/// Runs some rows side by side: most of them only wait.
void check_all(const std::vector<Row>& rows, std::size_t at_a_time = 4) {
    for (std::size_t from = 0; from < rows.size(); from += at_a_time) {
        const std::size_t to = std::min(from + at_a_time, rows.size());
        std::vector<RefereeRun> runs;
        for (std::size_t i = from; i < to; ++i) runs.emplace_back(command_line(rows[i]));
        for (std::size_t i = from; i < to; ++i) check(rows[i], runs[i - from].finish());
    }
}

TEST_CASE("bots that are odd but in order play on", "[bots]") {
    check_all(kPlayOn, 24);
}
TEST_CASE("bots that do not start play no game", "[bots]") {
    check_all(kDoNotStart);
}
TEST_CASE("bots that answer wrongly lose", "[bots]") {
    check_all(kWrongAnswers);
}
TEST_CASE("bots that write without end lose", "[bots]") {
    check_all(kFloods, 2);
}
TEST_CASE("bots that do not answer in time lose", "[bots]") {
    check_all(kNoAnswer, 12);
}
TEST_CASE("bots that end or close their pipes lose", "[bots]") {
    check_all(kGone);
}

TEST_CASE("the table of misbehaving bots names them all", "[bots]") {
    std::set<std::string> named;
    for (const auto* rows :
         {&kPlayOn, &kDoNotStart, &kWrongAnswers, &kFloods, &kNoAnswer, &kGone}) {
        for (const Row& row : *rows) {
            const std::string habit = row.habit;
            named.insert(habit.substr(0, habit.find(' ')));
        }
    }
    CHECK(named.size() >= 30);
    std::FILE* list = ::popen(SPARRING_BOT " list", "r");
    REQUIRE(list != nullptr);
    char line[100];
    while (std::fgets(line, sizeof line, list) != nullptr) {
        std::string habit = line;
        habit.pop_back();
        CAPTURE(habit);
        CHECK(named.erase(habit) == 1);
    }
    ::pclose(list);
    CHECK(named.empty());
}

TEST_CASE("without -recover the run stops when an engine is lost", "[bots]") {
    const auto result = sparring::test::run_referee(
        "-game reversi -engine 'cmd={bot} crash' name=bad -engine 'cmd={bot} good' name=good "
        "-each st=5 -rounds 2");
    INFO(result.out << result.err);
    CHECK(result.status == 4);
    CHECK(lines_with(result.out, "Finished game") ==
          std::vector<std::string>{"Finished game 1 (bad vs good): 0-1 {crash}"});
    CHECK(result.err.find("engine bad was lost in game 1 (-recover goes on)") != std::string::npos);
    CHECK(result.left.empty());
}

TEST_CASE("without -recover an illegal move costs the game only", "[bots]") {
    const auto result = sparring::test::run_referee(
        "-game reversi -engine 'cmd={bot} illegal' name=bad -engine 'cmd={bot} good' name=good "
        "-each st=5 -rounds 2");
    INFO(result.out << result.err);
    CHECK(result.status == 0);
    CHECK(lines_with(result.out, "Finished game").size() == 4);
}

}  // namespace
