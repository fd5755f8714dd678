// What the queue carries, as texts; and the engines that a worker may start.
#include "referee/queue/match_job.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "referee/queue/engine_list.hpp"
#include "referee/queue/reproduction.hpp"
#include "tests/catch.hpp"
#include "tests/referee/stored_games.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;
using Catch::Matchers::Contains;

MatchJob some_job() {
    return {"reversi/othello",
            {"a", {{"X", "1"}, {"Y", "\"quoted\"\n"}}, "depth=2", std::string(64, 'f')},
            {"b", {}, "tc=1+0.01"},
            {{"", {"d3", "c5"}}, {std::string(64, '-') + " X", {}}},
            40};
}

MatchResult some_result() {
    MatchResult result;
    result.games.push_back({Outcome::draw, Reason::normal, 60, 58, {7, 1ULL << 63}, {1, 2}});
    result.games.push_back({Outcome::first_wins,
                            Reason::crash,
                            3,
                            3,
                            {0, 0},
                            {5, 6},
                            "b: it exited \xff",
                            "d3 c5 e6",
                            "printf ugi | b"});
    return result;
}

TEST_CASE("jobs and results are the same after they have been text") {
    const auto job = parse_match_job(to_json(some_job()));
    REQUIRE(job);
    CHECK(*job == some_job());
    CHECK(to_json(*job) == to_json(some_job()));
    MatchResult expected = some_result();
    expected.games[1].detail = "b: it exited \xef\xbf\xbd";  // not UTF-8, so replaced
    const auto result = parse_match_result(to_json(some_result()));
    REQUIRE(result);
    CHECK(*result == expected);
    for (const std::string& text : {to_json(some_job()), to_json(some_result())})
        CHECK(nlohmann::ordered_json::parse(text).dump(-1, ' ', true) == text);
    const MatchResult refused{{}, "no engine 'x' here"};
    CHECK(*parse_match_result(to_json(refused)) == refused);
    const MatchResult missing{{}, "no engine 'x' here", Refusal::digest_missing};
    CHECK(*parse_match_result(to_json(missing)) == missing);
}

