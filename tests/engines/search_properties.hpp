// What must hold for the search in every game.
#pragma once

#include "engines/search/search.hpp"
#include "tests/engines/rules_properties.hpp"

namespace sparring::test {

/// A random position some plies into the game; never one that is over.
template <RulesLike R>
Line<R> random_line(typename R::Variant variant, int plies, Random& random) {
    for (;;) {
        Line<R> line{R::start(variant)};
        for (int ply = 0; ply < plies && line.outcome() == Outcome::none; ++ply) {
            const auto moves = legal_moves<R>(line.current());
            line.play(moves[random.below(moves.size())]);
        }
        if (line.outcome() == Outcome::none) return line;
    }
}

/// Plain minimax without bounds, table or ordering: what the drivers in exact mode must return.
template <GameLike G>
Value minimax(const typename G::Rules::Position& position, const typename G::Evaluation& evaluation,
              int depth, int ply = 0, int beyond = 0) {
    using Tactics = typename G::Tactics;
    if (position.is_over()) {
        const int score = position.final_score();
        if constexpr (Tactics::final_unit > 0) return score * Tactics::final_unit;
        return score > 0 ? kWin - ply : score < 0 ? ply - kWin : 0;
    }
    if (depth <= 0 && !Tactics::is_unquiet(position, beyond)) return evaluation.evaluate(position);
    Value best = -kInfinite;
    for (const auto& move : legal_moves<typename G::Rules>(position)) {
        auto next = position;
        next.play(move);
        const int next_depth = depth > 0 ? depth - Tactics::depth_cost(position, move) : 0;
        const Value value =
            minimax<G>(next, evaluation, next_depth, ply + 1, depth > 0 ? 0 : beyond + 1);
        best = std::max(best, next.side_to_move() == position.side_to_move() ? value : -value);
    }
    return best;
}

template <GameLike G>
SearchReport<typename G::Rules::Move> search_to(const Line<typename G::Rules>& line, int depth,
                                                const SearchSettings& settings, Search<G>& search) {
    Limits limits;
    limits.depth = depth;
    search.arm();
    return search.run(line, typename G::Evaluation{}, settings, limits, [](const auto&) {});
}

/// In exact mode all four drivers return minimax's value, and the move they name reaches it.
template <GameLike G>
void check_drivers_agree(std::string_view variant_name, int positions, int plies, int depth,
                         std::uint64_t seed) {
    using Rules = typename G::Rules;
    const auto variant = *Rules::parse_variant(variant_name);
    Random random{seed};
    for (int i = 0; i < positions; ++i) {
        const auto line =
            random_line<Rules>(variant, static_cast<int>(random.below(plies + 1)), random);
        const typename G::Evaluation evaluation;
        const Value expected = minimax<G>(line.current(), evaluation, depth);
        for (const Driver driver : {Driver::alphabeta, Driver::pvs, Driver::mtdf, Driver::absss}) {
            SearchSettings settings;
            settings.driver = driver;
            settings.exact = true;
            Search<G> search;
            search.set_hash(8);
            const auto report = search_to<G>(line, depth, settings, search);
            INFO(Rules::name << " " << Rules::to_fen(line.current()) << " driver "
                             << static_cast<int>(driver) << " depth " << report.depth);
            REQUIRE(report.value == expected);
            auto next = line.current();
            next.play(report.pv.front());
            const bool same = next.side_to_move() == line.current().side_to_move();
            const int cost = G::Tactics::depth_cost(line.current(), report.pv.front());
            if (report.depth == depth) {
                const Value after = minimax<G>(next, evaluation, depth - cost, 1);
                REQUIRE((same ? after : -after) == expected);
            }
        }
    }
}

/// With a fresh table the same search visits the same nodes.
template <GameLike G>
void check_deterministic(std::string_view variant_name, int depth, std::uint64_t seed) {
    using Rules = typename G::Rules;
    Random random{seed};
    const auto line = random_line<Rules>(*Rules::parse_variant(variant_name), 6, random);
    Search<G> search;
    const auto first = search_to<G>(line, depth, SearchSettings{}, search);
    search.clear();
    const auto second = search_to<G>(line, depth, SearchSettings{}, search);
    REQUIRE(first.nodes == second.nodes);
    REQUIRE(first.value == second.value);
    REQUIRE(first.pv.front() == second.pv.front());
}

}  // namespace sparring::test
