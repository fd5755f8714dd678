// Whole matches between bots that are in order: what is printed and recorded, determinism, signals,
// and that nothing is left behind.
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "referee/play/local_venue.hpp"
#include "referee/play/runner.hpp"
#include "referee/schedule/openings.hpp"
#include "tests/catch.hpp"
#include "tests/referee/referee_run.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;
using namespace std::chrono_literals;
using sparring::test::lines_with;
using sparring::test::open_descriptors;
using sparring::test::RefereeRun;
using sparring::test::run_referee;
namespace asio = boost::asio;

const std::string kPair =
    "-game reversi/reversed -engine 'cmd={bot} good' name=A -engine 'cmd={bot} good' name=B ";

/// A file that is there as long as the test wants it.
class TemporaryFile {
  public:
    TemporaryFile() {
        static int files = 0;
        path_ = std::filesystem::temp_directory_path() /
                fmt::format("sparring-{}-{}", ::getpid(), ++files);
    }
    ~TemporaryFile() { std::filesystem::remove(path_); }

    std::string path() const { return path_; }
    std::string contents() const {
        std::ifstream file{path_, std::ios::binary};
        return {std::istreambuf_iterator<char>{file}, {}};
    }

  private:
    std::filesystem::path path_;
};

TEST_CASE("one line a game, one for the score, then tables, in a log without colour") {
    const auto result =
        run_referee(kPair + "-each depth=1 -rounds 3 -openings random plies=8 seed=1");
    INFO(result.out << result.err);
    CHECK(result.status == 0);
    const auto games = lines_with(result.out, "Finished game ");
    REQUIRE(games.size() == 6);
    CHECK(games[0].starts_with("Finished game 1 (A vs B): "));
    CHECK(games[1].starts_with("Finished game 2 (B vs A): "));
    for (const std::string& game : games) CHECK(game.ends_with(" {normal}"));
    // The bots choose by the position alone, so each side wins as often.
    CHECK(lines_with(result.out, "Score of A vs B: ").front().ends_with("[0.500] 6"));
    CHECK(result.out.find("no variance yet") != std::string::npos);
    CHECK(result.out.find("The side that moves first won ") != std::string::npos);
    CHECK(result.out.find('\x1b') == std::string::npos);
    CHECK(result.out.find('\r') == std::string::npos);
    for (const std::string& line : lines_with(result.out, "")) CHECK(line.size() <= 80);
}

TEST_CASE("at fixed depth a match is the same whatever the concurrency and processes") {
    std::string first;
    for (const char* how : {"-concurrency 1", "-concurrency 2", "-concurrency 8",
                            "-concurrency 1 -each restart=on"}) {
        const TemporaryFile records;
        const auto result = run_referee(
            kPair + "-each depth=1 -rounds 10 -openings random plies=6 seed=5 -pgnout " +
            records.path() + " " + how);
        CAPTURE(how, result.err);
        CHECK(result.status == 0);
        const std::string games = records.contents();
        CHECK(lines_with(games, "(;GM[Othello]").size() == 20);
        if (first.empty()) first = games;
        CHECK(games == first);
    }
}

TEST_CASE("both games of a pair begin with the same opening, sides swapped") {
    const TemporaryFile records;
    run_referee(kPair + "-each depth=1 -rounds 2 -openings random plies=8 seed=2 -pgnout " +
                records.path());
    const auto games = lines_with(records.contents(), "(;");
    REQUIRE(games.size() == 4);
    const auto moves = [](const std::string& game) {
        return game.substr(game.find("]B[") + 1, 8 * 5);
    };
    CHECK(moves(games[0]) == moves(games[1]));
    CHECK(moves(games[0]) != moves(games[2]));
    CHECK(games[0].find("PB[A]PW[B]") != std::string::npos);
    CHECK(games[1].find("PB[B]PW[A]") != std::string::npos);
}

TEST_CASE("openings come from a file and are begun again at its end") {
    const TemporaryFile openings, records;
    std::ofstream{openings.path()} << "d3 c3\nd3 e3 # another\n";
    const auto result = run_referee(
        kPair + "-each depth=1 -rounds 3 -allow-duplicates -openings file=" + openings.path() +
        " -pgnout " + records.path());
    CHECK(result.status == 0);
    const auto games = lines_with(records.contents(), "(;");
    REQUIRE(games.size() == 6);
    CHECK(games[0].find("]B[D3]W[C3]B") != std::string::npos);
    CHECK(games[2].find("]B[D3]W[E3]B") != std::string::npos);
    CHECK(games[4].find("]B[D3]W[C3]B") != std::string::npos);

    std::ofstream{openings.path()} << "d3 c3\n\nd3 z3\n";
    const auto bad = run_referee(kPair + "-each depth=1 -openings file=" + openings.path());
    CHECK(bad.status == 2);
    CHECK(bad.err.find(openings.path() + ": line 3: move 2 'z3': no such square") !=
          std::string::npos);
}

TEST_CASE("a game that is too long is a draw") {
    const auto result = run_referee(kPair + "-each depth=1 -maxmoves 10");
    CHECK(lines_with(result.out, "Finished game") ==
          std::vector<std::string>{"Finished game 1 (A vs B): 1/2-1/2 {max-moves}",
                                   "Finished game 2 (B vs A): 1/2-1/2 {max-moves}"});
    CHECK(result.out.find("Drawn by -maxmoves: 2") != std::string::npos);
}

