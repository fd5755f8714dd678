// `tuner init`: what it writes is a configuration that runs.
#include <set>

#include "tests/tuner/laboratory.hpp"
#include "tests/tuner/tuner_run.hpp"
#include "tuner/config/node.hpp"
#include "tuner/strategy/strategy_keys.hpp"

namespace {

using namespace sparring;
using namespace sparring::test;
using namespace sparring::tuner;
using Catch::Matchers::Contains;

/// Every `# key = value` between [strategy] and the next table is no comment any more.
std::string with_keys_of_strategy(std::string text) {
    const auto begin = text.find("[strategy]");
    REQUIRE(begin != text.npos);
    std::string kept = text.substr(0, begin);
    bool inside = true;
    for (auto at = begin; at < text.size();) {
        const auto end = std::min(text.find('\n', at), text.size() - 1);
        std::string line = text.substr(at, end + 1 - at);
        at = end + 1;
        if (line == "\n") inside = false;
        const auto equals = line.find(" = ");
        if (inside && line.starts_with("# ") && line.find(' ', 2) == equals) line.erase(0, 2);
        kept += line;
    }
    return kept;
}

const StrategyContext kContext{.space = hill(5, 100, 1).space, .seed = 1, .longest_game = 60};

TEST_CASE("every key of a strategy is explained, and every explanation has its key") {
    std::set<std::string> explained;
    for (const StrategyRow& row : strategies()) {
        INFO(row.name);
        const auto keys = strategy_keys(row, kContext);
        CHECK(keys.size() > 4);
        for (const StrategyKey& key : keys) {
            INFO(key.asked.name);
            CHECK(!key.meaning.empty());
            explained.insert(fmt::format("{} {}", row.name, key.asked.name));
            explained.insert(" " + key.asked.name);
        }
    }
    for (const KeyMeaning& row : key_meanings()) {
        INFO(row.strategy << " " << row.key);
        CHECK(explained.contains(fmt::format("{} {}", row.strategy, row.key)));
    }
}

TEST_CASE("a strategy takes the defaults that its keys are shown with, and no others") {
    for (const StrategyRow& row : strategies()) {
        std::string all = fmt::format("name = \"{}\"\n", row.name);
        for (const StrategyKey& key : strategy_keys(row, kContext))
            if (!key.asked.usual.empty())
                all += fmt::format("{} = {}\n", key.asked.name, key.asked.usual);
        INFO(all);
        CHECK(problem_of(all, kContext).empty());
        CHECK_THAT(problem_of(all + "nonsense = 1\n", kContext), Contains("unknown key"));
    }
}

TEST_CASE("init's configuration passes the check, whoever the engine is", "[native]") {
    struct Case {
        std::string engine, rules, tuned;
    };
    const Case cases[] = {
        {"reversi", "reversi/othello", "49 parameters"},
        {"dots-and-boxes", "dots-and-boxes/5x5", "10 parameters"},
        {"draughts", "draughts/international", "5 parameters"},
        {"amazons' -r 'amazons/6x6", "amazons/6x6", "20 parameters"},
        {"python3 " SPARRING_SOURCE_DIR "/tests/bots/one_ply.py", "reversi/othello",
         "3 parameters"},
        {SPARRING_SYNTHETIC " --game dots-and-boxes' -r 'dots-and-boxes/3x3", "dots-and-boxes/3x3",
         "5 parameters"},
    };
    for (const Case& each : cases) {
        INFO(each.engine);
        const Folder folder;
        const std::string file = folder / "a.toml";
        const auto init = run_tuner("init --engine '" + each.engine + "' -o " + file);
        INFO(init.err);
        REQUIRE(init.status == 0);
        CHECK_THAT(init.err, Contains(each.tuned) && Contains(each.rules));
        const auto check = run_tuner("check " + file + " -s match.max_moves=3");
        INFO(check.out << check.err);
        CHECK(check.status == 0);
        CHECK(folder.files() == 1);
    }
}

TEST_CASE("init's configuration passes with each strategy's keys uncommented, and runs") {
    for (const StrategyRow& row : strategies()) {
        const Folder folder;
        const std::string file = folder / "a.toml";
        const auto init = run_tuner(fmt::format(
            "init -e dots-and-boxes -r dots-and-boxes/2x2 --strategy {} -o {}", row.name, file));
        INFO(init.err);
        REQUIRE(init.status == 0);
        write_file(folder / "b.toml", with_keys_of_strategy(contents(file)));
        const auto a = parse_toml(contents(file), "a"),
                   b = parse_toml(contents(folder / "b.toml"), "b");
        REQUIRE((a && b));
        CHECK(std::get<Node::Entries>(a->find("strategy")->value).size() == 1);
        CHECK(std::get<Node::Entries>(b->find("strategy")->value).size() > 4);
        const auto check = run_tuner("check " + (folder / "b.toml"));
        INFO(check.out << check.err);
        CHECK(check.status == 0);
        if (row.name != "pairs") continue;
        const auto run =
            run_tuner(fmt::format("run {} -q -d {} -s run.budget.generations=1 -s "
                                  "test.pairs=1 -s strategy.knockout=false",
                                  file, folder / "run"));
        INFO(run.out << run.err);
        CHECK(run.status == 0);
    }
}

TEST_CASE("init overwrites nothing and says what is wrong") {
    const Folder folder;
    write_file(folder / "there.toml", "mine");
    const auto there = run_tuner("init -e reversi -o " + (folder / "there.toml"));
    CHECK(there.status == 2);
    CHECK_THAT(there.err, Contains("exists and is left alone"));
    CHECK(contents(folder / "there.toml") == "mine");

    const auto none = run_tuner("init -e ./no-such-engine -o -");
    CHECK(none.status == 2);
    CHECK_THAT(none.err, Contains("there is no program './no-such-engine'"));

    const auto mute = run_tuner("init -e true -o -");
    CHECK(mute.status == 3);
    CHECK_THAT(mute.err, Contains("expected 'ugiok', but it exited") && Contains("speak UGI"));

    const auto plain = run_tuner("init -e '" SPARRING_BOT " good' -o -");
    INFO(plain.err);
    CHECK(plain.status == 2);
    CHECK_THAT(plain.err, Contains("has no numeric options"));

    const auto strategy = run_tuner("init -e reversi --strategy ags");
    CHECK(strategy.status == 2);
    CHECK_THAT(strategy.err, Contains("did you mean aga?"));

    const auto rules = run_tuner("init -e reversi --rules chess -o -");
    CHECK(rules.status == 2);
    CHECK_THAT(rules.err, Contains("--rules: "));

    CHECK(run_tuner("init").status == 2);
    CHECK(folder.files() == 1);
}

TEST_CASE("init shows a strategy's keys without an engine") {
    const auto result = run_tuner("init --strategy aga");
    CHECK(result.status == 0);
    CHECK_THAT(result.out, Contains("[strategy]\nname = \"aga\"\n") &&
                               Contains("# population = 50 ") && Contains("# p_m2 = 0.001 "));
}

}  // namespace
