// How positions, moves and values stand in the transposition table: so that they mean the same
// whichever way a position was reached.
#pragma once

#include <cstdint>

#include "engines/search/game_traits.hpp"

namespace sparring {

template <GameLike G>
struct TableTerms {
    using Tactics = typename G::Tactics;
    using Position = typename G::Rules::Position;

    static std::uint64_t key(const Position& position) {
        if constexpr (requires { Tactics::table_key(position); })
            return Tactics::table_key(position);
        else
            return position.hash();
    }

    // Moves are those of the position that the key stands for; 0 for none.
    static std::uint32_t move_to(const Position& position, std::uint32_t move) {
        if constexpr (requires { Tactics::to_table(position, move); })
            return move == 0 ? 0 : Tactics::to_table(position, move - 1) + 1;
        else
            return move;
    }
    static std::uint32_t move_from(const Position& position, std::uint32_t move) {
        if constexpr (requires { Tactics::from_table(position, move); })
            return move == 0 ? 0 : Tactics::from_table(position, move - 1) + 1;
        else
            return move;
    }

    // Of values, points already made are left out, and wins count from the node instead of from
    // the root.
    static Value offset(const Position& position) {
        return static_cast<Value>(position.banked()) * Tactics::final_unit;
    }
    static Value value_to(Value value, int ply, Value offset) {
        if (value >= kInfinite || value <= -kInfinite) return value;
        if constexpr (Tactics::final_unit == 0) {
            return value >= kWin - kMaxPly   ? value + ply
                   : value <= kMaxPly - kWin ? value - ply
                                             : value;
        }
        return value - offset;
    }
    static Value value_from(Value value, int ply, Value offset) {
        if (value >= kInfinite || value <= -kInfinite) return value;
        if constexpr (Tactics::final_unit == 0) {
            return value >= kWin - kMaxPly   ? value - ply
                   : value <= kMaxPly - kWin ? value + ply
                                             : value;
        }
        return value + offset;
    }
};

}  // namespace sparring
