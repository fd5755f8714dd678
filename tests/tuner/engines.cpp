// Engines as the tuner meets them: with and without options, and with bad habits.
#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "tests/tuner/tuner_run.hpp"
#include "tuner/store/run_store.hpp"

namespace {

using namespace sparring;
using namespace sparring::test;
using namespace sparring::tuner;
using Catch::Matchers::Contains;

/// Of dots and boxes, where the synthetic engine has to be told which game it plays.
const std::string kSynthetic = SPARRING_SYNTHETIC " --parameters 2 --game dots-and-boxes";

/// The line of an engine's table for a command with blanks between its words.
std::string command(const std::string& words) {
    std::string line = "command = [";
    std::istringstream stream{words};
    for (std::string word; stream >> word;) line += '"' + word + "\", ";
    return line + "]";
}

/// Games of an engine with the options P1 and P2; `engine` is the table's lines.
std::string synthetic_games(const std::string& engine) {
    return R"(
[game]
rules = "dots-and-boxes/2x2"
[[param]]
name = "P1"
min = 0
max = 100
default = 20
[[param]]
name = "P2"
min = 0
max = 100
default = 20
[openings]
plies = 4
count = 30
[test]
pairs = 2
[engine]
limit = { depth = 1 }
)" + engine;
}

std::vector<StoredGame> games_of(const std::string& folder) {
    const auto store = RunStore::open_to_read(folder + "/run.db");
    REQUIRE(store);
    std::vector<StoredGame> games;
    for (const StoredBatch& batch : (*store)->batches(false)) {
        (*store)->visit_games(batch.number, [&](StoredGame game) {
            game.cpu_us = 0;
            game.cached = false;
            games.push_back(std::move(game));
        });
    }
    return games;
}

std::vector<std::string> faults_of(const std::string& folder) {
    const auto store = RunStore::open_to_read(folder + "/run.db");
    REQUIRE(store);
    std::vector<std::string> faults;
    for (const StoredEvent& event : (*store)->events())
        if (event.kind == "fault") faults.push_back(event.text);
    return faults;
}

std::size_t without_score(const std::vector<StoredGame>& games) {
    return static_cast<std::size_t>(
        std::count_if(games.begin(), games.end(), [](const auto& game) { return !game.score; }));
}

TEST_CASE("an engine is tuned alike by options, arguments, variables and a file") {
    const Folder folder, temporary;
    const std::string bot = SPARRING_SOURCE_DIR "/tests/bots/carried_engine.sh";
    const std::map<std::string, std::string> engines{
        {"setoption", command(kSynthetic)},
        {"args", fmt::format("command = [\"{}\", \"{}\"]\ncarry = \"args\"", bot, kSynthetic)},
        {"env", fmt::format("command = [\"{}\", \"{}\"]\ncarry = \"env\"", bot, kSynthetic)},
        {"file", fmt::format("command = [\"{}\", \"{}\", \"{{file}}\"]\ncarry = \"file\"", bot,
                             kSynthetic)},
    };
    ::setenv("TMPDIR", (temporary / "").c_str(), 1);
    std::vector<RefereeRun> runs;
    for (const auto& [carry, engine] : engines) {
        write_tiny_run(folder / (carry + ".toml"), "pairs", 3, {}, synthetic_games(engine));
        runs.push_back(start_tuner(
            fmt::format("run {0}.toml -d {0} -q -w 2 --set strategy.spread=0.5", folder / carry)));
    }
    ::unsetenv("TMPDIR");
    for (RefereeRun& run : runs) {
        const auto result = run.finish();
        INFO(result.err);
        REQUIRE(result.status == 0);
        CHECK(result.left.empty());
    }
    CHECK(temporary.files() == 0);
    const auto games = games_of(folder / "setoption");
    REQUIRE(games.size() > 30);
    for (const char* carry : {"args", "env", "file"}) {
        INFO(carry);
        CHECK(games_of(folder / carry) == games);
    }
}

TEST_CASE("an engine that crashes now and then costs time, not points") {
    const Folder folder;
    const auto run = [&](const std::string& name, const std::string& arguments,
                         const std::string& match) {
        write_tiny_run(folder / (name + ".toml"), "pairs", 4, "[match]\nmost_faults = 1\n" + match,
                       synthetic_games(command(kSynthetic + arguments)));
        const auto result = run_tuner(fmt::format("run {0}.toml -d {0} -w 2", folder / name));
        INFO(result.err);
        REQUIRE(result.status == 0);
        CHECK(result.left.empty());
        return games_of(folder / name);
    };
    const auto good = run("good", "", "");
    CHECK(faults_of(folder / "good").empty());
    CHECK(without_score(good) == 0);

    const auto again = run("retry", " --crash-at 40", "retries = 20");
    const auto faults = faults_of(folder / "retry");
    REQUIRE(faults.size() > 2);
    CHECK((again == good));
    CHECK_THAT(faults.front(),
               Contains("crash: engine: ") && Contains("moves: ") &&
                   Contains("position startpos moves ") && Contains("'go depth 1'") &&
                   Contains("setoption name P1 value") && Contains(SPARRING_SYNTHETIC));

    const auto dropped = run("drop", " --crash-at 40", "on_fault = \"drop\"");
    CHECK(without_score(dropped) > 2);
    CHECK(without_score(dropped) % 2 == 0);

    const auto lost = run("loss", " --crash-at 40", "on_fault = \"loss\"");
    CHECK(without_score(lost) == 0);
    CHECK(std::count_if(lost.begin(), lost.end(),
                        [](const StoredGame& game) { return game.reason == "crash"; }) > 2);
}

