// The tuner's executable as a child process, and tiny runs for it.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "tests/catch.hpp"
#include "tests/referee/referee_run.hpp"
#include "tests/referee/stored_games.hpp"

namespace sparring::test {

inline RefereeRun start_tuner(const std::string& arguments) {
    return RefereeRun{arguments, "tuner"};
}

inline RefereeRun::Result run_tuner(const std::string& arguments) {
    return start_tuner(arguments).finish();
}

/// Of the run in a folder.
inline std::string digest_of(const std::string& folder) {
    const auto result = run_tuner("digest " + folder);
    INFO(result.err);
    REQUIRE(result.status == 0);
    REQUIRE(result.out.size() == 65);
    return result.out;
}

/// What a configuration says, but for its strategy. Games of twelve plies.
inline constexpr std::string_view kTinyGames = R"(
[game]
rules = "dots-and-boxes/2x2"
[engine]
command = "dots-and-boxes"
options = { Solve = 0, Hash = 1 }
limit = { depth = 1 }
[params]
tune = ["A*"]
[openings]
kind = "random"
plies = 4
count = 60
[test]
pairs = 3
)";

/// The keys of each strategy's table that make a generation of it small.
inline const std::map<std::string, std::string, std::less<>>& small_strategies() {
    static const std::map<std::string, std::string, std::less<>> table{
        {"aga", "population = 8"},
        {"pairs", "population = 8"},
        {"hof", "population = 4\nhall_from = 2"},
        {"islands", "islands = 2\npopulation = 8\ngroup = 4\nevery = 2"},
        {"ant-colony", "archive = 6\nants = 3\npairs = 3"},
        {"cmaes", "population = 4\npairs = 3"},
        {"random", "population = 8\npairs = 2"},
        {"spsa", "pairs = 2\nperturbations = 3"},
    };
    return table;
}

/// Writes a configuration of tiny games to `path`.
inline void write_tiny_run(const std::string& path, const std::string& strategy, int generations,
                           const std::string& more = {}, std::string_view games = kTinyGames) {
    write_file(path,
               fmt::format("[run]\nbudget = {{ generations = {} }}\n{}\n[strategy]\n"
                           "name = \"{}\"\n{}\n{}\n",
                           generations, games, strategy, small_strategies().at(strategy), more));
}

}  // namespace sparring::test
