// The command line as a pure function, and what the executable says to the person who mistyped it.
#include <fmt/format.h>

#include <sstream>

#include "referee/cli/arguments.hpp"
#include "referee/cli/configuration.hpp"
#include "referee/cli/engine_keys.hpp"
#include "referee/play/shell_text.hpp"
#include "tests/catch.hpp"
#include "tests/referee/referee_run.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;
using namespace std::chrono_literals;
using sparring::test::run_referee;

std::vector<std::string> split(const std::string& text) {
    return *shell_words(text);
}

const std::string kTwo = "-game reversi -engine cmd=a name=A -engine cmd=b name=B ";

Configuration read(const std::string& text) {
    const auto words = split(text);
    auto configuration = parse_configuration(words);
    if (!configuration) FAIL(configuration.error());
    return *std::move(configuration);
}

std::string problem(const std::string& text) {
    const auto words = split(text);
    const auto configuration = parse_configuration(words);
    return configuration ? "no problem" : configuration.error();
}

TEST_CASE("a command line in the words of cutechess and fastchess") {
    const Configuration c = read(
        "-game reversi/reversed -engine cmd=./a name=A option.Search=pvs tc=1 arg=-x arg='y z' "
        "--engine cmd=b 'args=\"p q\" r' timemargin=20 startup=3s restart=on "
        "-each tc=5+0.05 depth=9 option.search=mtdf option.Hash=16 -rounds 50 -games 2 -repeat "
        "--concurrency 2 -openings random plies=8 seed=11 -maxmoves 300 -recover -pgnout games.ggf "
        "-event A cup -ratinginterval 10 -strict -tournament gauntlet");
    CHECK(c.match.choice.game->name() == "reversi");
    CHECK(c.match.choice.variant == "reversed");
    REQUIRE(c.match.engines.size() == 2);
    const EngineSettings &a = c.match.engines[0], &b = c.match.engines[1];
    CHECK(a.name == "A");
    CHECK(a.command.program == "./a");
    CHECK(a.command.arguments == std::vector<std::string>{"-x", "y z"});
    CHECK(a.limits.control == TimeControl{{}, 1s, 0s});
    CHECK(a.limits.depth == 9);
    using Options = std::vector<std::pair<std::string, std::string>>;
    CHECK(a.options == Options{{"Hash", "16"}, {"Search", "pvs"}});
    CHECK(b.name == "b");
    CHECK(b.command.arguments == std::vector<std::string>{"p q", "r"});
    CHECK(b.limits.control == TimeControl{{}, 5s, 50ms});
    CHECK(b.limits.margin == 20ms);
    CHECK(b.startup == 3s);
    CHECK(b.restart);
    CHECK(b.options == Options{{"search", "mtdf"}, {"Hash", "16"}});
    CHECK(c.schedule.rounds == 50);
    CHECK(c.schedule.games == 2);
    CHECK(c.schedule.repeat == 2);
    CHECK(c.schedule.tournament == Tournament::gauntlet);
    CHECK(c.match.concurrency == 2);
    CHECK(c.openings.source == OpeningSettings::Source::random);
    CHECK(c.openings.plies == 8);
    CHECK(c.openings.seed == 11);
    CHECK(c.match.adjudication.max_moves == 300);
    CHECK(c.match.recover);
    CHECK(c.records == "games.ggf");
    CHECK(c.event == "A cup");
    CHECK(c.rating_interval == 10);
    CHECK(c.strict);
}

TEST_CASE("defaults are those of docs/referee.md") {
    const Configuration c = read(kTwo + "-each st=1");
    const EngineSettings& a = c.match.engines[0];
    CHECK(a.startup == 10s);
    CHECK(a.ping == 10s);
    CHECK(a.limits.margin == 0ms);
    CHECK(a.limits.stall == 120s);
    CHECK_FALSE(a.restart);
    CHECK(c.schedule.tournament == Tournament::round_robin);
    CHECK(c.schedule.rounds == 0);
    CHECK(c.schedule.games == 2);
    CHECK(c.schedule.repeat == 2);
    CHECK(c.match.concurrency == 1);
    CHECK_FALSE(c.match.adjudication.max_moves);
    CHECK_FALSE(c.match.recover);
    CHECK(c.match.choice.variant == "othello");
}

TEST_CASE("engines without a name are told apart") {
    const Configuration c =
        read("-game reversi -engine cmd=bin/x -engine cmd='/y/x --fast' -engine cmd=x -each st=1");
    CHECK(c.match.engines[0].name == "x");
    CHECK(c.match.engines[1].name == "x#2");
    CHECK(c.match.engines[2].name == "x#3");
}

