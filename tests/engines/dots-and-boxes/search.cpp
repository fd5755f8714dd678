#include "tests/engines/search_properties.hpp"

#include "engines/dots-and-boxes/engine.hpp"
#include "tests/engines/dots-and-boxes/value_table.hpp"

using namespace sparring;
using namespace sparring::dots_and_boxes;
using namespace sparring::test;

namespace {

/// The shared search alone.
struct WithoutSolver {
    using Rules = Engine::Rules;
    using Evaluation = Engine::Evaluation;
    using Tactics = Engine::Tactics;
};

/// The value of the blank board by every driver.
void check_solved(std::string_view variant, int value, std::size_t megabytes = 16) {
    for (const Driver driver : {Driver::alphabeta, Driver::pvs, Driver::mtdf, Driver::absss}) {
        INFO(variant << " driver " << static_cast<int>(driver));
        SearchSettings settings;
        settings.driver = driver;
        settings.solve = Tactics::solve_max;
        Search<WithoutSolver> search;
        search.set_hash(megabytes);
        const Line<Rules> line{Rules::start(*Rules::parse_variant(variant))};
        const auto report = search_to<WithoutSolver>(line, kMaxEdges, settings, search);
        REQUIRE(report.final_score == value);
    }
}

}  // namespace

TEST_CASE("dots-and-boxes: all drivers return minimax's value in exact mode") {
    check_drivers_agree<Engine>("5x5", 15, 50, 3, 1);
    check_drivers_agree<Engine>("2x3", 30, 16, 4, 2);
    check_drivers_agree<Engine>("2x2", 20, 8, 7, 3);
}

TEST_CASE("dots-and-boxes: a search repeats exactly") {
    check_deterministic<Engine>("5x5", 6, 3);
}

// Values by retrograde analysis (values.cpp), and of 3x3 as D. Wilson published it.
TEST_CASE("dots-and-boxes: small boards are solved by every driver") {
    check_solved("1x1", -1);
    check_solved("1x2", 0);
    check_solved("1x3", -1);
    check_solved("1x6", 0);
    check_solved("2x2", 2);
    check_solved("2x3", -2);
    check_solved("3x2", -2);
    check_solved("2x4", 2);
    check_solved("3x3", -3);
}

TEST_CASE("dots-and-boxes: boards of up to 31 edges are solved", "[long]") {
    check_solved("1x7", -1);
    check_solved("1x8", 0);
    check_solved("1x9", -1);
    check_solved("1x10", 0);
    check_solved("2x5", -2);
    check_solved("3x4", 0, 256);
}

TEST_CASE("dots-and-boxes: a search that the solver cannot help in time goes on alone") {
    Limits limits;
    limits.nodes = 400'000;
    SearchSettings settings;
    settings.solve = Tactics::solve_max;
    Search<Engine> search;
    search.set_hash(1);
    search.arm();
    int deepest = 0;
    const auto report =
        search.run(Line<Rules>{Position{Board{4, 4}}}, Evaluation{}, settings, limits,
                   [&](const auto& step) { deepest = std::max(deepest, step.depth); });
    CHECK(!report.final_score);
    CHECK(deepest > 6);
    CHECK(deepest < 40);
    CHECK(report.nodes >= 400'000);
    CHECK(report.nodes < 420'000);
}

TEST_CASE("dots-and-boxes: solving from the middle of a game keeps the boxes made") {
    const auto values = value_table({2, 3});
    Random random{4};
    for (int i = 0; i < 200; ++i) {
        const auto line =
            random_line<Rules>(Board{2, 3}, static_cast<int>(random.below(17)), random);
        SearchSettings settings;
        settings.solve = Tactics::solve_max;
        Search<Engine> search;
        search.set_hash(1);
        const auto report = search_to<Engine>(line, kMaxEdges, settings, search);
        const Position& position = line.current();
        REQUIRE(report.final_score == position.banked() + values[position.drawn()]);
    }
}

// A move in the table may come from a symmetric position.
TEST_CASE("dots-and-boxes: every move of a solved board's principal variation keeps its value") {
    for (const Board board : {Board{2, 2}, Board{2, 3}, Board{3, 2}, Board{1, 6}, Board{2, 4}}) {
        const auto values = value_table(board);
        SearchSettings settings;
        settings.solve = Tactics::solve_max;
        Search<WithoutSolver> search;
        search.set_hash(16);
        const auto report =
            search_to<WithoutSolver>(Line<Rules>{Position{board}}, kMaxEdges, settings, search);
        REQUIRE(report.pv.size() > 3);
        Position position{board};
        for (const Move move : report.pv) {
            position.play(move);
            const int value = position.banked() + values[position.drawn()];
            INFO(Rules::to_fen(position));
            REQUIRE((position.side_to_move() == Side::first ? value : -value) == values[0]);
        }
    }
}

TEST_CASE("dots-and-boxes: captures come first, gifts last, greater gifts later") {
    // Above a chain of three, below one of one; the other boxes are untouched or nearly so.
    const auto position = Rules::parse_fen(Board{2, 4}, "2x4 1110111010000000000000 0-0 1");
    REQUIRE(position);
    const auto guess = [](const Position& at, std::string_view text) {
        const auto move = Rules::parse_move(at, text);
        REQUIRE(move);
        return Tactics::first_guess(at, *move);
    };
    constexpr int history = 1 << 14, killer = 1 << 15;
    CHECK(guess(*position, "c1h") > guess(*position, "a1v") + history + killer);
    CHECK(guess(*position, "a1v") > guess(*position, "b2v"));
    Position opened = *position;
    opened.play(*Rules::parse_move(opened, "b2v"));
    CHECK(guess(opened, "a2v") > guess(opened, "c1h") + history + killer);
}

TEST_CASE("dots-and-boxes: bench positions are legal") {
    const auto [fens, depth] = Tactics::bench();
    CHECK(depth > 0);
    for (const std::string& fen : fens) {
        INFO(fen);
        CHECK(Rules::parse_fen(Board{}, fen));
    }
}
