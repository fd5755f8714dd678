// What docs/platforms.md does not show: an engine that keeps running, and its end where it does
// not.
#include <filesystem>
#include <fstream>

#include "tests/engines/engine_under_test.hpp"

using namespace sparring::test;

namespace {

constexpr const char* kStay = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";

/// The program with a settings file beside it.
std::string kept(const std::string& engine) {
    namespace fs = std::filesystem;
    const fs::path folder =
        fs::temp_directory_path() / ("sparring-kept-" + std::to_string(getpid()));
    fs::create_directories(folder);
    fs::copy_file(fs::path{SPARRING_BIN_DIR} / engine, folder / engine,
                  fs::copy_options::overwrite_existing);
    std::ofstream{folder / (engine + ".toml")}
        << "[time]\ndepth = 1\n[botzone]\nkeep-running=true\n";
    return fs::relative(folder / engine, SPARRING_BIN_DIR).string();
}

}  // namespace

TEST_CASE("botzone: a process answers once and ends, whatever it is told") {
    const std::string none = "-1 -1";
    for (const auto& [history, answer] : std::initializer_list<std::pair<const char*, std::string>>{
             {"1\n-1 -1\n\n\nold data\n", ""},
             {"1\r\n3 2\r", ""},
             {"2\n-1 -1\n2 3\nnothing", none},
             {"1\n5 5", none},
             {"{\"requests\":[{\"x\":-1}]}", "{"},
         }) {
        INFO(history);
        EngineUnderTest engine{"reversi", {"botzone", "--depth", "1"}};
        engine.send(history);
        engine.close_input();  // as some platforms do, while it still thinks
        const auto line = engine.line();
        REQUIRE(line);
        CHECK(line->starts_with(answer));
        CHECK((*line == none) == (answer == none));
        CHECK(engine.exit_status() == 0);
    }
}

TEST_CASE("botzone: a process that is kept says so after each answer") {
    EngineUnderTest engine{kept("reversi")};
    for (const char* lines : {"1\n-1 -1", "", "nonsense\n{\"request\":{\"x\":2,\"y\":2}}"}) {
        INFO(lines);
        engine.send(lines);
        if (lines[0] == 0) continue;
        const auto line = engine.line();
        REQUIRE(line);
        CHECK(*line != "-1 -1");
        CHECK(engine.line() == kStay);
    }
    engine.send("9 9");
    CHECK(engine.line() == "-1 -1");
    CHECK(engine.line() == kStay);
    engine.send("2\n-1 -1\n3 2\n2 2");  // after a failure the whole game comes again
    CHECK(engine.line() != "-1 -1");
    CHECK(engine.line() == kStay);
    engine.send("{\"requests\":[{\"x\":-1,\"y\":-1}],\"responses\":[]}");
    CHECK(engine.line()->starts_with("{\"response\":{\"x\":"));
    CHECK(engine.line() == kStay);
    engine.close_input();
    CHECK(engine.exit_status() == 0);
}
