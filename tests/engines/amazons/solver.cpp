#include "engines/amazons/solver.hpp"

#include <unordered_map>

#include "engines/amazons/engine.hpp"
#include "tests/catch.hpp"
#include "tests/engines/amazons/late.hpp"
#include "tests/engines/random.hpp"

using namespace sparring;
using namespace sparring::amazons;
using namespace sparring::test;

namespace {

/// Win for the side to move by the rules alone.
bool wins(const Position& position, std::unordered_map<std::uint64_t, bool>& known) {
    const auto seen = known.find(position.hash());
    if (seen != known.end()) return seen->second;
    Position::MoveList moves;
    position.generate(moves);
    bool win = false;
    for (const Move move : moves) {
        Position next = position;
        next.play(move);
        if ((win = !wins(next, known))) break;
    }
    return known[position.hash()] = win;
}

Solution<Move> solution_of(const Position& position, Solver& solver) {
    std::atomic<bool> stop{false};
    Watch watch{stop, {}, {}};
    Solution<Move> last;
    solver.solve(position, 1, watch, [&](const auto& found) { last = found; });
    return last;
}

void compare_with_rules(int positions, std::uint64_t seed) {
    Random random{seed};
    Solver solver;
    solver.set_hash(8);
    std::unordered_map<std::uint64_t, bool> known;
    int won = 0, contests = 0;
    for (int i = 0; i < positions; ++i) {
        const Position position = late_position(random, 10);
        if (position.is_over()) continue;
        known.clear();
        const bool win = wins(position, known);
        won += win;
        contests += Solver::takes(position, 92) && !Solver::takes(position, 1);
        const auto solution = solution_of(position, solver);
        INFO(Rules::to_fen(position));
        REQUIRE(solution.proved);
        REQUIRE(solution.score == (win ? 1 : -1));
        if (win) REQUIRE(solution.pv.size() == 1);
        if (!solution.pv.empty()) {
            Position next = position;
            next.play(*Tactics::legal_move(position, solution.pv[0].code()));
            REQUIRE(wins(next, known) == !win);
        }
    }
    // Otherwise the positions would show little.
    CHECK(won > positions / 5);
    CHECK(won < positions * 4 / 5);
    CHECK(contests > positions / 5);
}

int value_of(Variant variant) {
    Solver solver;
    solver.set_hash(256);
    return solution_of(Position{variant}, solver).score;
}

}  // namespace

TEST_CASE("amazons: late positions are solved as the rules solve them") {
    compare_with_rules(300, 1);
}

TEST_CASE("amazons: ten thousand late positions are solved as the rules solve them", "[long]") {
    compare_with_rules(12'000, 2);
}

TEST_CASE("amazons: the solver knows who wins the smallest board") {
    CHECK(value_of({4, 4}) == -1);
}

TEST_CASE("amazons: the solver knows who wins the next boards", "[long]") {
    CHECK(value_of({5, 4}) == 1);
    CHECK(value_of({4, 5}) == -1);
}

TEST_CASE("amazons: who is a move behind in a race resists in vain") {
    Solver solver;
    const auto equal = *Rules::parse_fen({5, 4}, "1***1/1***1/1***1/Q***q w");
    CHECK(solution_of(equal, solver).score == -1);
    const auto ahead = *Rules::parse_fen({5, 4}, "1***1/1***1/1***q/Q**** w");
    CHECK(solution_of(ahead, solver).score == 1);
}

TEST_CASE("amazons: the solver takes what is contested on few enough squares") {
    const auto race = *Rules::parse_fen({5, 4}, "1***1/1***1/1***1/Q***q w");
    CHECK(Solver::takes(race, 1));
    CHECK_FALSE(Solver::takes(race, 0));
    const Position start{Variant{4, 4}};
    CHECK(Solver::takes(start, 8));
    CHECK_FALSE(Solver::takes(start, 7));
}
