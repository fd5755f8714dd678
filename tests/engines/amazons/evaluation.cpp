#include "engines/amazons/evaluation.hpp"

#include <cmath>
#include <cstdlib>
#include <deque>

#include "engines/amazons/engine.hpp"
#include "tests/engines/amazons/naive.hpp"
#include "tests/engines/search_properties.hpp"

using namespace sparring;
using namespace sparring::amazons;
using namespace sparring::test;

namespace {

constexpr int kFar = 1 << 20;

using Distances = std::array<int, naive::Board::kWidth * naive::Board::kWidth>;

/// Least number of queen moves (or king moves) of the amazons of a colour to every empty square.
Distances distances(const naive::Board& board, char colour, bool queen) {
    Distances result;
    result.fill(kFar);
    std::deque<int> queue;
    for (int square = 0; square < static_cast<int>(result.size()); ++square) {
        if (board.squares[square] != colour) continue;
        result[square] = 0;
        queue.push_back(square);
    }
    for (; !queue.empty(); queue.pop_front()) {
        const int from = queue.front();
        for (const int d : naive::kDirections) {
            for (int to = from + d; board.squares[to] == '.'; to += d) {
                if (result[to] == kFar) queue.push_back(to);
                result[to] = std::min(result[to], result[from] + 1);
                if (!queen) break;
            }
        }
    }
    return result;
}

/// Lieberum's sums as they are written, square by square.
Territory plain_territory(const Position& position) {
    const naive::Board board = naive::board(Rules::to_fen(position));
    const char us = board.mover, them = us == 'w' ? 'b' : 'w';
    const Distances queen_us = distances(board, us, true),
                    queen_them = distances(board, them, true);
    const Distances king_us = distances(board, us, false),
                    king_them = distances(board, them, false);
    const auto nearer = [](int ours, int theirs) {
        if (ours == kFar && theirs == kFar) return 0;
        return ours < theirs ? 1920 : ours > theirs ? -1920 : -192;
    };
    // 2 * 2^-distance in units of 1/1920; distances above 8 count as 8
    const auto closeness = [](int distance) {
        return distance == kFar ? 0 : 3840 >> std::min(distance, 8);
    };
    Territory t;
    for (std::size_t a = 0; a < board.squares.size(); ++a) {
        if (board.squares[a] != '.') continue;
        t.t1 += nearer(queen_us[a], queen_them[a]);
        t.t2 += nearer(king_us[a], king_them[a]);
        t.c1 += closeness(queen_us[a]) - closeness(queen_them[a]);
        t.c2 += 320 * std::clamp(king_them[a] - king_us[a], -6, 6);
        if (queen_us[a] < kFar && queen_them[a] < kFar) {
            t.w += 1920 >> std::min(std::abs(queen_us[a] - queen_them[a]), 7);
        }
    }
    return t;
}

void check_territory(const Position& p) {
    INFO(Rules::variant_name(p.variant()) << " " << Rules::to_fen(p));
    const Territory expected = plain_territory(p);
    const Territory portable = territory<fills::Portable>(p.own(), p.opp(), p.empty());
    CHECK(portable.t1 == expected.t1);
    CHECK(portable.t2 == expected.t2);
    CHECK(portable.c1 == expected.c1);
    CHECK(portable.c2 == expected.c2);
    CHECK(portable.w == expected.w);
#ifdef __AVX2__
    CHECK(territory<fills::Avx2>(p.own(), p.opp(), p.empty()) == expected);
#endif
#ifdef SPARRING_AMAZONS_AVX512
    CHECK(territory<fills::Avx512>(p.own(), p.opp(), p.empty()) == expected);
#endif
    // Beside any other position: here one that is full, and one with the sides exchanged.
    const Ground ground{p.own(), p.opp(), p.empty()}, exchanged{p.opp(), p.own(), p.empty()};
    const Ground full{p.own(), p.opp(), {}};
    CHECK(territories(ground, full)[0] == expected);
    CHECK(territories(full, ground)[1] == expected);
    CHECK(territories(exchanged, ground)[1] == expected);
}

}  // namespace

TEST_CASE("amazons: the evaluation's terms after Qiu's first move") {
    // Table I, row 1, which is seen from the side that has just moved. Of all first moves only this
    // one and its mirror image give that row.
    const auto terms_after = [](std::string_view text) {
        Position position;
        position.play(*Rules::parse_move(position, text));
        return territory(position.own(), position.opp(), position.empty());
    };
    for (const char* text : {"d1-d9/c10", "g1-g9/h10"}) {
        const Territory t = terms_after(text);
        CHECK(-t.c1 == 7 * 1920);         //  7.00
        CHECK(-t.c2 * 6 == 65 * 1920);    // 10.83
        CHECK(-t.t1 * 2 == 37 * 1920);    // 18.50
        CHECK(-t.t2 * 10 == 261 * 1920);  // 26.10
        CHECK(t.w == 68 * 1920);          // 68.00
    }
    const Territory expected = terms_after("d1-d9/c10");
    Position start;
    int same = 0;
    for (const Move move : legal_moves<Rules>(start)) {
        Position next = start;
        next.play(move);
        same += territory(next.own(), next.opp(), next.empty()) == expected;
    }
    CHECK(same == 2);
}