TEST_CASE("texts that are no job or result are refused with a reason") {
    const std::string job = to_json(some_job()), result = to_json(some_result());
    const auto with = [](std::string text, const std::string& what, const std::string& by) {
        const auto at = text.find(what);
        REQUIRE(at != text.npos);
        return text.replace(at, what.size(), by);
    };
    for (const std::string& bad :
         {std::string{}, std::string{"{"}, std::string{"[]"}, std::string{"null"},
          std::string{"\xff\x00", 2}, std::string(100'000, '['), result,
          with(job, "\"v\":1", "\"v\":2"), with(job, "\"v\":1", "\"v\":\"1\""),
          with(job, "\"max_moves\":40", "\"max_moves\":{}"),
          with(job, "\"max_moves\":40", "\"max_moves\":1e300"),
          with(job, "\"max_moves\":40", "\"max_moves\":4294967296"),
          with(job, "[\"X\",\"1\"]", "[\"X\"]"), with(job, "[\"X\",\"1\"]", "7"),
          with(job, "\"limits\"", "\"limit\""), with(job, "\"fen\":\"\"", "\"fen\":3")}) {
        INFO(bad.substr(0, 200));
        const auto parsed = parse_match_job(bad);
        REQUIRE_FALSE(parsed);
        CHECK_THAT(parsed.error(), Contains("message"));
    }
    for (const std::string& bad :
         {job, with(result, "\"crash\"", "\"crush\""), with(result, "\"nodes\":[", "\"nodes\":[1,"),
          with(result, "\"games\"", "\"game\""), with(result, "\"nodes\":[7", "\"nodes\":[-7"),
          with(result, "\"plies\":60", "\"plies\":\"60\"")}) {
        INFO(bad.substr(0, 200));
        CHECK_FALSE(parse_match_result(bad));
    }
    // Every text that is cut off, and every one with a byte changed, is a value or a reason.
    for (const std::string& good : {job, result}) {
        for (std::size_t i = 0; i < good.size(); ++i) {
            CHECK_FALSE(parse_match_job(good.substr(0, i)));
            std::string changed = good;
            changed[i] = static_cast<char>(changed[i] ^ 0x15);
            (void)parse_match_job(changed);
            (void)parse_match_result(changed);
        }
    }
}

EngineEntry entry(Carry carry, const std::string& pattern, std::vector<std::string> arguments) {
    EngineEntry entry;
    entry.settings.name = "e";
    entry.settings.command = {.program = "/bin/e", .arguments = std::move(arguments)};
    entry.settings.options = {{"Hash", "4"}};
    entry.carry = carry;
    entry.pattern = pattern;
    return entry;
}

TEST_CASE("an engine's options come as words, variables or lines of a file, or stay options") {
    const EngineList::Options options{{"A", "1"}, {"B b", "it's"}};
    EngineList list;
    const auto command = [&](Carry carry, const std::string& pattern) {
        list.add(entry(carry, pattern, {"-x", "{file}"}));
        return *list.start_of({"e", options, "depth=1"});
    };
    auto engine = command(Carry::setoption, "");
    CHECK(engine->command.arguments == std::vector<std::string>{"-x", "{file}"});
    CHECK(engine->limits.depth == 1);
    engine = command(Carry::arguments, "--{name}={value}");
    CHECK(engine->command.arguments ==
          std::vector<std::string>{"-x", "{file}", "--A=1", "--B b=it's"});
    CHECK(list.find("e")->settings.command.arguments.size() == 2);
}

TEST_CASE("variables and files carry options while somebody holds the engine") {
    const EngineList::Options options{{"A", "1"}, {"B", "2"}};
    EngineList list;
    list.add(entry(Carry::environment, "{name}={value}", {}));
    CHECK((*list.start_of({"e", options, "depth=1"}))->command.environment ==
          std::vector<std::string>{"A=1", "B=2"});

    EngineEntry by_file = entry(Carry::file, "{name}: {value}", {"--from={file}"});
    by_file.settings.name = "f";
    list.add(by_file);
    auto first = *list.start_of({"f", options, "depth=1"});
    const std::string path = first->command.arguments.at(0).substr(7);
    CHECK(test::contents(path) == "A: 1\nB: 2\n");
    // The same is one object, and so one process; anything else is another.
    CHECK(*list.start_of({"f", options, "depth=1"}) == first);
    CHECK(*list.start_of({"f", options, "depth=2"}) != first);
    CHECK(*list.start_of({"f", {{"A", "1"}, {"B", "3"}}, "depth=1"}) != first);
    CHECK(std::filesystem::exists(path));
    first.reset();
    CHECK_FALSE(std::filesystem::exists(path));
}

TEST_CASE("engines and limits that there are not are refused by name") {
    EngineList list;
    list.add(entry(Carry::setoption, "", {}));
    const auto unknown = list.start_of({"g\n", {}, "depth=1"});
    REQUIRE_FALSE(unknown);
    CHECK_THAT(unknown.error(), Contains("no engine 'g"));
    for (const char* limits : {"deep=1", "depth=x", "depth=1 cmd=/bin/sh", ""})
        CHECK_FALSE(list.start_of({"e", {}, limits}));
    // Options that are set later do not make another process.
    CHECK(*list.start_of({"e", {{"A", "1"}}, "depth=1"}) == *list.start_of({"e", {}, "depth=1"}));
}

TEST_CASE("an engine is known by its program's digest") {
    const test::Folder folder;
    EngineList list;
    EngineEntry own = entry(Carry::setoption, "", {});
    own.settings.command.program = folder.write("program", "abc");
    list.add(own);
    const JobSide any{"e", {}, "depth=1"};
    JobSide same = any, other = any;
    // FIPS 180-2, appendix B.1.
    same.digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    other.digest = std::string(64, '0');
    CHECK_FALSE(list.missing(any));
    CHECK_FALSE(list.missing(same));
    CHECK(list.missing(other) ==
          "engine 'e' here is another program: its SHA-256 is "
          "ba7816bf8f01.., 000000000000.. is wanted");
    CHECK(list.missing({"f", {}, "depth=1"}) == "no engine 'f' here");
    // Read once; another entry of the name is another program.
    test::write_file(own.settings.command.program, "abd");
    CHECK_FALSE(list.missing(same));
    own.settings.command.program = folder / "nothing";
    list.add(own);
    CHECK_FALSE(list.missing(any));
    CHECK_THAT(*list.missing(same), Contains("engine 'e': ") && Contains("nothing"));
}

TEST_CASE("a side may ask for a new process each game, and for pondering") {
    EngineList list;
    list.add(entry(Carry::setoption, "", {}));
    const JobSide plain{"e", {}, "depth=1"};
    JobSide restart = plain, ponder = plain;
    restart.restart = ponder.ponder = true;
    CHECK((*list.start_of(restart))->restart);
    CHECK((*list.start_of(ponder))->ponder);
    const auto engine = *list.start_of(plain);
    CHECK_FALSE((engine->restart || engine->ponder));
}

TEST_CASE("a command leads an engine to where it went wrong") {
    const JobSide side{"e", {{"A", "it's 1"}}, "depth=3 nodes=500"};
    const std::vector<PlyRecord> plies{{.move = "e6", .report = {}}};
    const Opening opening{"", {"d3", "c5"}};
    const std::string tail =
        "isready uginewgame isready 'position startpos moves d3 c5 e6' "
        "'go depth 3 nodes 500'; sleep 10) | ";
    CHECK(reproduction(entry(Carry::setoption, "", {"-x"}), side, "othello", opening, plies) ==
          "(printf '%s\\n' ugi 'setoption name Variant value othello' 'setoption name Hash value "
          "4' 'setoption name A value it'\\''s 1' " +
              tail + "/bin/e -x");
    CHECK_THAT(
        reproduction(entry(Carry::arguments, "-{name}={value}", {}), side, "", opening, plies),
        Contains(tail + "/bin/e '-A=it'\\''s 1'") && !Contains("setoption name A"));
    CHECK_THAT(
        reproduction(entry(Carry::environment, "{name}={value}", {}), side, "", opening, plies),
        Contains(tail + "env 'A=it'\\''s 1' /bin/e"));
    const auto by_file =
        reproduction(entry(Carry::file, "{name}={value}", {"{file}"}), side, "", opening, plies);
    CHECK_THAT(by_file, Contains("printf '%s\\n' 'A=it'\\''s 1' >sparring-options; (") &&
                            Contains(tail + "/bin/e sparring-options"));
}

}  // namespace
