// The solver against a plain minimax over the rules, published values, and itself.
#include "engines/dots-and-boxes/solver.hpp"

#include "engines/dots-and-boxes/notation.hpp"
#include "tests/catch.hpp"
#include "tests/engines/dots-and-boxes/safe_position.hpp"
#include "tests/engines/dots-and-boxes/value_table.hpp"
#include "tests/engines/random.hpp"

using namespace sparring;
using namespace sparring::dots_and_boxes;

namespace {

/// Minimax over the rules with nothing but a memory of what it has seen.
class PlainMinimax {
  public:
    explicit PlainMinimax(const Position& position)
        : left_{position.undrawn()}, values_(std::size_t{1} << position.moves_left(), kUnknown) {}

    /// Boxes still to come for the side to move minus the other's. Of the position or one after it.
    int value(const Position& position) {
        std::int8_t& known = values_[number(position.undrawn())];
        if (known != kUnknown || position.is_over()) return position.is_over() ? 0 : known;
        int best = -kMaxBoxes;
        Position::MoveList moves;
        position.generate(moves);
        for (const Move move : moves) {
            Position next = position;
            next.play(move);
            const int closed = std::popcount(position.closes(move));
            best = std::max(best, closed > 0 ? closed + value(next) : -value(next));
        }
        known = static_cast<std::int8_t>(best);
        return best;
    }

  private:
    static constexpr std::int8_t kUnknown = 127;

    /// Of a subset of the edges that were undrawn at first.
    std::size_t number(Edges undrawn) const {
        std::size_t number = 0, bit = 1;
        for (Edges left = left_; left != 0; left &= left - 1, bit <<= 1) {
            if ((undrawn >> std::countr_zero(left) & 1) != 0) number |= bit;
        }
        return number;
    }

    Edges left_;
    std::vector<std::int8_t> values_;
};

Position random_position(Board board, int undrawn, test::Random& random) {
    Position position{board};
    Position::MoveList moves;
    while (position.moves_left() > undrawn) {
        position.generate(moves);
        position.play(moves[random.below(moves.size())]);
    }
    return position;
}

struct Result {
    std::optional<Solution<Move>> last;
    std::uint64_t nodes = 0;
};

Result solve(Solver& solver, const Position& position, int threads = 1,
             std::optional<std::uint64_t> node_limit = {}) {
    std::atomic<bool> stop{false};
    Watch watch{stop, {}, node_limit};
    Result result;
    solver.solve(position, threads, watch, [&](const Solution<Move>& solution) {
        // Scores only rise until one is proved.
        if (result.last && result.last->score > solution.score) FAIL("a score fell");
        result.last = solution;
    });
    result.nodes = watch.nodes();
    return result;
}

/// The line is legal, leads to the end of the game and to the score.
void check_line(const Position& position, const Solution<Move>& solution) {
    Position at = position;
    for (const Move move : solution.pv) {
        if (at.is_over() || (at.undrawn() >> move.edge & 1) == 0) FAIL("an illegal move");
        at.play(move);
    }
    const Side side = position.side_to_move();
    if (!at.is_over() || at.points(side) - at.points(other(side)) != solution.score) {
        FAIL(Rules::to_fen(position) << ": the line does not lead to " << solution.score);
    }
}

void check_against_minimax(Board board, int undrawn, int positions, test::Random& random,
                           int threads = 1) {
    Solver solver;
    solver.set_hash(1);
    for (int i = 0; i < positions; ++i) {
        const Position position = random_position(board, undrawn, random);
        const int expected = position.banked() + PlainMinimax{position}.value(position);
        const auto solution = solve(solver, position, threads).last;
        if (!solution || !solution->proved || solution->score != expected) {
            FAIL(Rules::to_fen(position) << ": " << expected);
        }
        check_line(position, *solution);
    }
}

void check_value(Board board, int value, std::size_t megabytes) {
    CAPTURE(int{board.rows}, int{board.columns});
    Solver solver;
    solver.set_hash(megabytes);
    const auto solution = solve(solver, Position{board}).last;
    REQUIRE(solution);
    REQUIRE(solution->proved);
    REQUIRE(solution->score == value);
    check_line(Position{board}, *solution);
}

}  // namespace

