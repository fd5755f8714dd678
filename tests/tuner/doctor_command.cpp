// `tuner doctor`: what it finds, and that it finds what is wrong.
#include <SQLiteCpp/SQLiteCpp.h>

#include "tests/tuner/tuner_run.hpp"

namespace {

using namespace sparring::test;
using Catch::Matchers::Contains;

/// The lines about a subject.
std::string lines_about(const RefereeRun::Result& result, const std::string& subject) {
    std::string lines;
    for (const char* health : {"ok", "warning", "problem"})
        for (const std::string& line :
             lines_with(result.out, fmt::format("{:<8} {:<12} ", health, subject)))
            lines += line + "\n";
    return lines;
}

TEST_CASE("the doctor looks at the machine alone") {
    const auto result = run_tuner("doctor");
    INFO(result.out << result.err);
    CHECK(result.status == 0);
    CHECK_THAT(lines_about(result, "processors"), Contains(" at a time"));
    CHECK_THAT(lines_about(result, "descriptors"), Contains("ok "));
    CHECK_THAT(lines_about(result, "disk"), Contains("GB free for runs"));
    CHECK(lines_about(result, "engine").empty());
}

TEST_CASE("the doctor lets the engine of a configuration play, and writes nothing") {
    const Folder folder;
    write_tiny_run(folder / "a.toml", "pairs", 3);
    const auto result =
        run_tuner("doctor " + (folder / "a.toml") + " -s output.dir=" + (folder / "r"));
    INFO(result.out << result.err);
    CHECK(result.status == 0);
    CHECK_THAT(lines_about(result, "engine"), Contains("starts in") && Contains("takes other"));
    CHECK_THAT(lines_about(result, "repeats"), Contains("8 games were the same"));
    CHECK(!lines_about(result, "parameters").empty());
    CHECK_THAT(lines_about(result, "speed"), Contains("games/s; time of the training: about"));
    CHECK(folder.files() == 1);
}

TEST_CASE("the doctor sees parameters that change nothing") {
    const Folder folder;
    write_tiny_run(folder / "a.toml", "pairs", 3);
    const auto result =
        run_tuner("doctor " + (folder / "a.toml") + " -s 'params.tune=Move Overhead'");
    INFO(result.out << result.err);
    CHECK(result.status == 1);
    CHECK_THAT(lines_about(result, "parameters"), Contains("problem ") && Contains("Solve = 0"));
}

TEST_CASE("the doctor sees games that do not repeat") {
    const Folder folder;
    // Another Seed for each game: what it plays depends on what was played before.
    write_file(folder / "moody.sh",
               "#!/bin/sh\nn=0\nwhile read -r line; do\n  echo \"$line\"\n"
               "  [ \"$line\" = uginewgame ] && n=$((n+1)) && "
               "echo \"setoption name Seed value $n\"\n"
               "done | " SPARRING_SYNTHETIC " --game dots-and-boxes\n");
    std::filesystem::permissions(folder / "moody.sh", std::filesystem::perms::owner_all);
    write_file(folder / "a.toml", R"(
[game]
rules = "dots-and-boxes/2x2"
[engine]
command = ")" + (folder / "moody.sh") +
                                      R"("
limit = { depth = 1 }
[params]
tune = ["P?"]
[openings]
plies = 4
count = 60
[strategy]
name = "pairs"
)");
    const auto result = run_tuner("doctor " + (folder / "a.toml"));
    INFO(result.out << result.err);
    CHECK(result.status == 1);
    CHECK_THAT(lines_about(result, "repeats"), Contains("problem ") && Contains("match.cache"));
}

TEST_CASE("the doctor sees what is wrong with a configuration and its engine") {
    const Folder folder;
    write_tiny_run(folder / "a.toml", "pairs", 3);
    const auto engine = run_tuner("doctor " + (folder / "a.toml") + " -s engine.command=true");
    CHECK(engine.status == 1);
    CHECK_THAT(lines_about(engine, "engine"), Contains("problem ") && Contains("ugiok"));
    const auto key = run_tuner("doctor " + (folder / "a.toml") + " -s strategy.populaton=3");
    CHECK(key.status == 1);
    CHECK_THAT(lines_about(key, "settings"), Contains("did you mean strategy.population?"));
    const auto place =
        run_tuner("doctor " + (folder / "a.toml") + " -s output.dir=" + (folder / "a.toml/r"));
    CHECK(place.status == 1);
    CHECK_THAT(lines_about(place, "disk"), Contains("problem ") && Contains("is no folder"));
    CHECK(run_tuner("doctor no-such-preset").status == 2);
    CHECK(run_tuner("doctor " + (folder / "")).status == 2);  // no run is in it
}

TEST_CASE("the doctor checks a run's file") {
    const Folder folder;
    write_tiny_run(folder / "a.toml", "pairs", 2);
    REQUIRE(run_tuner("run " + (folder / "a.toml") + " -q -d " + (folder / "r")).status == 0);
    const auto sound = run_tuner("doctor " + (folder / "r"));
    INFO(sound.out << sound.err);
    CHECK(sound.status == 0);
    CHECK_THAT(lines_about(sound, "run file"), Contains("ok ") && Contains("sums of"));

    SECTION("what was to be played has been changed") {
        SQLite::Database database{folder / "r" + "/run.db", SQLite::OPEN_READWRITE};
        database.exec("UPDATE encounters SET pairs = pairs + 1 WHERE batch = 1");
        const auto result = run_tuner("doctor " + (folder / "r"));
        CHECK(result.status == 1);
        CHECK_THAT(lines_about(result, "run file"), Contains("problem ") && Contains("batch 1 "));
    }
    SECTION("games of no batch") {
        SQLite::Database database{folder / "r" + "/run.db", SQLite::OPEN_READWRITE};
        database.exec("UPDATE games SET batch = 99 WHERE batch = 1");
        const auto result = run_tuner("doctor " + (folder / "r"));
        CHECK(result.status == 1);
        CHECK_THAT(lines_about(result, "run file"), Contains("games belong to nothing"));
    }
    SECTION("half of it") {
        const std::string file = contents(folder / "r" + "/run.db");
        write_file(folder / "r" + "/run.db", file.substr(0, file.size() / 2));
        const auto result = run_tuner("doctor " + (folder / "r"));
        CHECK(result.status == 1);
        CHECK_THAT(lines_about(result, "run file"), Contains("problem "));
    }
    SECTION("an engine that has changed since") {
        SQLite::Database database{folder / "r" + "/run.db", SQLite::OPEN_READWRITE};
        database.exec("UPDATE engines SET sha256 = 'other'");
        const auto result = run_tuner("doctor " + (folder / "r"));
        CHECK(result.status == 1);
        CHECK_THAT(lines_about(result, "engine"), Contains("is not the program"));
    }
}

}  // namespace