TEST_CASE("what is wrong is named in one line, with the nearest right word") {
    struct Case {
        std::string line, problem;
    };
    const std::vector<Case> cases{
        {kTwo + "-each st=1 -ruonds 5", "unknown option '-ruonds'; did you mean -rounds?"},
        {kTwo + "-each st=1 -xyzzy", "unknown option '-xyzzy'"},
        {kTwo + "-each st=1 -rounds 0", "-rounds: '0' is not a whole number from 1 to 10000000"},
        {kTwo + "-each st=1 -rounds x", "-rounds: 'x' is not a whole number from 1 to 10000000"},
        {kTwo + "-each st=1 -rounds", "-rounds: expected N"},
        {kTwo + "-each st=1 -rounds 1 2", "-rounds: '2' is one word too many"},
        {kTwo + "-each st=1 -concurrency -1",
         "-concurrency: '-1' is not a whole number from 1 to 4096"},
        {kTwo + "-each st=1 -recover yes", "-recover: 'yes' is one word too many"},
        {kTwo + "-each st=1 -tournament guantlet",
         "-tournament: 'guantlet' is none of roundrobin, round-robin, gauntlet, swiss, knockout, "
         "pairings; did you mean gauntlet?"},
        {kTwo + "-each st=1 -openings",
         "-openings: expected random plies=N [seed=S] | file=FILE [order=... start=N plies=N]"},
        {kTwo + "-each st=1 -openings random", "-openings: random needs plies=N, N at least 1"},
        {kTwo + "-each st=1 -openings random plies=-1",
         "-openings: plies: '-1' is not a whole number from 0 to 200"},
        {kTwo + "-each st=1 -openings plies=3", "-openings: expected random plies=N or file=FILE"},
        {kTwo + "-each st=1 -openings flie=x",
         "-openings: 'flie=x' is none of file=, plies=, seed=, order=, start=, policy=, "
         "balanced=, sha256=; did you "
         "mean file=?"},
        {kTwo + "-each st=1 -openings file=x order=best",
         "-openings: order: 'best' is neither sequential nor random"},
        {kTwo + "-each st=1 -seeds 2 -tournament gauntlet",
         "-seeds: 2 of 2 engines leave no opponent"},
        {kTwo + "-each st=0", "-each: st: '0' is too short"},
        {kTwo + "-each tc=5+",
         "-each: tc: '5+': the increment after '+' is not a number of seconds (expected "
         "moves/minutes:seconds+increment, as in 40/5:00+0.5 or 5+0.05)"},
        {kTwo + "-each depth=0", "-each: depth: '0' is not a whole number from 1 to 1000"},
        {kTwo + "-each dpeth=3", "-each: unknown key 'dpeth'; did you mean depth?"},
        {kTwo + "-each depth", "-each: 'depth' is not of the form key=value"},
        {kTwo + "-each timemargin=-5 st=1",
         "-each: timemargin: '-5' is not a time (expected 10s, 500ms or 2m, at most 24 days)"},
        {kTwo + "-each st=1 proto=xboard",
         "-each: proto: 'xboard' is not known; there are ugi, uci, hub, dxp, gtp, nboard, cs2, "
         "sau, "
         "botzone, auto"},
        {kTwo + "-each st=1 restart=maybe", "-each: restart: 'maybe' is none of on, off, auto"},
        {kTwo + "-each st=1 'args=\"x'", "-each: args: the quote \" is not closed"},
        {kTwo + "-each timemargin=5",
         "engine A: nothing ends its search; give tc=, st=, depth= or nodes="},
        {kTwo + "-each tc=5 st=1", "engine A: tc= and st= exclude each other"},
        {"-game reversi -engine name=A st=1 -engine cmd=b st=1", "-engine 1: cmd= is missing"},
        {"-game reversi -engine cmd=a name=A -engine cmd=b name=A -each st=1",
         "two engines are called 'A'; names must differ"},
        {"-game reversi -engine cmd=a st=1", "two -engine groups are needed, there is 1"},
        {"-engine cmd=a -engine cmd=b -each st=1", "-game is missing"},
        {"-game reversy -engine cmd=a -engine cmd=b -each st=1",
         "-game: there is no game 'reversy'"},
        {"-game reversi/upsidedown -engine cmd=a -engine cmd=b -each st=1",
         "-game: reversi has no variant 'upsidedown'; it has othello and reversed"},
        {"reversi -engine", "'reversi' is not an option (options begin with '-')"},
        {kTwo + "-each st=1 -rounds 10000000 -games 1000000",
         "-rounds and -games: more than 5000000 games"},
    };
    for (const Case& each : cases) {
        CAPTURE(each.line);
        const std::string said = problem(each.line);
        // Some sentences of the catalogue go on with what there is.
        CHECK(said.substr(0, each.problem.size()) == each.problem);
        CHECK(said.find('\n') == said.npos);
    }
}

