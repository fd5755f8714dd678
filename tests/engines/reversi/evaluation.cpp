#include <cmath>

#include "tests/engines/search_properties.hpp"

#include "engines/reversi/engine.hpp"

using namespace sparring;
using namespace sparring::reversi;
using namespace sparring::test;

namespace {

/// A disc is stable if no sequence of moves can turn it; here the other way round: play random
/// games and see that what was called stable never turns.
void check_stability(std::uint64_t seed) {
    Random random{seed};
    Position position;
    Board black = 0, white = 0;
    while (!position.is_over()) {
        black |= stable_discs(position.discs(Side::first), position.discs(Side::second));
        white |= stable_discs(position.discs(Side::second), position.discs(Side::first));
        const auto moves = legal_moves<Rules>(position);
        position.play(moves[random.below(moves.size())]);
        REQUIRE((black & ~position.discs(Side::first)) == 0);
        REQUIRE((white & ~position.discs(Side::second)) == 0);
    }
}

}  // namespace

TEST_CASE("reversi: stable discs are never turned") {
    for (std::uint64_t seed = 0; seed < 300; ++seed) check_stability(seed);
}

TEST_CASE("reversi: stable discs of known boards") {
    CHECK(stable_discs(0x1, 0) == 0x1);
    CHECK(stable_discs(0x7, 0) == 0x7);
    CHECK(stable_discs(0x2, 0) == 0);
    CHECK(stable_discs(0x0103, 0) == 0x0103);
    CHECK(stable_discs(~Board{0}, 0) == ~Board{0});
    CHECK(stable_discs(0x00000000000000aa, 0x0000000000000055) == 0xaa);  // a full edge
}

TEST_CASE("reversi: the evaluation is antisymmetric and equal to its terms") {
    Random random{7};
    for (const WeightSet& set : Evaluation::weight_sets()) {
        Evaluation evaluation;
        evaluation.set(set.values);
        REQUIRE(set.values.size() == Evaluation::parameters().size());
        for (int i = 0; i < 50; ++i) {
            const auto line = random_line<Rules>(Variant::othello, 40, random);
            const Position& p = line.current();
            const Position swapped{p.opp(), p.own(), p.side_to_move(), p.variant()};
            REQUIRE(evaluation.evaluate(swapped) == -evaluation.evaluate(p));
            double sum = 0;
            for (const Term& term : evaluation.explain(p)) sum += term.contribution;
            REQUIRE(std::lround(sum) == evaluation.evaluate(p));
        }
    }
}

TEST_CASE("reversi: named weights lie within their ranges") {
    const auto& parameters = Evaluation::parameters();
    REQUIRE(parameters.size() == 49);
    for (const WeightSet& set : Evaluation::weight_sets()) {
        REQUIRE(set.values.size() == parameters.size());
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            INFO(set.name << " " << parameters[i].name);
            CHECK(set.values[i] >= parameters[i].min);
            CHECK(set.values[i] <= parameters[i].max);
        }
    }
}
