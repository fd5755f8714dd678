// The moves that the search looks at, and the bounds it cuts off with, against the values of whole
// boards.
#include "engines/dots-and-boxes/reduction.hpp"

#include "engines/dots-and-boxes/notation.hpp"
#include "tests/catch.hpp"
#include "tests/engines/dots-and-boxes/value_table.hpp"
#include "tests/engines/random.hpp"

using namespace sparring;
using namespace sparring::dots_and_boxes;

namespace {

/// Totals over the positions of a board, to see that something is gained.
struct Gain {
    std::size_t positions = 0, moves = 0, relevant = 0, bounded = 0;
};

/// All positions whose number is a multiple of `step` above a start that `random` picks.
Gain check_board(Board board, std::size_t step, test::Random& random) {
    const auto values = value_table(board);
    Gain gain;
    for (std::size_t drawn = random.below(step); drawn + 1 < values.size(); drawn += step) {
        const Position position{board, drawn, 0, 0, Side::first};
        const int value = values[drawn];
        int best = -kMaxBoxes;
        const auto moves = relevant_moves(position);
        for (const Move move : moves) {
            const int closed = std::popcount(position.closes(move));
            const int next = values[drawn | Edges{1} << move.edge];
            best = std::max(best, closed > 0 ? closed + next : -next);
        }
        const auto [least, most] = future_bounds(position);
        if (best != value || least > value || most < value) {
            FAIL(Rules::to_fen(position) << ": " << value << ", relevant moves reach " << best
                                         << ", bounds " << least << " to " << most);
        }
        ++gain.positions;
        gain.moves += position.count_moves();
        gain.relevant += moves.size();
        gain.bounded += least > -std::popcount(position.geometry().all_boxes & ~position.closed());
    }
    return gain;
}

}  // namespace

TEST_CASE("dots-and-boxes: the relevant moves keep the value of every position") {
    test::Random random{1};
    for (const Board board : {Board{1, 1}, Board{1, 2}, Board{2, 1}, Board{1, 5}, Board{2, 2},
                              Board{2, 3}, Board{3, 2}}) {
        check_board(board, 1, random);
    }
    const Gain gain = check_board({2, 4}, 11, random);
    CHECK(gain.moves > 5 * gain.relevant);
    CHECK(gain.bounded > gain.positions / 2);
}

TEST_CASE("dots-and-boxes: the relevant moves keep the value of every position of larger boards",
          "[long]") {
    test::Random random{2};
    for (const Board board : {Board{1, 7}, Board{1, 8}, Board{2, 4}, Board{4, 2}, Board{3, 3}}) {
        check_board(board, 1, random);
    }
}

TEST_CASE("dots-and-boxes: a run that can be given back leaves two moves") {
    const auto relevant = [](std::string_view variant, std::string_view fen) {
        const auto position = Rules::parse_fen(*Rules::parse_variant(variant), fen);
        REQUIRE(position);
        std::string texts;
        for (const Move move : relevant_moves(*position)) {
            texts += Rules::to_text(*position, move) + " ";
        }
        return texts;
    };
    // A chain of three open at its left end, and more to come below: first one box without a
    // question.
    CHECK(relevant("2x3", "2x3 11111100010000000 0-0 1") == "b2v ");
    // Then either take or close the far end.
    CHECK(relevant("2x3", "2x3 11111100011000000 1-0 1") == "c2v d2v ");
    // The last boxes of the game are taken.
    CHECK(relevant("1x3", "1x3 1111111100 1-0 1") == "c1v ");
}

TEST_CASE("dots-and-boxes: runs that meet in a box are not bounded together") {
    // Four boxes on offer, of which two could be given back were it not for the box between the
    // runs.
    const auto position = Rules::parse_fen(Board{3, 3}, "3x3 111101110110100110100000 0-0 1");
    REQUIRE(position);
    CHECK(future_bounds(*position).first <= 1);  // its value
}
