// Our engines in every dialect of their game: the same moves at a fixed depth as in UGI.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

#include "tests/catch.hpp"
#include "tests/referee/referee_run.hpp"

namespace {

using sparring::test::run_referee;

struct Row {
    std::string game, engine;
    std::string dialect;
    std::string limit;     ///< how the engine is kept to the depth
    std::string openings;  ///< where the dialect can be told of them, else -allow-duplicates
    int depth = 3;
};

constexpr std::string_view kRandom = "-openings random plies=6 seed=5";

/// Where the dialect cannot say a depth, the engine is told by an argument.
constexpr std::string_view kByArgument = "arg=--depth arg=3 st=60";

/// What is no program of its own is the game's.
std::string command(const Row& row, const std::string& engine) {
    if (engine.find("cmd=") != engine.npos) return engine;
    return fmt::format("'cmd={{bin}}/{}' {}", row.engine, engine);
}

/// All moves of a match, without tags and comments.
std::string moves_of(const Row& row, const std::string& first, const std::string& second) {
    const auto file = std::filesystem::temp_directory_path() /
                      fmt::format("sparring-{}-dialects.pgn", ::getpid());
    std::filesystem::remove(file);
    const auto result = run_referee(
        fmt::format("-game {} -engine name=A {} -engine name=B {} -rounds {} {} -pgnout '{}'",
                    row.game, command(row, first), command(row, second),
                    row.openings.empty() ? 1 : 2, row.openings, file.string()));
    INFO(row.game << " " << first << " against " << second << "\n" << result.out << result.err);
    CHECK(result.status == 0);
    CHECK(result.out.find("{normal}") != std::string::npos);
    for (const char* fault : {"{illegal", "{crash", "{garbage", "{time", "{stalled", "{void"})
        CHECK(result.out.find(fault) == std::string::npos);
    std::ifstream stream{file};
    std::string text{std::istreambuf_iterator<char>{stream}, {}};
    std::filesystem::remove(file);
    text = std::regex_replace(text, std::regex{R"(\[[^\n]*\]\n)"}, "");
    text = std::regex_replace(text, std::regex{R"(TI\[[^\]]*\])"}, "");
    text = std::regex_replace(text, std::regex{R"(\{[^}]*\})"}, "");
    return std::regex_replace(text, std::regex{R"(\s+)"}, " ");
}

void same_moves(const std::vector<Row>& rows) {
    for (const Row& row : rows) {
        const std::string ugi = fmt::format("proto=ugi depth={}", row.depth);
        const std::string other = fmt::format("proto={} {}", row.dialect, row.limit);
        const std::string expected = moves_of(row, ugi, ugi);
        CHECK(expected.size() > 100);
        CHECK(moves_of(row, ugi, other) == expected);
        CHECK(moves_of(row, other, other) == expected);
    }
}

}  // namespace

TEST_CASE("draughts: every dialect plays the same moves") {
    const std::string random{kRandom};
    same_moves({
        {"draughts", "draughts", "hub", "depth=3", random},
        {"draughts/killer", "draughts", "hub", "depth=3", random},
        {"draughts", "draughts", "auto", "depth=3", random},
    });
}

TEST_CASE("reversi: every dialect plays the same moves") {
    const std::string random{kRandom}, by_argument{kByArgument};
    same_moves({
        {"reversi", "reversi", "gtp", by_argument, random},
        {"reversi/reversed", "reversi", "gtp", by_argument, random},
        {"reversi", "reversi", "uci", "depth=3", random},
        {"reversi/reversed", "reversi", "uci", "depth=3", random},
        {"reversi", "reversi", "nboard", "depth=3", random},
        {"reversi/reversed", "reversi", "nboard", "depth=3", random},
        {"reversi", "reversi", "cs2", by_argument, ""},
    });
}

TEST_CASE("amazons and dots-and-boxes: every dialect plays the same moves") {
    const std::string by_argument{kByArgument};
    same_moves({
        {"amazons/6x6", "amazons", "uci", "depth=3", std::string{kRandom}},
        {"amazons", "amazons", "sau", "arg=--depth arg=1 st=60", "", 1},
        {"dots-and-boxes", "dots-and-boxes", "sau", by_argument, ""},
    });
}

TEST_CASE(
    "botzone: an engine that keeps running plays the same moves, one that ends each turn any") {
    const auto folder =
        std::filesystem::temp_directory_path() / fmt::format("sparring-{}-botzone", ::getpid());
    std::filesystem::create_directories(folder);
    for (const Row& row : {Row{"reversi", "reversi", {}, {}, std::string{kRandom}},
                           Row{"amazons/8x8", "amazons", {}, {}, std::string{kRandom}}}) {
        const std::string ugi = "proto=ugi depth=2";
        const std::string ends = "proto=botzone arg=--depth arg=1 st=60";
        CHECK(moves_of(row, ends, ugi).size() > 100);

        std::filesystem::copy_file(std::filesystem::path{SPARRING_BIN_DIR} / row.engine,
                                   folder / row.engine);
        std::ofstream{folder / (row.engine + ".toml")}
            << "[time]\ndepth = 2\n[botzone]\nkeep-running = true\n";
        const std::string stays =
            fmt::format("proto=botzone st=60 'cmd={}'", (folder / row.engine).string());
        const std::string expected = moves_of(row, ugi, ugi);
        CHECK(moves_of(row, ugi, stays) == expected);
        CHECK(moves_of(row, stays, stays) == expected);
    }
    std::filesystem::remove_all(folder);
}

TEST_CASE("a dialect that the game does not have is refused before anything is played") {
    const auto result = run_referee(
        "-game amazons -engine 'cmd={bin}/amazons' proto=hub name=A -engine 'cmd={bin}/amazons' "
        "name=B -each depth=1");
    CHECK(result.status == 2);
    CHECK(result.err.find("proto=hub: amazons is not played in it; there are ugi, ") !=
          std::string::npos);
}

TEST_CASE("an engine that ponders plays as strong, and is not charged for it") {
    const auto result = run_referee(
        "-game draughts -each 'cmd={bin}/draughts' proto=hub ponder=on st=0.05 timemargin=30000 "
        "-engine name=A "
        "-engine name=B -rounds 1 -openings random plies=6 seed=5 -maxmoves 30");
    INFO(result.out << result.err);
    CHECK(result.status == 0);
    for (const char* fault : {"{illegal", "{crash", "{garbage", "{time", "{stalled"})
        CHECK(result.out.find(fault) == std::string::npos);
}
