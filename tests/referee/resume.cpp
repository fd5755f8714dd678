// `referee resume`: a run that was killed goes on as if nothing had happened, and only as it began.
#include <fmt/format.h>
#include <signal.h>

#include "tests/catch.hpp"
#include "tests/referee/referee_run.hpp"
#include "tests/referee/stored_games.hpp"

namespace {

using namespace sparring::test;
using Catch::Matchers::Contains;

/// Games long enough for a kill between two of them, and the same every time.
const std::string kMatch =
    "-game reversi -each depth=4 -rounds 20 -openings random plies=6 seed=7 "
    "-engine cmd={bin}/reversi name=A option.Search=pvs "
    "-engine cmd={bin}/reversi name=B option.Search=alphabeta depth=3 ";

std::string digest_of(const std::string& archive) {
    const auto result = run_referee("digest " + archive);
    INFO(result.err);
    REQUIRE(result.status == 0);
    return result.out;
}

TEST_CASE("a match that was killed again and again ends as one that was not", "[long]") {
    const Folder folder;
    const std::string whole = folder / "whole", killed = folder / "killed";
    REQUIRE(run_referee(kMatch + "-concurrency 2 -archive " + whole).status == 0);
    int kills = 0;
    RefereeRun::Result result;
    for (const int games : {3, 5, 1, 7, 0}) {  // to be seen in this run before it is killed
        const std::string command =
            kills == 0 ? kMatch + "-concurrency 2 -archive " + killed
                       : fmt::format("resume {} -concurrency {}", killed, 1 + kills % 3);
        RefereeRun run{command};
        if (games > 0 && run.prints("Finished game ", games)) {
            run.send_signal(SIGKILL);
            ++kills;
        }
        result = run.finish();
    }
    INFO(result.out << result.err);
    CHECK(kills == 4);
    CHECK(result.status == 0);
    CHECK(result.left.empty());
    CHECK(digest_of(killed) == digest_of(whole));

    SECTION("nothing is left to play") {
        const auto again = run_referee("resume " + killed);
        CHECK(again.status == 0);
        CHECK(lines_with(again.out, "Finished game").empty());
        CHECK_THAT(again.out, Contains("Score of A vs B"));
    }
}

TEST_CASE("a resumed match counts the games of the run before") {
    const Folder folder;
    const std::string archive = folder / "a";
    RefereeRun run{kMatch + "-archive " + archive};
    REQUIRE(run.prints("Finished game 5 "));
    run.send_signal(SIGINT);
    CHECK(run.finish().status == 130);
    const auto result = run_referee("resume " + archive);
    INFO(result.out << result.err);
    CHECK(result.status == 0);
    CHECK(lines_with(result.out, "Finished game").size() < 36);
    CHECK_THAT(result.out, Contains("] 40\n"));
}

/// Two games of bots from the test's own folder.
struct Played {
    Played() {
        std::filesystem::copy_file(SPARRING_BOT, program);
        write_file(openings, "d3 c3\nd3 c5\n");
        const auto result = run_referee(
            fmt::format("-game reversi -each depth=1 -rounds 2 -openings file={} -archive {} "
                        "-engine 'cmd={} good' name=A -engine 'cmd={} good' name=B",
                        openings, archive, program, program));
        INFO(result.err);
        REQUIRE(result.status == 0);
    }

    /// Status 2, an error with these words, and nothing has been changed.
    void refuses(const std::string& options, const std::string& words) const {
        const std::string before = digest_of(archive);
        const auto result = run_referee("resume " + archive + " " + options);
        INFO(result.err);
        CHECK(result.status == 2);
        CHECK_THAT(result.err, Contains("resume: ") && Contains(words));
        CHECK(digest_of(archive) == before);
    }

    Folder folder;
    std::string archive = folder / "a", program = folder / "bot", openings = folder / "openings";
};

TEST_CASE("a match goes on with the programs it began with, or with a word from the user") {
    const Played played;
    std::ofstream{played.program, std::ios::app | std::ios::binary} << "x";
    played.refuses("", "engine A: " + played.program + " good is not the program that played");
    played.refuses("", "-accept-changes");
    CHECK(run_referee("resume " + played.archive + " -accept-changes").status == 0);
}

TEST_CASE("a match goes on with the openings it began with") {
    const Played played;
    write_file(played.openings, "d3 c3\nd3 e3\n");
    played.refuses("", "' is not the file that it was (SHA-256)");
}

TEST_CASE("nothing that decides what is played can be changed") {
    const Played played;
    for (const std::string option : {"-rounds 5", "-each depth=2", "-game reversi/reversed",
                                     "-sprt elo0=0 elo1=5", "-maxmoves 3", "-config x.toml"})
        played.refuses(option, "would change what is played");
    played.refuses("-concurency 2", "did you mean -concurrency?");
    CHECK(run_referee("resume " + played.archive + " -concurrency 3 -ratinginterval 1").status ==
          0);
}

TEST_CASE("what is no archive is not gone on with") {
    for (const std::string command : {"resume", "resume -concurrency 2"}) {
        const auto result = run_referee(command);
        CHECK(result.status == 2);
        CHECK_THAT(result.err, Contains("expected the archive's FILE"));
    }
    const auto result = run_referee("resume /no/such/file");
    CHECK(result.status == 2);
    CHECK_THAT(result.err, Contains("cannot read '/no/such/file'"));
}

}  // namespace
