// The five features counted square by square, and the evaluation made of them.
#include <cmath>
#include <numeric>

#include "engines/draughts/engine.hpp"
#include "tests/engines/search_properties.hpp"

using namespace sparring;
using namespace sparring::draughts;
using namespace sparring::test;

namespace {

Position parsed(std::string_view fen) {
    const auto position = Rules::parse_fen(Variant::international, fen);
    if (!position) FAIL(fen << ": " << position.error());
    return *position;
}

/// As the paper words them, a side at a time.
struct Counted {
    int pieces = 0, tempi = 0, coherence = 0, left = 0, right = 0;
};

Counted count(const Position& position, Side side, bool kings_have_tempi) {
    const Board pieces = position.pieces(side);
    const auto own_or_outside = [&](int row, int column) {
        if (row < 0 || row > 9 || column < 0 || column > 9) return true;
        return (pieces >> bits::cell_of(5 * row + column / 2 + 1) & 1) != 0;
    };
    Counted counted;
    for (int square = 1; square <= 50; ++square) {
        const int row = (square - 1) / 5;
        const int column = 2 * ((square - 1) % 5) + (row % 2 == 0 ? 1 : 0);
        if ((pieces >> bits::cell_of(square) & 1) == 0) continue;
        const bool king = position.kings() >> bits::cell_of(square) & 1;
        counted.pieces += king ? 3 : 1;
        if (!king || kings_have_tempi) counted.tempi += side == Side::first ? 9 - row : row;
        counted.left += column < 2;
        counted.right += column > 7;
        for (const int down : {-1, 1}) {
            for (const int right : {-1, 1})
                counted.coherence += own_or_outside(row + down, column + right);
        }
    }
    return counted;
}

std::vector<int> weights(std::vector<int> five, int literal_mobility = 0, int literal_tempi = 0) {
    five.push_back(literal_mobility);
    five.push_back(literal_tempi);
    return five;
}

Value value(std::string_view fen, const std::vector<int>& values) {
    Evaluation evaluation;
    evaluation.set(values);
    return evaluation.evaluate(parsed(fen));
}

}  // namespace

TEST_CASE("draughts: the features are what the paper says") {
    Random random{1};
    for (int i = 0; i < 400; ++i) {
        const auto line =
            random_line<Rules>(Variant::international, static_cast<int>(random.below(150)), random);
        const Position& position = line.current();
        INFO(Rules::to_fen(position));
        for (const bool literal : {false, true}) {
            const Counted w = count(position, Side::first, literal),
                          b = count(position, Side::second, literal);
            const Features f = features(position, literal);
            REQUIRE(f.pieces == w.pieces - b.pieces);
            REQUIRE(f.tempi == w.tempi - b.tempi);
            REQUIRE(f.balance == std::abs(b.left - b.right) - std::abs(w.left - w.right));
            REQUIRE(f.coherence == w.coherence - b.coherence);
            REQUIRE(f.mobility == static_cast<int>(legal_moves<Rules>(position).size()));
        }
    }
}

TEST_CASE("draughts: the features of known positions") {
    const Features start = features(Position{});
    CHECK(start.pieces == 0);
    CHECK(start.tempi == 0);
    CHECK(start.balance == 0);
    CHECK(start.coherence == 0);
    CHECK(start.mobility == 9);
    // 46 touches the border with three diagonals, 36 and 41 are neighbours of nobody's.
    const Features few = features(parsed("B:W46,36,33:BK5,10"));
    CHECK(few.pieces == 3 - 4);
    CHECK(few.tempi == (0 + 2 + 3) - 1);
    CHECK(few.balance == 2 - 2);
    CHECK(few.coherence == (3 + 2 + 0) - (3 + 1 + 1 + 0));
    CHECK(features(parsed("B:W46,36,33:BK5,10"), true).tempi == (0 + 2 + 3) - (1 + 0));
}

TEST_CASE("draughts: the evaluation is the weighted sum for the side to move") {
    const char *white = "W:W46,36,33:BK5,20", *black = "B:W46,36,33:BK5,20";
    CHECK(value(white, weights({100, 0, 0, 0, 0})) == -100);
    CHECK(value(black, weights({100, 0, 0, 0, 0})) == 100);
    CHECK(value(white, weights({0, 10, 0, 0, 0})) == 10 * (5 - 3));
    CHECK(value(black, weights({0, 10, 0, 0, 0})) == -10 * (5 - 3));
    // Mobility is the mover's; as printed it is added to White's score whoever moves.
    const int moves = static_cast<int>(parsed(black).count_moves());
    CHECK(value(black, weights({0, 0, 0, 0, 7})) == 7 * moves);
    CHECK(value(black, weights({0, 0, 0, 0, 7}, 1)) == -7 * moves);
    CHECK(value(white, weights({0, 0, 0, 0, 7}, 1)) == value(white, weights({0, 0, 0, 0, 7})));
}

TEST_CASE("draughts: named weights") {
    const auto& sets = Evaluation::weight_sets();
    REQUIRE(sets.size() == 2);
    CHECK(sets[0].name == "hand-tuned");
    CHECK(sets[0].values == weights({80, 4, 4, 4, 1}));
    CHECK(sets[1].name == "learnt");
    CHECK(sets[1].values == weights({60, 6, 11, 1, 3}));
    CHECK(Evaluation::parameters().size() == sets[0].values.size());
}

TEST_CASE("draughts: the terms add up, turned positions have the same value") {
    Random random{7};
    for (const WeightSet& set : Evaluation::weight_sets()) {
        Evaluation evaluation;
        evaluation.set(set.values);
        for (int i = 0; i < 100; ++i) {
            const auto line = random_line<Rules>(Variant::international, 80, random);
            const Position& p = line.current();
            double sum = 0;
            for (const Term& term : evaluation.explain(p)) sum += term.contribution;
            CHECK(std::abs(sum - evaluation.evaluate(p) * 100.0 / set.values[0]) < 1e-6);
            CHECK(std::abs(sum - evaluation.centi(evaluation.evaluate(p))) < 1);

            const auto turned = [](Board board) {
                Board result = 0;
                for (; board != 0; board &= board - 1)
                    result |= bits::bit(53 - bits::lowest(board));
                return result;
            };
            const Position other_way{turned(p.own()), turned(p.opp()), turned(p.kings()),
                                     other(p.side_to_move()), p.variant()};
            REQUIRE(evaluation.evaluate(other_way) == evaluation.evaluate(p));
        }
    }
}

TEST_CASE("draughts: no weights bring the evaluation near a win") {
    Evaluation evaluation;
    std::vector<int> most;
    for (const Parameter& parameter : Evaluation::parameters()) most.push_back(parameter.max);
    evaluation.set(most);
    for (const char* fen :
         {"W:WK6-20,K26,K36,K46,K47,K48:B",
          "W:WK5,K13,K15,K46,K47,K48,K49:B8,9,18,19,22,24,27,30,31,40,41,42,43,44"}) {
        CHECK(std::abs(evaluation.evaluate(parsed(fen))) < Evaluation::kLargest);
    }
    // Without weights nothing is divided by zero.
    evaluation.set(weights({0, 0, 0, 0, 1}));
    CHECK(evaluation.centi(evaluation.evaluate(Position{})) == 900);
}
