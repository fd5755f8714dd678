// Configurations that are refused, and what users are told: file, line, key, what would be right.
#include "tests/catch.hpp"
#include "tests/tuner/small_run.hpp"
#include "tuner/cli/commands.hpp"

namespace {

using namespace sparring;
using namespace sparring::tuner;

/// The first mistake of a configuration, from its text to the first game.
std::string problem_of(const std::string& text) {
    auto tree = parse_toml(text, "x.toml");
    if (!tree) return tree.error();
    auto configuration = read_configuration(*std::move(tree), "");
    if (!configuration) return configuration.error();
    const auto engine = introduce(*configuration);
    if (!engine) return engine.error();
    const auto experiment = make_experiment(*std::move(configuration), *engine);
    return experiment ? "" : experiment.error();
}

/// small_configuration() with one line replaced, or with lines behind it.
std::string with(const std::string& line, const std::string& by) {
    std::string text = small_configuration();
    const auto at = text.find(line);
    REQUIRE(at != text.npos);
    return text.replace(at, line.size(), by);
}

std::string and_then(const std::string& lines) {
    return small_configuration() + lines;
}

TEST_CASE("the small configuration has no mistake") {
    CHECK(problem_of(small_configuration()) == "");
}

TEST_CASE("mistakes in a configuration are told with file, line and key") {
    const std::string depth = "limit = { depth = 1 }",
                      tune = "tune = [\"Pieces\", \"Tempi\", \"Balance\"]";
    const std::pair<std::string, std::string> table[]{
        // TOML itself.
        {with("plies = 6", "plies = = 6"),
         "x.toml:13: Error while parsing value: could not determine value type"},
        // Keys nobody knows, with the nearest.
        {with("plies = 6", "plys = 6"),
         "x.toml:13: unknown key openings.plys; did you mean openings.plies?"},
        {and_then("[matches]\n"), "x.toml:23: unknown key matches; did you mean match?"},
        {with("population = 6", "popluation = 6"),
         "x.toml:17: unknown key strategy.popluation; did you mean strategy.population?"},
        {and_then("[validation]\nevry = 2\n"),
         "x.toml:24: unknown key validation.evry; did you mean validation.every?"},
        {with(depth, depth + "\nthreads = 2"), "x.toml:10: unknown key engine.threads"},
        // Values of the wrong kind, or out of range.
        {with("count = 300", "count = 0"),
         "x.toml:14: openings.count: '0' is not a whole number in 1..10000000"},
        {with("count = 300", "count = \"many\""),
         "x.toml:14: openings.count: 'many' is not a whole number in 1..10000000"},
        {with("max_moves = 40", "max_moves = 40\non_fault = \"retri\""),
         "x.toml:21: match.on_fault: 'retri' is not one of retry, loss, drop; did you mean retry?"},
        {with("max_moves = 40", "max_moves = 40\nmost_faults = 2"),
         "x.toml:21: match.most_faults: '2' is not a number in 0..1"},
        {with("max_moves = 40", "max_moves = 40\ncache = \"perhaps\""),
         "x.toml:21: match.cache: 'perhaps' is neither true nor false"},
        {with("[match]\nmax_moves = 40", "match = 40"), "x.toml:19: unknown key strategy.match"},
        {with("plies = 6", "plies = 6\nkind = \"radom\""),
         "x.toml:14: openings.kind: 'radom' is not one of random, file, start; did you mean "
         "random?"},
        {with("plies = 6", "plies = 6\nkind = \"file\""),
         "x.toml:12: openings.file: is missing, but kind is file"},
        {with("plies = 6", "plies = 6\nsplit = { train = 0.9, test = 0.2 }"),
         "x.toml:14: openings.split: train, validation and test do not add up to 1"},
        {with("budget = { generations = 2 }", "budget = { games = -1 }"),
         "x.toml:3: run.budget.games: '-1' is not a whole number in 0..9007199254740992"},
        // What is missing.
        {with(depth, ""),
         "x.toml:6: engine.limit: what ends a search? As in limit = { depth = 2 }"},
        {with(depth, "limit = { dept = 1 }"),
         "x.toml:9: engine.limit: 'dept=1' is no limit; there are tc=, st=, depth=, nodes="},
        {with("[strategy]\nname = \"pairs\"\npopulation = 6\ngenerations = 2\n", ""),
         "x.toml: strategy: the table [strategy] is missing"},
        {with("name = \"pairs\"\n", ""), "x.toml:15: strategy.name: is not given"},
        {with("name = \"pairs\"", "name = \"pears\""),
         "x.toml:16: strategy.name: 'pears' is not one of aga, pairs, hof, islands, ant-colony, "
         "cmaes, random, spsa; did you mean pairs?"},
        {with("draughts/international", "draughts/internationale"),
         "x.toml:5: game.rules: draughts has no variant 'internationale'; it has international and "
         "killer"},
        {with("/draughts\"\noptions", "/no-such-program\"\noptions"),
         "x.toml:7: engine.command: there is no program '" SPARRING_BIN_DIR "/no-such-program'"},
        {with("/draughts\"", "/draughts --quiet\""),
         "x.toml:7: engine.command: there is no program '" SPARRING_BIN_DIR
         "/draughts --quiet'; a program with arguments is a list: [\"" SPARRING_BIN_DIR
         "/draughts\", \"--quiet\"]"},
        // Parameters.
        {with(tune, "tune = [\"Pices\"]"),
         "x.toml:11: params.tune: the engine has no option 'Pices'; the nearest is 'Pieces'"},
        {with(tune, "tune = []"),
         "x.toml:11: params.tune: nothing to tune: name options here or in [[param]]; the engine "
         "has Pieces, Tempi, Balance, Coherence, Mobility, LiteralMobility, LiteralTempi"},
        {with(tune, tune + "\ncodec = \"grey\""),
         "x.toml:12: params.codec: 'grey' is not one of binary, gray, twos-complement, integer, "
         "real; did you mean gray?"},
        {and_then("[[param]]\nname = \"Pieces\"\nmax = 1000\n"),
         "x.toml:23: param Pieces: 0..1000 is outside the engine's range 0..127"},
        {and_then("[[param]]\nname = \"Pieces\"\nmin = 50\nmax = 40\n"),
         "x.toml:23: parameter Pieces: its range 50..40 is empty"},
        {and_then("[[param]]\nname = \"Pieces\"\ndefault = 10\nmin = 50\n"),
         "x.toml:23: parameter Pieces: its default 10 is outside 50..127"},
        {and_then("[[param]]\nname = \"Piezes\"\n"),
         "x.toml:23: param Piezes: the engine has no such option; the nearest is 'Pieces'"},
        {and_then("[[param]]\nmin = 1\n"), "x.toml:23: param[1].name: is missing"},
        {and_then("[param]\nname = \"Pieces\"\n"), "x.toml:23: param: expected tables, [[param]]"},
        // Opponents and stages.
        {and_then("[[opponent]]\nrole = \"test\"\n"), "x.toml:23: opponent[1].name: is missing"},
        {and_then("[[opponent]]\nname = \"a\"\n[[opponent]]\nname = \"a\"\n"),
         "x.toml:26: opponent[2].name: stands for another"},
        {and_then("[[opponent]]\nname = \"a\"\nrole = \"tset\"\n"),
         "x.toml:25: opponent[1].role: 'tset' is not one of train, validation, test; did you mean "
         "test?"},
        {and_then("[[stage]]\n[[stage]]\nuntil = 5\n"),
         "x.toml:25: stage[2].until: the stage before this one has no end"},
        {and_then("[[stage]]\nuntil = 5\n[[stage]]\nuntil = 5\n"),
         "x.toml:26: stage[2].until: is not after the end of the stage before"},
        {and_then("[[stage]]\nspar = { params = \"strat\" }\n"),
         "x.toml:24: stage[1].spar.params: 'strat' is not one of own, start, "
         "champion-of-previous-stage, current-best, self; did you mean start?"},
        // Openings that do not suffice.
        {with("count = 300", "count = 2"),
         "x.toml:14: openings.count: none of 2 is left for the test; raise it or openings.split, "
         "or set test.pairs = 0"},
        {with("plies = 6", "plies = 1"),
         "x.toml:12: openings: random plies=1 gives only 9 different openings, 10 are needed"},
    };
    for (const auto& [text, message] : table) {
        INFO(text);
        CHECK(problem_of(text) == message);
    }
}

}  // namespace
