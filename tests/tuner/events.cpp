// Events of a run as JSON lines.
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/tuner/tuner_run.hpp"

namespace {

using namespace sparring::test;
using Json = nlohmann::json;

std::vector<Json> events_of(const std::string& text) {
    std::vector<Json> events;
    std::istringstream lines{text};
    for (std::string line; std::getline(lines, line);) {
        INFO(line);
        Json event = Json::parse(line, nullptr, false);
        REQUIRE(event.is_object());
        CHECK(event["v"] == 1);
        CHECK(event["time"].is_string());
        events.push_back(std::move(event));
    }
    return events;
}

std::vector<Json> named(const std::vector<Json>& events, const std::string& name) {
    std::vector<Json> found;
    for (const Json& event : events)
        if (event["event"] == name) found.push_back(event);
    return found;
}

TEST_CASE("events tell a run from its configuration to its test") {
    const Folder folder;
    write_tiny_run(folder / "a.toml", "pairs", 2);
    const auto result =
        run_tuner("run " + (folder / "a.toml") + " -d " + (folder / "r") + " --json -");
    INFO(result.err);
    REQUIRE(result.status == 0);
    const auto events = events_of(result.out);
    REQUIRE(events.size() > 4);
    CHECK(events.front()["event"] == "run");
    CHECK(events.front()["game"] == "dots-and-boxes/2x2");
    CHECK(events.front()["strategy"] == "pairs");
    CHECK(events.front()["resumed"] == 0);
    CHECK(events.back()["event"] == "end");
    CHECK(events.back()["result"] == "complete");

    const auto batches = named(events, "batch"), generations = named(events, "generation"),
               tests = named(events, "test");
    REQUIRE(tests.size() == 1);
    CHECK(batches.size() == generations.size() + tests.size());
    CHECK(generations.back()["champion"].size() == events.front()["parameters"].size());
    const Json& test = tests.front();
    CHECK(test["kind"] == "test");
    REQUIRE(test["results"].size() == 2);
    CHECK(test["results"][0]["subject"] == "champion");
    CHECK(test["results"][0]["opponent"] == "start");
    int pairs = 0;
    for (const Json& count : test["results"][0]["pairs"]) pairs += count.get<int>();
    CHECK(pairs > 0);
    CHECK(pairs <= 3);

    SECTION("a run that is resumed says how much was known") {
        const auto again = run_tuner("resume " + (folder / "r") + " -q --json " + (folder / "e"));
        REQUIRE(again.status == 0);
        const auto known = events_of(contents(folder / "e"));
        CHECK(known.front()["resumed"] == batches.size());
        CHECK(known.back()["played"] == 0);
    }
}

TEST_CASE("a test beside the run has events, too") {
    const Folder folder;
    write_tiny_run(folder / "a.toml", "pairs", 1);
    REQUIRE(run_tuner("run " + (folder / "a.toml") + " -q -d " + (folder / "r")).status == 0);
    const auto result = run_tuner("test " + (folder / "r") +
                                  " --subject mean --sprt -500,500 --limit nodes=50 --json -");
    INFO(result.err);
    REQUIRE(result.status == 0);
    const auto events = events_of(result.out);
    REQUIRE(events.size() >= 4);
    CHECK(events.front()["event"] == "run");
    CHECK(events.back()["event"] == "end");
    CHECK(events.back()["result"] == "complete");
    const auto batches = named(events, "batch"), tests = named(events, "test");
    REQUIRE(batches.size() == 1);
    CHECK(batches.front()["stage"] == 0);
    REQUIRE(tests.size() == 1);
    CHECK(tests.front()["results"].size() == 1);
    CHECK(tests.front()["sprt"]["elo1"] == 500);
    const std::string decision = tests.front()["sprt"]["decision"];
    CHECK_THAT(result.err, Catch::Matchers::Contains(decision));
}

TEST_CASE("a file for events that cannot be written is refused") {
    const Folder folder;
    write_tiny_run(folder / "a.toml", "pairs", 1);
    const auto result =
        run_tuner("run " + (folder / "a.toml") + " -d " + (folder / "r") + " --json /nowhere/e");
    CHECK(result.status == 2);
    CHECK_THAT(result.err, Catch::Matchers::Contains("--json: cannot write '/nowhere/e'"));
}

}  // namespace
