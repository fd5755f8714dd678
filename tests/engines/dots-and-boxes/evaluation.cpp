#include "engines/dots-and-boxes/evaluation.hpp"

#include <cmath>

#include "tests/engines/search_properties.hpp"

#include "engines/dots-and-boxes/engine.hpp"

using namespace sparring;
using namespace sparring::dots_and_boxes;
using namespace sparring::test;

namespace {

/// The counts by the paper's definitions, box by box.
std::array<int, kElements> plain_count(const Position& position) {
    const Board board = position.board();
    const auto freedom = [&](int box) {
        return std::popcount(position.undrawn() & position.geometry().sides[box]);
    };
    const auto joined = [&](int a, int b) {
        return (position.undrawn() & position.geometry().sides[a] & position.geometry().sides[b]) !=
               0;
    };
    std::array<int, kElements> counts{};
    for (int a = 0; a < board.boxes(); ++a) {
        counts[3] += freedom(a) == 3;
        counts[4] += freedom(a) == 4;
        for (int b = 0; b < a; ++b) counts[2] += freedom(a) == 1 && freedom(b) == 1 && joined(a, b);
    }
    std::vector<bool> seen(static_cast<std::size_t>(board.boxes()));
    for (int start = 0; start < board.boxes(); ++start) {
        if (seen[start] || freedom(start) != 2) continue;
        std::vector<int> component{start};
        seen[start] = true;
        int joints = 0;  // counted from both sides
        for (std::size_t i = 0; i < component.size(); ++i) {
            for (int b = 0; b < board.boxes(); ++b) {
                if (b == component[i] || freedom(b) != 2 || !joined(component[i], b)) continue;
                ++joints;
                if (!seen[b]) component.push_back(b);
                seen[b] = true;
            }
        }
        const int size = static_cast<int>(component.size());
        const bool loop = joints == 2 * size;
        if (!loop) ++counts[size >= 3 ? 0 : 1];
    }
    return counts;
}

std::array<int, kElements> counts(std::string_view variant, std::string_view fen) {
    const auto position = Rules::parse_fen(*Rules::parse_variant(variant), fen);
    REQUIRE(position);
    return count_elements(*position);
}

Evaluation with(std::vector<int> values) {
    Evaluation evaluation;
    evaluation.set(values);
    return evaluation;
}

const std::vector<int>& named(std::string_view name) {
    for (const WeightSet& set : Evaluation::weight_sets()) {
        if (set.name == name) return set.values;
    }
    FAIL("no such set: " << name);
    return Evaluation::weight_sets().front().values;
}

}  // namespace

TEST_CASE("dots-and-boxes: elements of known positions") {
    using Counts = std::array<int, kElements>;
    CHECK(count_elements(Position{Board{5, 5}}) == Counts{0, 0, 0, 0, 25});
    // One row of three: top and bottom drawn, a long chain.
    CHECK(counts("1x3", "1x3 1111110000 0-0 1") == Counts{1, 0, 0, 0, 0});
    // Cut after its first box: what can be taken is no chain, the third box is one of one.
    CHECK(counts("1x3", "1x3 1111110100 0-0 2") == Counts{0, 1, 0, 0, 0});
    CHECK(counts("1x4", "1x4 1110111000000 0-0 1") == Counts{1, 0, 0, 0, 1});
    CHECK(counts("1x4", "1x4 1101110100000 0-0 1") == Counts{0, 2, 0, 0, 1});
    // Two boxes that one edge closes.
    CHECK(counts("1x2", "1x2 1111101 0-0 1") == Counts{0, 0, 1, 0, 0});
    // The rim of 2x2 drawn: a loop, which is not a chain.
    CHECK(counts("2x2", "2x2 110011101101 0-0 1") == Counts{0, 0, 0, 0, 0});
}

TEST_CASE("dots-and-boxes: elements are counted as the paper defines them") {
    Random random{1};
    for (const Board board : boards()) {
        for (int game = 0; game < 20; ++game) {
            Position position{board};
            while (!position.is_over()) {
                REQUIRE(count_elements(position) == plain_count(position));
                const auto moves = legal_moves<Rules>(position);
                position.play(moves[random.below(moves.size())]);
            }
        }
    }
}

TEST_CASE("dots-and-boxes: parities choose the weights of eq. 1") {
    const Position blank{Board{5, 5}};  // 36 dots, n = 0 0 0 0 25
    // r_1 = 1 as 36 + 0 is even; the second player's value is the negation.
    CHECK(with(named("table1")).evaluate(blank) == 53 + 19 + 15 + 9 + 5);
    CHECK(with(named("table1")).evaluate(Position{Board{5, 5}, 0, 0, 0, Side::second}) ==
          -(53 + 19 + 15 + 9 + 5));
    auto literal = named("table1");
    literal.back() = 1;
    CHECK(with(literal).evaluate(blank) == 7 + 19 + 15 + 9 + 5);
    // 25 dots: the first player wants an odd number of long chains, as the print has it.
    const Position odd{Board{4, 4}};  // n = 0 0 0 0 16
    CHECK(with(named("table1")).evaluate(odd) == 7 + 19 + 15 + 9 + 8);
    CHECK(with(literal).evaluate(odd) == 7 + 19 + 15 + 9 + 8);
    // Each parity by itself.
    const Position chain{Board{1, 3}, 0b0000111111, 0, 0, Side::first};  // 8 dots, n = 1 0 0 0 0
    CHECK(with({1, 2, 4, 8, 3, 5, 7, 9, 11, 13, 0}).evaluate(chain) == 2 + 8 + 5 + 9 + 13);
    CHECK(with({1, 2, 4, 8, 3, 5, 7, 9, 11, 13, 1}).evaluate(chain) == 1 + 8 + 5 + 9 + 13);
}

TEST_CASE("dots-and-boxes: a box made counts 100") {
    const Position ahead{Board{1, 2}, 0b0111101, 1, 0, Side::first};
    CHECK(with(named("flat")).evaluate(ahead) == 100);
    const Position behind{Board{1, 2}, 0b0111101, 0, 1, Side::first};
    CHECK(with(named("flat")).evaluate(behind) == -100);
    CHECK(Evaluation{}.centi(100) == 100);
}

TEST_CASE("dots-and-boxes: the evaluation is the sum of its terms and within its limit") {
    Random random{2};
    for (const WeightSet& set : Evaluation::weight_sets()) {
        const Evaluation evaluation = with(set.values);
        for (int i = 0; i < 100; ++i) {
            const auto line =
                random_line<Rules>(Board{5, 5}, static_cast<int>(random.below(60)), random);
            const Value value = evaluation.evaluate(line.current());
            double sum = 0;
            for (const Term& term : evaluation.explain(line.current())) sum += term.contribution;
            REQUIRE(std::lround(sum) == value);
            REQUIRE(std::abs(value) < Evaluation::kLargest);
        }
    }
}

TEST_CASE("dots-and-boxes: named weights lie within their ranges") {
    const auto& parameters = Evaluation::parameters();
    REQUIRE(parameters.size() == 11);
    CHECK(parameters[0].name == "A11");
    CHECK(parameters[9].name == "A52");
    CHECK(parameters[10].name == "LiteralParity");
    for (const WeightSet& set : Evaluation::weight_sets()) {
        REQUIRE(set.values.size() == parameters.size());
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            INFO(set.name << " " << parameters[i].name);
            CHECK(set.values[i] >= parameters[i].min);
            CHECK(set.values[i] <= parameters[i].max);
        }
    }
}
