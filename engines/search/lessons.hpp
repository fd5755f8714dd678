// What a search learns about moves from its cut-offs: killers of each ply, history of each side.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "engines/search/move_picker.hpp"

namespace sparring {

template <GameLike G>
class Lessons {
  public:
    using Tactics = typename G::Tactics;
    using Move = typename G::Rules::Move;

    /// The last moves tried at a node; of thousands only these are told off.
    struct Tried {
        void add(Move move) { moves[count++ % moves.size()] = move; }

        std::array<Move, 32> moves;
        std::size_t count = 0;
    };

    OrderingHints hints(Side side, int ply, std::uint32_t table_move) const {
        return {table_move, killers_[ply], history_[static_cast<std::size_t>(side)]};
    }

    /// A move that cut off becomes a killer of its ply and gains history, against those before it.
    void reward(Side side, Move move, const Tried& tried, int depth, int ply) {
        auto& killers = killers_[ply];
        auto& history = history_[static_cast<std::size_t>(side)];
        const std::uint32_t code = move.code() + 1;
        if (killers[0] != code) killers = {code, killers[0]};
        const int bonus = std::min(32 * depth * depth, kHistoryMax / 4);
        learn(history, move, bonus);
        for (std::size_t i = 0; i < std::min(tried.count, tried.moves.size()); ++i)
            learn(history, tried.moves[i], -bonus);
    }

  private:
    static void learn(std::vector<std::int32_t>& history, Move move, int bonus) {
        const auto [a, b] = Tactics::history_slots(move);
        for (const int slot : {a, b})
            if (slot >= 0) history[slot] += bonus - history[slot] * std::abs(bonus) / kHistoryMax;
    }

    std::array<std::array<std::uint32_t, 2>, kMaxPly> killers_{};
    std::array<std::vector<std::int32_t>, 2> history_{
        std::vector<std::int32_t>(Tactics::history_size),
        std::vector<std::int32_t>(Tactics::history_size)};
};

}  // namespace sparring