TEST_CASE("amazons: the terms of random games equal the sums square by square") {
    Random random{21};
    for (const char* name : {"10x10", "10x10", "8x8", "4x4", "4x10", "10x4", "7x9"}) {
        for (int game = 0; game < 5; ++game) {
            Position position{*Rules::parse_variant(name)};
            while (!position.is_over()) {
                check_territory(position);
                const auto moves = legal_moves<Rules>(position);
                position.play(moves[random.below(moves.size())]);
            }
            check_territory(position);
        }
    }
}

TEST_CASE("amazons: the terms of labyrinths equal the sums square by square") {
    // A corridor of 54 squares with an amazon at either end: the longest distances there are.
    const auto corridor = [](const char* mover) {
        return *Rules::parse_fen({}, std::string{"Q9/*********1/10/1*********/10/*********1/10/"
                                                 "1*********/10/q********* "} +
                                         mover);
    };
    check_territory(corridor("w"));
    check_territory(corridor("b"));
    Random random{22};
    for (int i = 0; i < 3000; ++i) {
        // Between a third and two thirds of the squares are empty.
        const Board all = bits::area(10, 10);
        const Board noise{random.next(), random.next()}, more{random.next(), random.next()};
        Board free = i % 2 == 0 ? noise & all : all & ~(noise & more);
        Board own, opp;
        for (int k = 0; k < 4 && free.any(); ++k) {
            for (Board* side : {&own, &opp}) {
                Board rest = free;
                for (std::size_t skip = random.below(static_cast<std::size_t>(free.count()));
                     skip > 0; --skip) {
                    rest.remove_lowest();
                }
                *side |= Board::of(rest.lowest());
                free &= ~*side;
                if (!free.any()) break;
            }
        }
        check_territory(Position{own, opp, all & ~(free | own | opp), Side::first, {}});
    }
}

TEST_CASE("amazons: the interval of w") {
    constexpr int unit = Territory::kUnit;
    CHECK(Evaluation::interval(92 * unit) == 0);
    CHECK(Evaluation::interval(70 * unit + 1) == 0);
    CHECK(Evaluation::interval(45 * unit) == 0);
    CHECK(Evaluation::interval(45 * unit - 1) == 1);
    CHECK(Evaluation::interval(30 * unit) == 1);
    CHECK(Evaluation::interval(30 * unit - 1) == 2);
    CHECK(Evaluation::interval(20 * unit - 1) == 3);
    CHECK(Evaluation::interval(10 * unit) == 3);
    CHECK(Evaluation::interval(10 * unit - 1) == 4);
    CHECK(Evaluation::interval(0) == 4);
}

TEST_CASE("amazons: the evaluation is the weighted sum of its terms") {
    const auto& parameters = Evaluation::parameters();
    REQUIRE(parameters.size() == 20);
    CHECK(parameters[0].name == "T1_1");
    CHECK(parameters[3].name == "C2_1");
    CHECK(parameters[17].name == "T2_5");
    Random random{23};
    for (const WeightSet& set : Evaluation::weight_sets()) {
        REQUIRE(set.values.size() == parameters.size());
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            INFO(set.name << " " << parameters[i].name);
            CHECK(set.values[i] >= parameters[i].min);
            CHECK(set.values[i] <= parameters[i].max);
        }
        Evaluation evaluation;
        evaluation.set(set.values);
        for (int i = 0; i < 60; ++i) {
            const auto line = random_line<Rules>({}, static_cast<int>(random.below(60)), random);
            const Position& position = line.current();
            INFO(set.name << " " << Rules::to_fen(position));
            double sum = 0;
            for (const Term& term : evaluation.explain(position)) sum += term.contribution;
            CHECK(std::trunc(sum + (sum < 0 ? -1e-6 : 1e-6)) == evaluation.evaluate(position));
            // Ties in t1 and t2 apart, what one side gains the other loses.
            const Territory t = territory(position.own(), position.opp(), position.empty());
            const Territory s = territory(position.opp(), position.own(), position.empty());
            CHECK(s.c1 == -t.c1);
            CHECK(s.c2 == -t.c2);
            CHECK(s.w == t.w);
        }
    }
}

TEST_CASE("amazons: no evaluation reaches the limit that the search reckons with") {
    Evaluation all;
    all.set(std::vector<int>(20, 127));
    // All 92 squares are ours, and all next to an amazon as the queen moves.
    const Territory most{92 * 1920, 92 * 1920, 92 * 1920, 92 * 1920, 0};
    CHECK(all.value(most) == Evaluation::kLargest - 1);
    const Territory least{-92 * 1920, -92 * 1920, -92 * 1920, -92 * 1920, 0};
    CHECK(all.value(least) == 1 - Evaluation::kLargest);
}