TEST_CASE("an engine that always crashes ends the run, which goes on when it is mended") {
    const Folder folder;
    const std::string engine = folder / "engine", run = folder / "run";
    const auto write_engine = [&](const std::string& arguments) {
        write_file(engine, fmt::format("#!/bin/sh\nexec {} {}\n", kSynthetic, arguments));
        std::filesystem::permissions(engine, std::filesystem::perms::owner_all);
    };
    write_engine("--crash-at 3");
    write_tiny_run(folder / "t.toml", "pairs", 4, {},
                   synthetic_games(fmt::format("name = \"weak\"\ncommand = \"{}\"", engine)));
    auto result = run_tuner(fmt::format("run {} -d {} -w 2", folder / "t.toml", run));
    CHECK(result.status == 4);
    CHECK(result.left.empty());
    CHECK_THAT(result.err, Contains("faults in") && Contains("most_faults") &&
                               Contains("crash: weak: ") && Contains("tuner resume " + run));
    CHECK(faults_of(run).size() >= 10);
    write_engine("");
    CHECK(run_tuner("resume " + run).status == 2);
    result = run_tuner("resume --accept-changes " + run);
    INFO(result.err);
    CHECK(result.status == 0);
}

/// Games of reversi against the misbehaving bot, for each of these habits.
void meet(const std::vector<std::string>& habits) {
    const Folder folder;
    const std::string games = R"(
[game]
rules = "reversi"
[engine]
command = "reversi"
options = { Hash = 1 }
limit = { depth = 1 }
[params]
tune = ["Location0_1", "Stable_0"]
[openings]
plies = 4
count = 20
[test]
pairs = 0
)";
    std::map<std::string, RefereeRun> runs;
    for (const std::string& habit : habits) {
        const std::string file = folder / (habit + ".toml");
        write_tiny_run(
            file, "random", 1, "[match]\nmost_faults = 1\nretries = 1",
            games + fmt::format("[[opponent]]\nname = \"bad\"\ncommand = [\"{}\", \"{}\"]\n"
                                "limit = \"depth=1 stall=0.3\"\n",
                                SPARRING_BOT, habit));
        runs.emplace(habit, start_tuner(fmt::format("run {} -d {} -w 4", file, folder / habit)));
    }
    for (auto& [habit, run] : runs) {
        INFO(habit);
        const auto result = run.finish();
        INFO(result.err);
        CHECK(result.status == 0);
        CHECK(result.left.empty());
        const auto played = games_of(folder / habit);
        CHECK(played.size() >= 32);
        CHECK(without_score(played) == played.size());
        const auto faults = faults_of(folder / habit);
        REQUIRE(faults.size() >= 2 * played.size());  // each pair was tried twice
        CHECK_THAT(faults.front(), Contains(": bad: ") && Contains(SPARRING_BOT));
    }
}

TEST_CASE("an opponent's bad habits are faults, and its games do not count") {
    meet({"crash", "illegal"});
}

TEST_CASE("an opponent's worst habits are faults, and its games do not count", "[long]") {
    meet({"silent", "deaf", "closes-output", "stops-itself", "crash-with-daemon", "flood-line",
          "flood-info", "half-a-move-then-exit", "nul-bestmove"});
}

TEST_CASE("runs of every strategy end although no game counts") {
    const Folder folder;
    std::vector<RefereeRun> runs;
    for (const auto& [strategy, keys] : small_strategies()) {
        const std::string file = folder / (strategy + ".toml");
        write_tiny_run(file, strategy, 2,
                       "[match]\nmost_faults = 1\nretries = 0\nallocation = \"racing\"",
                       synthetic_games(command(kSynthetic + " --crash-at 1")));
        runs.push_back(start_tuner(fmt::format("run {} -d {} -q", file, folder / strategy)));
    }
    for (RefereeRun& run : runs) {
        const auto result = run.finish();
        INFO(result.err);
        CHECK(result.status == 0);
        CHECK(result.left.empty());
    }
    for (const auto& [strategy, keys] : small_strategies()) {
        INFO(strategy);
        const auto played = games_of(folder / strategy);
        CHECK(played.size() > 8);
        CHECK(without_score(played) == played.size());
    }
}

}  // namespace