TEST_CASE("dots-and-boxes: the solver finds minimax's value") {
    test::Random random{1};
    check_against_minimax({5, 5}, 11, 60, random);
    check_against_minimax({4, 4}, 12, 40, random);
    check_against_minimax({3, 3}, 13, 30, random);
    check_against_minimax({2, 4}, 13, 30, random);
    check_against_minimax({4, 2}, 12, 30, random);
    check_against_minimax({1, 8}, 12, 30, random);
    check_against_minimax({1, 21}, 10, 30, random);
    check_against_minimax({2, 2}, 12, 2, random);
}

TEST_CASE("dots-and-boxes: the solver finds minimax's value in 10,000 positions", "[long]") {
    test::Random random{2};
    for (const Board board : {Board{5, 5}, Board{4, 4}, Board{3, 3}, Board{3, 5}, Board{2, 4},
                              Board{2, 12}, Board{4, 5}, Board{1, 10}}) {
        for (int undrawn = 7; undrawn <= 16; ++undrawn) {
            check_against_minimax(board, undrawn, 125, random);
        }
    }
}

TEST_CASE("dots-and-boxes: two threads find the same values") {
    test::Random random{3};
    check_against_minimax({4, 4}, 12, 10, random, 2);
    Solver solver;
    solver.set_hash(4);
    for (int i = 0; i < 3; ++i) {
        const Position position = test::random_safe_position({5, 5}, 22, random);
        const auto alone = solve(solver, position, 1).last;
        solver.clear();
        const auto together = solve(solver, position, 2).last;
        REQUIRE((alone && together && alone->proved && together->proved));
        REQUIRE(alone->score == together->score);
        check_line(position, *together);
    }
}

// By retrograde analysis (values.cpp); 3x3 also as D. Wilson published it.
TEST_CASE("dots-and-boxes: the solver finds the values of small boards") {
    check_value({1, 1}, -1, 1);
    check_value({1, 2}, 0, 1);
    check_value({1, 3}, -1, 1);
    check_value({1, 6}, 0, 1);
    check_value({1, 7}, -1, 1);
    check_value({2, 2}, 2, 1);
    check_value({2, 3}, -2, 1);
    check_value({3, 2}, -2, 1);
    check_value({2, 4}, 2, 1);
    check_value({3, 3}, -3, 1);
}

// 3x4 by retrograde analysis of all its 2^31 positions.
TEST_CASE("dots-and-boxes: the solver finds the values of boards of up to 31 edges", "[long]") {
    check_value({1, 8}, 0, 4);
    check_value({1, 9}, -1, 4);
    check_value({1, 10}, 0, 4);
    check_value({2, 5}, -2, 16);
    check_value({3, 4}, 0, 64);
    check_value({4, 3}, 0, 64);
}

TEST_CASE("dots-and-boxes: the solver finds the values of 2x7 and 3x5", "[long]") {
    check_value({2, 7}, 0, 256);
    check_value({3, 5}, -1, 512);
}

TEST_CASE("dots-and-boxes: the solver finds the value of 4x4", "[long]") {
    check_value({4, 4}, 0, 512);
}

TEST_CASE("dots-and-boxes: the solver's search repeats exactly") {
    test::Random random{4};
    const Position position = test::random_safe_position({5, 5}, 24, random);
    Solver solver;
    solver.set_hash(2);
    const auto first = solve(solver, position);
    solver.clear();
    const auto second = solve(solver, position);
    REQUIRE(first.nodes == second.nodes);
    REQUIRE(first.last->pv == second.last->pv);
}

TEST_CASE("dots-and-boxes: the solver ends when the watch is over") {
    test::Random random{5};
    const Position position = test::random_safe_position({5, 5}, 14, random);
    Solver solver;
    solver.set_hash(1);
    for (const int threads : {1, 2}) {
        const auto result = solve(solver, position, threads, 100'000);
        CHECK((!result.last || !result.last->proved));
        CHECK(result.nodes >= 50'000);  // it gives up after half of them
        CHECK(result.nodes < 60'000);
    }
}

TEST_CASE("dots-and-boxes: the solver keeps the table for the next position") {
    test::Random random{6};
    Position position = test::random_safe_position({5, 5}, 24, random);
    Solver solver;
    solver.set_hash(4);
    const auto first = solve(solver, position);
    position.play(first.last->pv.front());
    const auto second = solve(solver, position);
    CHECK(second.nodes < first.nodes);
    CHECK(second.last->score == -first.last->score);
}
