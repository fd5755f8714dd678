// Options in TOML: what a file stands for, how the command line wins, and that what is printed is
// read back as the same.
#include "referee/cli/arguments.hpp"
#include "referee/cli/configuration.hpp"
#include "referee/cli/option_table.hpp"
#include "referee/cli/toml_file.hpp"
#include "referee/play/shell_text.hpp"
#include "tests/catch.hpp"
#include "tests/referee/referee_run.hpp"

namespace {

using namespace sparring::referee;
using sparring::test::run_referee;

constexpr const char* kLeague = R"(
game = "reversi/reversed"
tournament = "swiss"
rounds = 5
recover = true
noswap = false
repeat = 2

[openings]
random = true
plies = 8
seed = 3

[each]
tc = "5+0.05"
option.Hash = 16

[[engine]]
cmd = "bin/a"
name = "A"
arg = ["-x", "y z"]

[[engine]]
cmd = "bin/b"
name = "B"
timemargin = 20
[engine.option]
"Move Overhead" = 5
OwnBook = true
)";

std::vector<Argument> read(const std::string& text) {
    auto arguments = parse_toml(text, "league.toml");
    if (!arguments) FAIL(arguments.error());
    return *std::move(arguments);
}

Words words_of(const std::vector<Argument>& arguments, const std::string& name) {
    for (const Argument& argument : arguments) {
        if (argument.name == name) return argument.words;
    }
    return {"not given"};
}

std::string problem(const std::string& text) {
    const auto arguments = parse_toml(text, "league.toml");
    if (!arguments) return arguments.error();
    const auto all = merged(*arguments);
    if (!all) return all.error();
    const auto configuration = make_configuration(*all);
    return configuration ? "no problem" : configuration.error();
}

TEST_CASE("a configuration file stands for the options of a command line") {
    const auto arguments = read(kLeague);
    CHECK(words_of(arguments, "game") == Words{"reversi/reversed"});
    CHECK(words_of(arguments, "rounds") == Words{"5"});
    CHECK(words_of(arguments, "recover").empty());
    CHECK(words_of(arguments, "noswap") == Words{"not given"});
    CHECK(words_of(arguments, "openings") == Words{"plies=8", "random", "seed=3"});
    const auto configuration = make_configuration(arguments);
    REQUIRE(configuration);
    CHECK(configuration->schedule.tournament == Tournament::swiss);
    CHECK(configuration->match.recover);
    const auto& engines = configuration->match.engines;
    REQUIRE(engines.size() == 2);
    CHECK(engines[0].command.arguments == Words{"-x", "y z"});
    using Options = std::vector<std::pair<std::string, std::string>>;
    CHECK(engines[1].options ==
          Options{{"Hash", "16"}, {"Move Overhead", "5"}, {"OwnBook", "true"}});
    CHECK(engines[1].limits.margin == std::chrono::milliseconds{20});
}

TEST_CASE("what is printed as a configuration file is read back as the same") {
    const auto all = merged(read(kLeague));
    REQUIRE(all);
    for (const bool with_comments : {false, true}) {
        const std::string text = to_toml(*all, with_comments);
        CAPTURE(text);
        const auto again = merged(read(text));
        REQUIRE(again);
        CHECK(to_toml(*again, with_comments) == text);
        const auto one = make_configuration(*all), other = make_configuration(*again);
        REQUIRE(one);
        REQUIRE(other);
        CHECK(one->played() == other->played());
        CHECK(one->schedule == other->schedule);
    }
}

TEST_CASE("the command line wins over the file, key by key") {
    auto arguments = read(kLeague);
    const auto own =
        split_arguments(*shell_words("-rounds 9 -openings plies=4 -engine name=B depth=3 -engine "
                                     "cmd=c name=C -each option.hash=32"));
    REQUIRE(own);
    arguments.insert(arguments.end(), own->begin(), own->end());
    const auto all = merged(arguments);
    REQUIRE(all);
    const auto configuration = make_configuration(*all);
    REQUIRE(configuration);
    CHECK(configuration->schedule.rounds == 9);
    CHECK(configuration->openings.plies == 4);
    CHECK(configuration->openings.seed == 3);
    const auto& engines = configuration->match.engines;
    REQUIRE(engines.size() == 3);
    CHECK(engines[1].limits.depth == 3);
    CHECK(engines[1].command.program == "bin/b");
    CHECK(engines[2].name == "C");
    CHECK(engines[2].options.front().second == "32");
}

TEST_CASE("a mistake in a configuration file is named with its place and the nearest right word") {
    CHECK(problem("game = 'reversi'\nronds = 5\n") ==
          "league.toml:2: unknown option 'ronds'; did you mean rounds?");
    CHECK(problem("game = 'reversi'\nrounds = 0\n") ==
          "league.toml:2: rounds: '0' is not a whole number from 1 to 10000000");
    CHECK(problem("game = 'reversi'\n[openings]\nrandom = true\nplys = 3\n")
              .find("league.toml:2: openings: 'plys=3' is none of") == 0);
    CHECK(problem("game = 'reversi'\n[[engine]]\ncmd = 'a'\ndpeth = 3\n") ==
          "league.toml:2: engine 1: unknown key 'dpeth'; did you mean depth?");
    CHECK(problem("game = reversi\n").starts_with("league.toml:1: "));
    CHECK(problem("game = 1979-05-27\n") ==
          "league.toml:1: expected a text, a number, true or false");
}

TEST_CASE("bytes of any kind are a configuration or an error, never more") {
    std::uint64_t state = 1;
    for (int i = 0; i < 3000; ++i) {
        std::string text = kLeague;
        for (int change = 0; change < 6; ++change) {
            state = sparring::mix64(state);
            text[state % text.size()] = static_cast<char>(state >> 32);
        }
        const auto arguments = parse_toml(text, "x");
        if (arguments) (void)make_configuration(*arguments);
    }
    SUCCEED();
}

TEST_CASE("the executable prints its configuration and plays from it") {
    const auto printed = run_referee(
        "-game reversi -engine 'cmd={bot} good' name=A -engine 'cmd={bot} good' name=B -each "
        "depth=1 "
        "-dump-config");
    CHECK(printed.status == 0);
    CHECK(printed.out.find("game = 'reversi'") != std::string::npos);
    CHECK(printed.out.find("# concurrency N: games at a time (1)") != std::string::npos);
    const auto missing = run_referee("-config /nowhere/league.toml");
    CHECK(missing.status == 2);
    CHECK(missing.err.find("-config: '/nowhere/league.toml': No such file") != std::string::npos);
}

}  // namespace
