// A move of draughts is told by where the piece starts, where it ends and the set of captured
// pieces: two routes with the same three are one move.
#pragma once

#include "engines/draughts/bits.hpp"
#include "engines/games/types.hpp"

namespace sparring::draughts {

using bits::Board;

enum class Variant : std::uint8_t { international, killer };

/// One word: captured pieces in bits 0..47 (none stands on the border), start and end cell above
/// them.
class Move {
  public:
    Move() = default;  // trivial: a move list does not clear its memory
    constexpr Move(int from, int to, Board captured = 0)
        : word_{captured | static_cast<Board>(to) << kToShift |
                static_cast<Board>(from) << kFromShift} {}

    constexpr int from() const { return static_cast<int>(word_ >> kFromShift); }
    constexpr int to() const { return static_cast<int>(word_ >> kToShift & 63); }
    constexpr Board captured() const { return word_ & bits::kInterior; }
    constexpr bool is_capture() const { return captured() != 0; }

    /// Start and end in 12 bits, the captured set folded into 20.
    constexpr std::uint32_t code() const {
        const Board folded = captured() * 0x9e3779b97f4a7c15 >> 44;
        return static_cast<std::uint32_t>(word_ >> kToShift) << 20 |
               static_cast<std::uint32_t>(folded);
    }

    constexpr bool operator==(const Move&) const = default;

  private:
    static constexpr int kToShift = 48, kFromShift = 54;

    Board word_;
};

/// Quiet moves: a king has at most 17, so even 50 pieces have no more than 850. Captures: annealing
/// for positions with many ended thrice at 407 (tests/engines/draughts/reference.cpp keeps one);
/// should there be more than the list holds, it takes no more.
using Moves = MoveList<Move, 1024>;

}  // namespace sparring::draughts
