// Whole tournaments out of the configuration files of tests/data/tournaments, their tables compared
// with approved ones. When an engine plays differently, or a table says more, look at the
// difference and approve it: SPARRING_UPDATE=1 build/tests/referee_tests "[tournaments]"
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/catch.hpp"
#include "tests/referee/referee_run.hpp"

namespace {

namespace fs = std::filesystem;

/// What an engine needed is different every time: the table of times is cut out.
std::string without_times(const std::string& text) {
    const auto table = text.find("\nPlayer", text.find("first W-D-L") - 40);
    const auto end = text.find("\n\n", table + 1);
    return text.substr(0, table) + text.substr(end);
}

/// From the first table on.
std::string tables(const std::string& text) {
    const auto begin = text.find("\nPlayer");
    return begin == text.npos ? text : without_times(text.substr(begin));
}

std::string contents(const fs::path& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

void check(const std::string& name) {
    const fs::path folder = fs::path{SPARRING_SOURCE_DIR} / "tests/data/tournaments";
    const auto before = fs::current_path();
    fs::current_path(SPARRING_SOURCE_DIR);
    ::setenv("PATH", fmt::format("{}:{}", SPARRING_BIN_DIR, std::getenv("PATH")).c_str(), 1);
    const auto result =
        sparring::test::RefereeRun{
            fmt::format("-config '{}' -concurrency 2", (folder / (name + ".toml")).string())}
            .finish(std::chrono::seconds{240});
    fs::current_path(before);
    INFO(result.err);
    CHECK(result.status == 0);
    CHECK(result.left.empty());
    const fs::path approved = folder / (name + ".approved.txt");
    if (std::getenv("SPARRING_UPDATE") != nullptr)
        std::ofstream{approved, std::ios::binary} << tables(result.out);
    CHECK(tables(result.out) == contents(approved));
}

TEST_CASE("a Swiss tournament of 16 gives the approved tables", "[tournaments]") {
    check("swiss");
}
TEST_CASE("a knockout of 11 gives the approved tables", "[tournaments]") {
    check("knockout");
}
TEST_CASE("a gauntlet gives the approved tables", "[tournaments]") {
    check("gauntlet");
}
TEST_CASE("listed pairings give the approved tables", "[tournaments]") {
    check("pairings");
}

}  // namespace
