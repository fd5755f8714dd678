#include "engines/amazons/frontier.hpp"

#include "engines/amazons/ways.hpp"

namespace sparring::amazons {
namespace {

// In positions of games the best move of the best six ways is 0.1 squares behind the best of all on
// the average, and the arrow adds less than three squares to nineteen of twenty ways.
constexpr int kMostWays = 6;
constexpr Value kShot = 300;

/// The best move so far.
struct Best {
    Sight sight{-kInfinite, 0, 0};

    /// Whether the search is over.
    bool take(Value value, Move move, Value beta) {
        if (value > sight.value) {
            sight.value = value;
            sight.move = move.code() + 1;
        }
        return sight.value >= beta;
    }
};

/// The moves that the search has heard of; whether one is enough.
bool look_at_known(const Position& position, const Evaluation& evaluation,
                   const OrderingHints& hints, Value win, Value beta, Best& best) {
    std::array<std::uint32_t, 3> known{hints.table_move, hints.killers[0], hints.killers[1]};
    for (std::size_t i = 0; i < known.size(); ++i) {
        if (known[i] == 0 ||
            std::find(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(i), known[i]) !=
                known.begin() + static_cast<std::ptrdiff_t>(i))
            continue;
        const auto move = Tactics::legal_move(position, known[i] - 1);
        if (!move) continue;
        const Shots shots{position, {move->from, move->to}};
        ++best.sight.evaluations;
        if (best.take(shots.worth(move->arrow, evaluation, win), *move, beta)) return true;
    }
    return false;
}

/// All moves of a way; whether one is enough.
bool look_at_all(const Position& position, Tactics::Part way, const Evaluation& evaluation,
                 Value win, Value beta, Best& best) {
    return Shots{position, way}.each(evaluation, win, [&](Move move, Value worth) {
        ++best.sight.evaluations;
        return best.take(worth, move, beta);
    });
}

}  // namespace

Sight full_frontier(const Position& position, const Evaluation& evaluation,
                    const OrderingHints& hints, const Window& window) {
    Best best;
    if (look_at_known(position, evaluation, hints, window.win, window.beta, best))
        return best.sight;
    Tactics::Parts ways;
    Tactics::first_parts(position, ways);
    BestFirst<Tactics::Parts::capacity> order;
    for (const auto& way : ways) order.add(hints.history[Tactics::part_slot(way)]);
    while (!order.done()) {
        if (look_at_all(position, ways[order.pick()], evaluation, window.win, window.beta, best))
            break;
    }
    return best.sight;
}

Sight selective_frontier(const Position& position, const Evaluation& evaluation,
                         const OrderingHints& hints, const Window& window) {
    const Value still = evaluation.evaluate(position);
    // Halfway is beyond a bound if the best move is beyond this.
    const Value alpha = 2 * window.alpha - still, beta = 2 * window.beta - still;
    Best best;
    ++best.sight.evaluations;
    if (!look_at_known(position, evaluation, hints, window.win, beta, best)) {
        Ways ways{position, evaluation};
        best.sight.evaluations += ways.size();
        for (int i = 0; i < kMostWays && !ways.done(); ++i) {
            if (i > 0 && ways.value() + kShot <= std::max(alpha, best.sight.value)) break;
            if (look_at_all(position, ways.pick(), evaluation, window.win, beta, best)) break;
        }
    }
    // Rounded down, for a bound must be on the same side of a window as what it stands for.
    if (best.sight.value != window.win) best.sight.value = (best.sight.value + still) >> 1;
    return best.sight;
}

}  // namespace sparring::amazons
