// Runs of the tuner from end to end: the same games whoever plays them, and however often they are
// interrupted.
#include <signal.h>

#include <chrono>
#include <random>
#include <thread>

#include "tests/tuner/tuner_run.hpp"
#include "tuner/strategy/catalogue.hpp"

namespace {

using namespace sparring;
using namespace sparring::test;
using Catch::Matchers::Contains;

/// Kills `kills` runs, resuming each time, then lets one end: every other run at a random moment,
/// which may be its start, the others soon after they have got on by a generation. Gives how many
/// were hit.
int kill_and_resume(const std::string& file, const std::string& folder, int kills,
                    std::uint64_t seed) {
    using namespace std::chrono_literals;
    std::mt19937_64 random{seed};
    int hit = 0;
    for (int run = 0;; ++run) {
        RefereeRun tuner =
            start_tuner(fmt::format("run {} -d {} --resume -w {}", file, folder, 1 + random() % 3));
        if (run < kills) {
            if (run % 2 == 0) tuner.prints("gen ");
            std::this_thread::sleep_for((run % 2 == 0 ? 100us : 1ms) * (random() % 40));
            tuner.send_signal(SIGKILL);
        }
        const auto result = tuner.finish();
        INFO(result.err);
        if (result.status == 0) return hit;
        REQUIRE(result.status == 1000 + SIGKILL);
        ++hit;
    }
}

TEST_CASE("runs of every strategy are the same with any number of workers") {
    for (const tuner::StrategyRow& row : tuner::strategies()) {
        const std::string strategy{row.name};
        INFO(strategy);
        REQUIRE(small_strategies().contains(strategy));
        const Folder folder;
        write_tiny_run(folder / "t.toml", strategy, 3);
        std::vector<RefereeRun> runs;
        for (const int workers : {1, 2, 4, 1})
            runs.push_back(start_tuner(fmt::format("run {} -d {} -q -w {}", folder / "t.toml",
                                                   folder / std::to_string(runs.size()), workers)));
        for (RefereeRun& run : runs) {
            const auto result = run.finish();
            INFO(result.err);
            REQUIRE(result.status == 0);
            CHECK(result.left.empty());
        }
        const std::string digest = digest_of(folder / "0");
        for (const int other : {1, 2, 3})
            CHECK(digest_of(folder / std::to_string(other)) == digest);
    }
}

TEST_CASE("runs with another seed are other runs") {
    const Folder folder;
    for (const int seed : {1, 2}) {
        write_tiny_run(folder / "t.toml", "pairs", 2);
        const auto result =
            run_tuner(fmt::format("run {} -d {} -q --set run.seed={}", folder / "t.toml",
                                  folder / std::to_string(seed), seed));
        REQUIRE(result.status == 0);
    }
    CHECK(digest_of(folder / "1") != digest_of(folder / "2"));
}

TEST_CASE("a run that was told to stop goes on as if it had not been") {
    const Folder folder;
    write_tiny_run(folder / "t.toml", "pairs", 40);
    const std::string whole = folder / "whole", stopped = folder / "stopped";
    REQUIRE(run_tuner(fmt::format("run {} -d {} -w 2", folder / "t.toml", whole)).status == 0);
    RefereeRun run = start_tuner(fmt::format("run {} -d {} -w 2", folder / "t.toml", stopped));
    REQUIRE(run.prints("gen 2 "));
    run.send_signal(SIGINT);
    auto result = run.finish();
    CHECK(result.status == 130);
    CHECK(result.left.empty());
    CHECK_THAT(result.err, Contains("tuner resume " + stopped));
    CHECK(digest_of(stopped) != digest_of(whole));
    result = run_tuner(fmt::format("resume {} -w 3", stopped));
    INFO(result.err);
    CHECK(result.status == 0);
    CHECK(digest_of(stopped) == digest_of(whole));
}

TEST_CASE("a run that was killed goes on as if it had not been") {
    const Folder folder;
    write_tiny_run(folder / "t.toml", "pairs", 8);
    REQUIRE(run_tuner(fmt::format("run {} -d {}", folder / "t.toml", folder / "whole")).status ==
            0);
    kill_and_resume(folder / "t.toml", folder / "killed", 3, std::random_device{}());
    CHECK(digest_of(folder / "killed") == digest_of(folder / "whole"));
}

TEST_CASE("a run of any strategy that was killed again and again goes on", "[long]") {
    int hit = 0;
    for (const tuner::StrategyRow& row : tuner::strategies()) {
        const std::string strategy{row.name};
        INFO(strategy);
        const Folder folder;
        write_tiny_run(folder / "t.toml", strategy, 20,
                       "[validation]\nevery = 4\npairs = 2\n[match]\nallocation = \"racing\"");
        REQUIRE(
            run_tuner(fmt::format("run {} -d {}", folder / "t.toml", folder / "whole")).status ==
            0);
        hit += kill_and_resume(folder / "t.toml", folder / "killed", 8, std::random_device{}());
        CHECK(digest_of(folder / "killed") == digest_of(folder / "whole"));
    }
    // A machine may be so fast that a run ends before it is hit, but not each of them.
    CHECK(hit > 0);
}

TEST_CASE("a finished run plays nothing when it is resumed, and only its own engine") {
    const Folder folder;
    const std::string engine = folder / "engine", run = folder / "run";
    std::filesystem::copy_file(SPARRING_BIN_DIR "/dots-and-boxes", engine);
    write_tiny_run(folder / "t.toml", "pairs", 1);
    REQUIRE(run_tuner(fmt::format("run {} -d {} -q --set engine.command={}", folder / "t.toml", run,
                                  engine))
                .status == 0);
    const std::string digest = digest_of(run);
    CHECK(run_tuner("resume " + run).status == 0);
    write_file(engine, contents(engine) + "\n");
    const auto changed = run_tuner("resume " + run);
    CHECK(changed.status == 2);
    CHECK_THAT(changed.err, Contains(engine) && Contains("--accept-changes"));
    CHECK(run_tuner("resume --accept-changes " + run).status == 0);
    write_file(engine, "#!/bin/sh\nexit 1\n");  // it cannot play
    CHECK(run_tuner("resume --accept-changes " + run).status == 0);
    CHECK(digest_of(run) == digest);
}

TEST_CASE("a run is not gone on with by other settings than its own") {
    const Folder folder;
    write_tiny_run(folder / "t.toml", "pairs", 2);
    const std::string run =
        fmt::format("run {} -d {} -q --resume ", folder / "t.toml", folder / "run");
    REQUIRE(run_tuner(run).status == 0);
    const std::string digest = digest_of(folder / "run");
    CHECK(run_tuner(run + "-w 1 -s queue.concurrency=3").status == 0);
    const auto refused = run_tuner(run + "-s strategy.population=10 -s run.seed=7");
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, Contains("strategy.population = 10, was 8") &&
                                Contains("run.seed = 7 is new") && Contains("tuner resume"));
    CHECK(digest_of(folder / "run") == digest);
}

