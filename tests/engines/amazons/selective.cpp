// The parts of the shared search that are Amazons' own: the last ply at once, and the choice of
// moves before it.
#include <set>

#include "engines/amazons/engine.hpp"
#include "tests/engines/amazons/late.hpp"
#include "tests/engines/search_properties.hpp"

using namespace sparring;
using namespace sparring::amazons;
using namespace sparring::test;

namespace {

constexpr Value kWins = kWin - 1;

struct Hints {
    std::array<std::uint32_t, 2> killers{};
    std::vector<std::int32_t> history = std::vector<std::int32_t>(Tactics::history_size);

    OrderingHints with(std::uint32_t table_move) const { return {table_move, killers, history}; }
};

Value worth(const Position& position, Move move) {
    Position next = position;
    next.play(move);
    return next.is_over() ? kWins : -Evaluation{}.evaluate(next);
}

std::optional<Move> move_of(const Position& position, std::uint32_t code) {
    return code == 0 ? std::nullopt : Tactics::legal_move(position, code - 1);
}

}  // namespace

TEST_CASE("amazons: a full frontier is worth the best move, whatever the search has heard") {
    Random random{31};
    for (int i = 0; i < 60; ++i) {
        const auto line = random_line<Rules>(i % 3 == 0 ? Variant{} : Variant{6, 5},
                                             static_cast<int>(random.below(16)), random);
        const Position& position = line.current();
        const auto moves = legal_moves<Rules>(position);
        Value best = -kInfinite;
        for (const Move move : moves) best = std::max(best, worth(position, move));
        Hints hints;
        if (i % 2 == 0) {
            hints.killers = {moves[random.below(moves.size())].code() + 1, 12345};
            hints.history[random.below(hints.history.size())] = 500;
        }
        const auto with = hints.with(moves[random.below(moves.size())].code() + 1);
        const Sight open = full_frontier(position, {}, with, {-kInfinite, kInfinite, kWins});
        INFO(Rules::to_fen(position));
        REQUIRE(open.value == best);
        REQUIRE(worth(position, *move_of(position, open.move)) == best);
        REQUIRE(open.evaluations >= moves.size());
        // A null window on either side of the value, and one at it.
        for (const Value alpha : {best - 300, best - 1, best, best + 300}) {
            const Sight sight = full_frontier(position, {}, with, {alpha, alpha + 1, kWins});
            REQUIRE((sight.value > alpha) == (best > alpha));
            REQUIRE(worth(position, *move_of(position, sight.move)) == sight.value);
        }
    }
}

TEST_CASE("amazons: a selective frontier lies between the position and its best move") {
    Random random{32};
    for (int i = 0; i < 40; ++i) {
        const auto line = random_line<Rules>({}, static_cast<int>(random.below(50)), random);
        const Position& position = line.current();
        const Hints hints;
        const Sight sight =
            selective_frontier(position, {}, hints.with(0), {-kInfinite, kInfinite, kWins});
        const auto move = move_of(position, sight.move);
        INFO(Rules::to_fen(position));
        REQUIRE(move);
        const Value still = Evaluation{}.evaluate(position), after = worth(position, *move);
        if (after == kWins) {
            REQUIRE(sight.value == kWins);
            continue;
        }
        REQUIRE(2 * sight.value <= still + after);
        REQUIRE(2 * sight.value >= still + after - 1);
        for (const Value alpha : {sight.value - 1, sight.value}) {
            const Sight bound =
                selective_frontier(position, {}, hints.with(0), {alpha, alpha + 1, kWins});
            // It may leave out ways that hardly lead beyond the window, but finds no others.
            if (bound.value > alpha) REQUIRE(sight.value > alpha);
        }
    }
}

TEST_CASE("amazons: the choice of moves is legal, without repetition, and begins with the known") {
    Random random{33};
    for (int i = 0; i < 40; ++i) {
        const auto line = random_line<Rules>({}, static_cast<int>(random.below(50)), random);
        const Position& position = line.current();
        const auto moves = legal_moves<Rules>(position);
        const Move known = moves[random.below(moves.size())];
        Hints hints;
        hints.killers[0] = moves[random.below(moves.size())].code() + 1;
        const int depth = 2 + static_cast<int>(random.below(5));
        const Evaluation evaluation;
        Selection selection{position, evaluation, hints.with(known.code() + 1), depth, i % 2 == 0};
        std::set<std::uint32_t> seen;
        while (const auto move = selection.next()) {
            if (seen.empty()) REQUIRE(*move == known);
            REQUIRE(Tactics::legal_move(position, move->code()) == *move);
            REQUIRE(seen.insert(move->code()).second);
            REQUIRE(selection.reduction() >= 0);
            REQUIRE(depth - 1 - selection.reduction() >= 1);
        }
        REQUIRE(selection.take_evaluations() > 0);
        REQUIRE(selection.take_evaluations() == 0);
    }
}

TEST_CASE("amazons: what the selective search calls final is so") {
    Random random{34};
    int proofs = 0;
    for (int i = 0; i < 200; ++i) {
        const Position position = late_position(random, 7);
        if (position.is_over()) continue;
        Search<Engine> search;
        search.set_hash(1);
        SearchSettings settings;
        settings.solve = 0;
        const auto report = search_to<Engine>(
            Line<Rules>{position}, 1 + static_cast<int>(random.below(7)), settings, search);
        if (!report.final_score) continue;
        ++proofs;
        const Value value = minimax<Engine>(position, Evaluation{}, 92);
        INFO(Rules::variant_name(position.variant()) << " " << Rules::to_fen(position));
        REQUIRE(*report.final_score == (value > 0 ? 1 : -1));
    }
    CHECK(proofs >= 50);
}