TEST_CASE("several players meet in a round robin and in a gauntlet") {
    const std::string four =
        kPair + "-engine 'cmd={bot} good' name=C -engine 'cmd={bot} illegal' name=D -each depth=1 ";
    const auto all = run_referee(four + "-rounds 2 -concurrency 3 -allow-duplicates");
    INFO(all.out << all.err);
    CHECK(all.status == 0);
    CHECK(lines_with(all.out, "Finished game").size() == 24);
    CHECK(lines_with(all.out, "Score of").empty());
    CHECK(lines_with(all.out, "Forfeits of D: illegal 12").size() == 1);
    CHECK(all.out.find("W-D-L against") != std::string::npos);
    CHECK(all.left.empty());
    const auto gauntlet = run_referee(four + "-tournament gauntlet");
    CHECK(lines_with(gauntlet.out, "Finished game").size() == 6);
}

TEST_CASE("an interrupted run ends at once, cleanly, with the games so far") {
    for (const int signal : {SIGINT, SIGTERM}) {
        // Game 1 hangs for a long time; the others have been played meanwhile.
        RefereeRun run{
            "-game reversi -engine 'cmd={bot} silent --at 20' name=A -engine 'cmd={bot} good' "
            "name=B "
            "-engine 'cmd={bot} ignores-end' name=C -each depth=1 -concurrency 2"};
        CHECK(run.prints("Finished game 2 "));
        run.send_signal(signal);
        const auto result = run.finish();
        INFO(result.out << result.err);
        CHECK(result.status == 130);
        CHECK(result.seconds < 10);
        CHECK(result.left.empty());
        CHECK(result.out.find("Player") != std::string::npos);
        CHECK(result.err.find("interrupted") != std::string::npos);
    }
}

TEST_CASE("killed itself, the referee leaves no engine behind") {
    RefereeRun run{
        "-game reversi -engine 'cmd={bot} silent --at 3' name=A -engine 'cmd={bot} "
        "ignores-everything' "
        "name=B -each depth=1 -maxmoves 1000"};
    for (int tries = 0; tries < 200 && run.processes().size() < 3; ++tries) ::usleep(10'000);
    CHECK(run.processes().size() == 3);  // itself and two engines
    run.send_signal(SIGKILL);
    CHECK(run.finish().status == 1000 + SIGKILL);
    // The kernel kills the engines when the referee has gone.
    for (int tries = 0; tries < 200 && !run.processes().empty(); ++tries) ::usleep(10'000);
    CHECK(run.processes().empty());
}

/// Counts games; the runner's observer in the tests below.
class Counter final : public Observer {
  public:
    void began(const ScheduledGame&, const Opening&) override {}
    PlyListener plies_of(const ScheduledGame&) override { return {}; }
    void keep(const FinishedGame&, std::function<void(bool)> done) override { done(true); }
    void finished(const FinishedGame& game) override { ++reasons[game.result.reason]; }
    void in_order(const ScheduledGame& game, const Score&, const GameResult*) override {
        numbers.push_back(game.number);
    }
    void warning(const std::string&) override { ++warnings; }

    std::map<Reason, int> reasons;
    std::vector<int> numbers;
    int warnings = 0;
};

EngineSettings bot(const std::string& name, const std::vector<std::string>& arguments,
                   bool restart) {
    EngineSettings settings;
    settings.name = name;
    settings.command = {SPARRING_BOT, arguments, {}, {}};
    settings.limits.depth = 1;
    settings.restart = restart;
    return settings;
}

Counter play(const MatchSettings& settings, int rounds) {
    const ScheduleSettings schedule{.players = static_cast<int>(settings.engines.size()),
                                    .rounds = rounds};
    const auto games = next_stage(schedule, {});
    Counter counter;
    asio::io_context context{1};
    ProcessTable table{context};
    LocalVenue venue{table, settings, counter};
    Runner runner{context, settings, venue, counter};
    RunEnd end{RunEnd::Kind::aborted, ""};
    asio::co_spawn(context, runner.run({schedule, [](std::size_t) { return Opening{}; }, {}}),
                   [&](std::exception_ptr, RunEnd how) {
                       end = std::move(how);
                       context.stop();
                   });
    context.run();
    CHECK(end.kind == RunEnd::Kind::complete);
    CHECK(table.size() == 0);
    std::vector<int> expected;
    for (const auto& game : games) expected.push_back(game.number);
    CHECK(counter.numbers == expected);
    return counter;
}

void leaves_nothing(int rounds) {
    const auto before = open_descriptors();
    // Every other game ends in a crash, and every process is new.
    MatchSettings settings;
    settings.choice = *games::find("reversi");
    settings.concurrency = 2;
    settings.adjudication.max_moves = 3;
    settings.recover = true;
    settings.engines = {bot("good", {"good"}, true), bot("crash", {"crash", "--at", "1"}, false),
                        bot("leaves", {"leaves-daemon"}, true)};
    const Counter counter = play(settings, rounds);
    CHECK(counter.reasons.at(Reason::crash) == 4 * rounds);
    CHECK(counter.reasons.at(Reason::max_moves) == 2 * rounds);
    CHECK(open_descriptors() == before);
    CHECK(children_of(::getpid()).empty());
}

TEST_CASE("descriptors and processes are given back") {
    leaves_nothing(5);
}

TEST_CASE("after a thousand games no descriptor is lost and no process is left", "[long]") {
    leaves_nothing(170);
}

TEST_CASE("a process that is lost between two games is replaced") {
    MatchSettings settings;
    settings.choice = *games::find("reversi");
    settings.recover = true;
    settings.engines = {bot("good", {"good"}, false), bot("leaves", {"exit-between-games"}, false)};
    const Counter counter = play(settings, 3);
    CHECK(counter.reasons.at(Reason::normal) == 6);
    CHECK(counter.warnings == 5);
}

}  // namespace