TEST_CASE("a run that somebody else writes to is left alone") {
    const Folder folder;
    write_tiny_run(folder / "t.toml", "pairs", 100'000);
    const std::string run = folder / "run";
    RefereeRun first = start_tuner(fmt::format("run {} -d {}", folder / "t.toml", run));
    REQUIRE(first.prints("gen 1 "));
    const auto second = run_tuner("resume " + run);
    CHECK(second.status == 2);
    CHECK_THAT(second.err, Contains("being written by another process"));
    const auto third = run_tuner(fmt::format("run {} -d {}", folder / "t.toml", run));
    CHECK(third.status == 2);
    CHECK_THAT(third.err, Contains("tuner resume " + run));
    first.send_signal(SIGINT);
    CHECK(first.finish().status == 130);
}

TEST_CASE("a file that is no run of this tuner is refused and not touched") {
    const Folder folder;
    write_tiny_run(folder / "t.toml", "pairs", 1);
    REQUIRE(run_tuner(fmt::format("run {} -d {} -q", folder / "t.toml", folder / "run")).status ==
            0);
    const std::string good = contents(folder / "run/run.db");
    REQUIRE(good.size() > 8192);
    std::map<std::string, std::string> files;
    // SQLite's header: bytes 60 to 63 are the user's version, 68 to 71 the application.
    files["of another version"] = good;
    files["of another version"][63] = static_cast<char>(good[63] + 1);
    files["of another program"] = good;
    files["of another program"][71] = static_cast<char>(good[71] + 1);
    files["cut off"] = good.substr(0, good.size() / 2);
    files["scratched"] = good;
    for (std::size_t i = 4096; i < good.size(); i += 3) files["scratched"][i] = '\xa5';
    files["a text"] = "[run]\nname = \"t\"\n";
    files["empty"] = "";
    for (const auto& [what, bytes] : files) {
        INFO(what);
        const std::string path = folder / "bad.db";
        write_file(path, bytes);
        for (const char* command : {"resume", "digest", "status"}) {
            INFO(command);
            const auto result = run_tuner(fmt::format("{} {}", command, path));
            INFO(result.err);
            CHECK(result.status == 2);
            CHECK_THAT(result.err, Contains("tuner: ") && Contains("bad.db"));
            CHECK(contents(path) == bytes);
        }
    }
    CHECK(run_tuner("resume " + (folder / "none")).status == 2);
}

}  // namespace
