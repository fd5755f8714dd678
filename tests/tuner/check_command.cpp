// `tuner check`, and what it shares with `run`.
#include "tests/tuner/tuner_run.hpp"

namespace {

using namespace sparring::test;
using Catch::Matchers::Contains;

TEST_CASE("check plays a pair with every opponent and says what the run will cost") {
    const Folder folder;
    write_tiny_run(folder / "a.toml", "pairs", 3,
                   "[[opponent]]\nname = \"plain\"\nrole = \"test\"\n");
    const auto result = run_tuner("check " + (folder / "a.toml") + " -w 2");
    INFO(result.out << result.err);
    CHECK(result.status == 0);
    CHECK_THAT(result.out, Contains("stage 1's partner: 2 games in "));
    CHECK_THAT(result.out, Contains("plain: 2 games in "));
    CHECK_THAT(result.out, Contains("games/s with 2 at a time"));
    CHECK_THAT(result.out, Contains("time      about "));
    CHECK(folder.files() == 1);  // nothing is written
}

TEST_CASE("check knows when a strategy ends by itself") {
    const Folder folder;
    write_tiny_run(folder / "a.toml", "spsa", 0);
    // 100 iterations of three perturbations, two pairs each.
    const auto result = run_tuner("check " + (folder / "a.toml") + " -s strategy.iterations=100");
    INFO(result.out << result.err);
    CHECK(result.status == 0);
    CHECK_THAT(result.out, Contains("12 in the first generation, about 1200 in all"));
    const auto endless = run_tuner("check " + (folder / "a.toml") +
                                   " -s run.budget.nodes=9 -s 'strategy={name=\"random\"}'");
    INFO(endless.out << endless.err);
    CHECK_THAT(endless.out, Contains("time      until 9 nodes are searched"));
}

TEST_CASE("check says so where games would come again") {
    const Folder folder;
    write_tiny_run(folder / "a.toml", "cmaes", 3);
    const auto result =
        run_tuner("check " + (folder / "a.toml") + " -s test.pairs=500 -s strategy.pairs=400");
    INFO(result.out << result.err);
    CHECK(result.status == 0);
    CHECK_THAT(result.out, Contains("a generation wants 400 openings, the training has "));
    CHECK_THAT(result.out, Contains("test.pairs is 500, but there are "));
}

TEST_CASE("an opponent that does not play by the rules fails the check") {
    const Folder folder;
    write_tiny_run(folder / "a.toml", "pairs", 3,
                   "[[opponent]]\nname = \"bad\"\nrole = \"test\"\ncommand = [\"" SPARRING_BOT
                   "\", \"illegal\"]\n",
                   "[game]\nrules = \"reversi\"\n[engine]\ncommand = \"reversi\"\n"
                   "limit = { depth = 1 }\n[params]\ntune = [\"Location0_1\"]\n"
                   "[openings]\ncount = 30\n[test]\npairs = 2\n");
    const auto result = run_tuner("check " + (folder / "a.toml"));
    INFO(result.out << result.err);
    CHECK(result.status == 1);
    CHECK_THAT(result.out, Contains("FAULT     bad: illegal"));
}

TEST_CASE("check and run refuse the same, before the first game") {
    const Folder folder;
    write_tiny_run(folder / "a.toml", "pairs", 3);
    const std::string options[] = {"-s params.tune=B99", "-s openings.count=1000000",
                                   "-s openings.split.test=0 -s openings.split.train=0.9",
                                   "-s strategy.population=1", "-s engine.command=/bin/nothing"};
    for (const std::string& option : options) {
        INFO(option);
        const auto check = run_tuner("check " + (folder / "a.toml") + " " + option);
        const auto run =
            run_tuner("run " + (folder / "a.toml") + " -d " + (folder / "r") + " " + option);
        CHECK(check.status == 2);
        CHECK(run.status == 2);
        CHECK(check.err == run.err);
        CHECK(check.err.size() > 20);
        CHECK(folder.files() == 1);
    }
}

}  // namespace