TEST_CASE("the help names every option in 80 columns") {
    const std::string help = help_text();
    std::istringstream lines{help};
    for (std::string line; std::getline(lines, line);) {
        CAPTURE(line);
        CHECK(line.size() <= 80);
    }
    for (const char* word :
         {"-game",    "-engine", "-each",       "-tournament",  "-seeds",          "-rounds",
          "-games",   "-repeat", "-noswap",     "-openings",    "-concurrency",    "-maxmoves",
          "-recover", "-pgnout", "-event",      "-site",        "-ratinginterval", "-strict",
          "cmd=",     "tc=",     "timemargin=", "option.NAME=", "Exit status"}) {
        CAPTURE(word);
        CHECK(help.find(word) != help.npos);
    }
}

TEST_CASE("words as a shell splits them") {
    CHECK(split(" a  'b c' d\\ e \"f'g\" '' ") ==
          std::vector<std::string>{"a", "b c", "d e", "f'g", ""});
    CHECK(shell_words("'a").error() == "the quote ' is not closed");
    CHECK(shell_words("").operator*().empty());
}

const std::string kPair =
    "-game reversi/reversed -engine 'cmd={bot} good' name=A -engine 'cmd={bot} good' name=B ";

struct Exit {
    std::string line;
    int status;
    std::string said;
};

TEST_CASE("the exit status says who can act, the message what on") {
    const std::vector<Exit> exits{
        {"-help", 0, ""},
        {"-version", 0, ""},
        {"", 2, "-game is missing"},
        {kPair + "-each depth=1 -ruonds 2", 2, "did you mean -rounds?"},
        {kPair + "-each depth=1 -openings file=/nowhere/x", 2,
         "-openings: /nowhere/x: No such file or directory"},
        {kPair + "-each depth=1 -openings random plies=1 -rounds 9", 2,
         "gives only 1 different opening, 9 are needed"},
        {kPair + "-each depth=1 -pgnout /nowhere/x", 2, "-pgnout: cannot write '/nowhere/x'"},
        {kPair + "-each depth=1 option.Hsah=1", 2,
         "engine A: it has no option 'Hsah'; the nearest is 'Hash'"},
        {kPair + "-each depth=1 option.Hash=65", 2, "engine A: option Hash: 65 is above 64"},
        {kPair + "-each depth=1 option.Variant=chess", 2,
         "engine A: option Variant: 'chess' is not one of its values"},
        {kPair + "-engine cmd=/nowhere/engine name=C -each depth=1", 3,
         "engine C: there is no program '/nowhere/engine'"},
        {kPair + "-engine cmd=/etc/passwd name=C -each depth=1", 3,
         "engine C: '/etc/passwd' is not executable"},
        {kPair + "-engine 'cmd={bot} exit-at-start' name=C -each depth=1", 3,
         "engine C: expected 'ugiok', but it exited with status 7 after 0."},
        {kPair + "-engine 'cmd={bot} no-ugiok' name=C startup=100ms -each depth=1", 3,
         "engine C: expected 'ugiok', got nothing like it in 0.1"},
        {kPair + "-engine 'cmd={bot} crash' name=C -each depth=1", 4, "engine C was lost in game"},
        {kPair + "-engine 'cmd={bot} crash' name=C -each depth=1 -recover", 0, "C crash: ply "},
        {kPair + "-engine 'cmd={bot} illegal' name=C -each depth=1 -strict", 1, "C illegal: ply "},
        {kPair + "-each depth=1 option.clear= option.Hash=2 -strict", 0, ""},
    };
    for (const Exit& exit : exits) {
        const auto result = run_referee(exit.line);
        INFO(exit.line << "\n" << result.out << result.err);
        CHECK(result.status == exit.status);
        CHECK(result.err.find(exit.said) != result.err.npos);
        if (exit.said.empty()) CHECK(result.err.empty());
        CHECK(result.left.empty());
    }
}

}  // namespace
