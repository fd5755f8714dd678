// Islands that have a process each, from end to end: the same populations as in one process,
// however often one of them is killed; and no island is needed for another to end.
#include <signal.h>

#include <random>
#include <set>
#include <thread>

#include "tests/tuner/tuner_run.hpp"
#include "tuner/store/run_store.hpp"

namespace {

using namespace sparring;
using namespace sparring::test;
using Catch::Matchers::Contains;
using namespace std::chrono_literals;

constexpr int kIslands = 3;

void write_islands(const std::string& path, const std::string& more, int generations = 6) {
    write_tiny_run(path, "islands", generations, "", std::string{kTinyGames});
    std::string text = contents(path);
    const std::string table = "islands = 2\n";
    text.replace(text.find(table), table.size(), "islands = 3\ngenerations = 6\n" + more + "\n");
    write_file(path, text);
}

/// A process's arguments; it goes on if its run is there.
std::string island(const Folder& folder, const std::string& set, int k) {
    return fmt::format("run {0} --island {1} -d {2}-{1} --exchange {2}-migrants --resume -w 1",
                       folder / "t.toml", k, folder / set);
}

void finish(RefereeRun& run) {
    const auto result = run.finish(300s);
    INFO(result.err);
    CHECK(result.status == 0);
    CHECK(result.left.empty());
}

/// All islands of a set, side by side. Gives their digests.
std::vector<std::string> sail(const Folder& folder, const std::string& set) {
    std::vector<RefereeRun> runs;
    for (int k = 0; k < kIslands; ++k) runs.push_back(start_tuner(island(folder, set, k)));
    for (RefereeRun& run : runs) finish(run);
    std::vector<std::string> digests;
    for (int k = 0; k < kIslands; ++k)
        digests.push_back(digest_of(fmt::format("{}-{}", folder / set, k)));
    return digests;
}

std::unique_ptr<tuner::RunStore> opened(const std::string& run) {
    auto store = tuner::RunStore::open_to_read(run + "/run.db");
    INFO((store ? "" : store.error()));
    REQUIRE(store);
    return *std::move(store);
}

using Member = std::tuple<tuner::Id, tuner::Id, tuner::Id, int, tuner::Point>;

/// Who was in generation after generation.
std::vector<std::set<Member>> populations(const std::string& run) {
    std::vector<std::set<Member>> all;
    for (const tuner::StoredBatch& batch : opened(run)->batches(true)) {
        if (batch.kind != tuner::BatchKind::train || batch.batch.generation >= 6) continue;
        all.resize(static_cast<std::size_t>(batch.batch.generation) + 1);
        for (const tuner::Candidate& c : batch.batch.candidates)
            all.back().insert({c.id, c.parents[0], c.parents[1], c.born, c.point});
    }
    return all;
}

TEST_CASE("islands in processes of their own have the populations of one process") {
    for (const std::string topology : {"complete", "ring"}) {
        INFO(topology);
        const Folder folder;
        write_islands(folder / "t.toml", "topology = \"" + topology + "\"");
        REQUIRE(
            run_tuner(fmt::format("run {} -d {} -q", folder / "t.toml", folder / "one")).status ==
            0);
        const auto digests = sail(folder, "a");
        auto parts = populations(folder / "a-0");
        for (int k = 1; k < kIslands; ++k) {
            const auto more = populations(fmt::format("{}-{}", folder / "a", k));
            REQUIRE(more.size() == parts.size());
            for (std::size_t i = 0; i < more.size(); ++i)
                parts[i].insert(more[i].begin(), more[i].end());
        }
        const auto whole = populations(folder / "one");
        CHECK(whole.size() == 6);
        CHECK(parts == whole);
        // The first island has played the same knockout, and so has the same answer.
        const auto is = opened(folder / "a-0")->answers().back(),
                   was = opened(folder / "one")->answers().back();
        CHECK(is.champion == was.champion);
        CHECK(is.champion_point == was.champion_point);
        CHECK(is.mean_point == was.mean_point);
        CHECK(is.selection_score == was.selection_score);
    }
}

TEST_CASE("an island that is killed again and again is the same in the end") {
    std::mt19937_64 random{std::random_device{}()};
    const Folder folder;
    write_islands(folder / "t.toml", "");
    const auto whole = sail(folder, "a");
    std::vector<RefereeRun> others;
    for (int k = 0; k < kIslands; ++k)
        if (k != 1) others.push_back(start_tuner(island(folder, "b", k)));
    for (int kill = 0; kill < 4; ++kill) {
        RefereeRun victim = start_tuner(island(folder, "b", 1));
        if (kill % 2 == 0) victim.prints("gen ");
        std::this_thread::sleep_for(1ms * (random() % 40));
        victim.send_signal(SIGKILL);
        victim.finish();
    }
    RefereeRun last = start_tuner(island(folder, "b", 1));
    finish(last);
    for (RefereeRun& run : others) finish(run);
    for (int k = 0; k < kIslands; ++k)
        CHECK(digest_of(fmt::format("{}-{}", folder / "b", k)) ==
              whole[static_cast<std::size_t>(k)]);
}

TEST_CASE("islands that take what is there end without one that is dead") {
    const Folder folder;
    write_islands(folder / "t.toml", "migration = \"async\"");
    std::vector<RefereeRun> runs;
    for (const int k : {0, 1})
        runs.push_back(start_tuner(island(folder, "a", k) + " -s exchange.patience=1"));
    std::string text;
    for (RefereeRun& run : runs) {
        const auto result = run.finish();
        CHECK(result.status == 0);
        text += result.out + result.err;
    }
    CHECK_THAT(text, Contains("goes on without island 2 (the end, for the knockout)"));
    // What came is in the run file: without the others the run is what it was.
    const std::string digest = digest_of(folder / "a-0");
    std::filesystem::remove_all(folder / "a-migrants");
    const auto again = run_tuner("resume " + (folder / "a-0"));
    INFO(again.err);
    CHECK(again.status == 0);
    CHECK(digest_of(folder / "a-0") == digest);
}

TEST_CASE("an island that waits can be interrupted, and says what it waits for") {
    const Folder folder;
    write_islands(folder / "t.toml", "");
    RefereeRun run = start_tuner(island(folder, "a", 0) + " --json -");
    REQUIRE(run.prints("waits for islands 1, 2 (generation 2)"));
    run.send_signal(SIGINT);
    const auto result = run.finish();
    CHECK(result.status == 130);
    CHECK(result.left.empty());
    const auto status = run_tuner("status " + (folder / "a-0"));
    CHECK(status.status == 0);
}

TEST_CASE("what is wrong with an island is told") {
    const Folder folder;
    write_islands(folder / "t.toml", "");
    const auto wrong = [&](const std::string& arguments, int status = 2) {
        const auto result =
            run_tuner("run " + (folder / "t.toml") + " -d " + (folder / "x") + " " + arguments);
        CHECK(result.status == status);
        return result.err;
    };
    CHECK_THAT(wrong("--island 3"), Contains("strategy.here"));
    CHECK_THAT(wrong("--island x"), Contains("--island: 'x'"));
    CHECK_THAT(wrong("--island 1 -s exchange.foldr=x"), Contains("exchange.folder"));
    // An earlier run of the same name has left its members there.
    std::filesystem::create_directories(folder / "e/tune");
    write_file(folder / "e/tune/island-0-gen-2.json",
               R"({"v":1,"type":"migrants","run":"tune","settings":"0","island":0,"gen":2,)"
               R"("individuals":[]})");
    CHECK_THAT(wrong("--island 1 --exchange " + (folder / "e"), 4),
               Contains("other settings") && Contains("island-0-gen-2.json"));
    write_tiny_run(folder / "t.toml", "hof", 1);
    CHECK_THAT(wrong("--island 1 -d " + (folder / "y")),
               Contains("--island: unknown key strategy.here"));
}

TEST_CASE("S5's preset runs with a process for each island, and with one", "[native][long]") {
    const Folder folder;
    const std::string common =
        "run islands-amazons --short -q -w 1 -s test.pairs=1 --exchange " + (folder / "m") + " -d ";
    std::vector<RefereeRun> runs;
    for (const int k : {0, 1})
        runs.push_back(start_tuner(common + fmt::format("{}{} --island {}", folder / "b", k, k)));
    runs.push_back(start_tuner(common + (folder / "a")));
    for (RefereeRun& run : runs) {
        const auto result = run.finish(600s);
        INFO(result.err);
        CHECK(result.status == 0);
    }
    CHECK(opened(folder / "b0")->answers().back().champion_point ==
          opened(folder / "a")->answers().back().champion_point);
}

}  // namespace
