// The engines on which tuners are tried (tests/bots) are good engines, and as strong as they say.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/referee/referee_run.hpp"

namespace {

using sparring::test::lines_with;
using sparring::test::RefereeRun;
using sparring::test::run_referee;

constexpr const char* kSynthetic = SPARRING_SYNTHETIC;
constexpr const char* kOnePly = "python3 " SPARRING_SOURCE_DIR "/tests/bots/one_ply.py";

/// False, with the reason printed once, where there is no Python.
bool python_starts() {
    static const bool starts = [] {
        const bool works = std::system("python3 -c 'import sys' 2>/dev/null") == 0;
        if (!works) std::cerr << "skipped, because there is no python3 here\n";
        return works;
    }();
    return starts;
}

RefereeRun checked(const std::string& command) {
    return RefereeRun{fmt::format("check cmd='{}' -fast timemargin=5000", command)};
}

void passes(RefereeRun& run) {
    const auto result = run.finish();
    INFO(result.out << result.err);
    CHECK(result.status == 0);
    CHECK(result.left.empty());
}

/// Games of the optimum against the farthest corner, and what the optimum scored in per cent.
double score_of_optimum(const std::string& game) {
    const std::string engine = fmt::format("-engine cmd='{} --game {} --optimum 70,35'", kSynthetic,
                                           game.substr(0, game.find('/')));
    const auto result = run_referee(
        fmt::format("-game {} {} name=best option.P1=70 option.P2=35 {} name=worst option.P1=0 "
                    "option.P2=100 -each depth=1 -rounds 20 -openings random plies=6 -strict",
                    game, engine, engine));
    INFO(result.out << result.err);
    CHECK(result.status == 0);
    std::smatch found;
    REQUIRE(
        std::regex_search(result.out, found, std::regex{R"(best vs worst: .*\[([0-9.]+)\] 40)"}));
    return std::stod(found[1]);
}

TEST_CASE("the synthetic engine passes the check in every game", "[check]") {
    std::vector<RefereeRun> runs;
    for (const char* game : {"reversi", "dots-and-boxes", "draughts"})
        runs.push_back(checked(fmt::format("{} --game {}", kSynthetic, game)));
    for (RefereeRun& run : runs) passes(run);
}

TEST_CASE("the synthetic engine is strongest at its optimum") {
    CHECK(score_of_optimum("reversi") > 0.65);
    CHECK(score_of_optimum("dots-and-boxes/3x3") > 0.9);
    CHECK(score_of_optimum("draughts") > 0.9);
}

TEST_CASE("the synthetic engine plays equal games again, and others with another seed") {
    const auto file = std::filesystem::temp_directory_path() /
                      fmt::format("sparring-synthetic-{}.ggf", ::getpid());
    const auto games = [&](const char* seed) {
        const auto result = run_referee(fmt::format(
            "-game reversi -engine cmd='{0}' name=a option.Seed={1} -engine cmd='{0}' name=b "
            "option.P1=60 -each depth=1 -rounds 3 -openings random plies=6 -pgnout {2}",
            kSynthetic, seed, file.string()));
        CHECK(result.status == 0);
        std::ifstream stream{file};
        std::string text{std::istreambuf_iterator<char>{stream}, {}};
        std::filesystem::remove(file);
        return text;
    };
    const auto first = games("1");
    CHECK(first.size() > 1000);
    CHECK(games("1") == first);
    CHECK(games("2") != first);
}

TEST_CASE("the synthetic engine crashes when it is told to") {
    const auto result = run_referee(fmt::format(
        "-game reversi -engine cmd='{0} --crash-at 40' name=a -engine cmd='{0}' name=b -each "
        "depth=1 -rounds 3 -openings random plies=6 -recover",
        kSynthetic));
    INFO(result.out << result.err);
    CHECK(result.status == 0);
    // Some 27 moves a game: every process goes in its second.
    CHECK(lines_with(result.out, "Finished game 1 (a vs b): ").front().ends_with("{normal}"));
    CHECK(lines_with(result.out, "Finished game 2 (b vs a): 1-0 {crash}").size() == 1);
}

TEST_CASE("the engine in Python passes the check", "[check][long]") {
    if (!python_starts()) return;
    auto run = checked(kOnePly);
    passes(run);
}

TEST_CASE("the engine in Python plays ours without a fault, and heeds its options") {
    if (!python_starts()) return;
    const auto result = run_referee(fmt::format(
        "-game reversi -engine cmd='{0}' name=py -engine cmd={{bin}}/reversi name=ours depth=1 "
        "option.Hash=1 -each st=60 -rounds 2 -openings random plies=6 -strict",
        kOnePly));
    INFO(result.out << result.err);
    CHECK(result.status == 0);
    CHECK(lines_with(result.out, "Finished game ").size() == 4);
    CHECK(result.left.empty());

    const auto refused = run_referee(
        fmt::format("-game reversi -engine cmd='{0}' name=py option.Corner=101 -engine cmd='{0}' "
                    "name=b -each st=60 -rounds 1",
                    kOnePly));
    CHECK(refused.status == 2);
}

}  // namespace
