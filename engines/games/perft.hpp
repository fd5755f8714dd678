// perft: counts the leaves of the move tree. Leaf conventions: docs/protocol.md.
#pragma once

#include "engines/games/rules.hpp"

namespace sparring {

template <RulesLike R>
std::uint64_t perft(const typename R::Position& position, int depth) {
    if (depth == 0) return 1;
    if (depth == 1) {
        const std::uint64_t count = position.count_moves();
        return R::finished_counts_in_perft && count == 0 ? 1 : count;
    }
    typename R::MoveList moves;
    position.generate(moves);
    if (moves.empty()) return R::finished_counts_in_perft ? 1 : 0;
    std::uint64_t total = 0;
    for (const auto& move : moves) {
        auto next = position;
        next.play(move);
        total += perft<R>(next, depth - 1);
    }
    return total;
}

}  // namespace sparring
