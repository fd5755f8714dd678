// Captures: of all sequences of all pieces, those that take the most. FMJD, annex 1, article 4: the
// capturing piece has left its square, an empty square may be crossed again, and captured pieces
// stay as obstacles until the move is over ("coup turc").
#pragma once

#include <array>

#include "engines/draughts/move.hpp"

namespace sparring::draughts {

/// For each direction the pieces that can be jumped in it: those with an empty square behind.
using Targets = std::array<Board, 4>;

inline Targets targets_of(Board opponent, Board empty) {
    Targets targets;
    bits::each_direction(
        [&](auto d) { targets[d()] = opponent & bits::step<bits::opposite(d())>(empty); });
    return targets;
}

/// Pieces that can capture as a man can: over an adjacent square.
inline Board adjacent_capturers(Board pieces, const Targets& targets) {
    Board found = 0;
    bits::each_direction([&](auto d) { found |= bits::step<bits::opposite(d())>(targets[d()]); });
    return found & pieces;
}

/// Whether men that have just jumped, given by direction, can jump again: not back over the same
/// piece, and no other can be met twice within three jumps.
inline bool jumps_on(const std::array<Board, 4>& landed, const Targets& targets) {
    Board over = 0;
    bits::each_direction([&](auto d) {
        over |= bits::step<d()>(landed[d()] | landed[d() ^ 1] | landed[d() ^ 2]) & targets[d()];
    });
    return over != 0;
}

inline bool king_can_capture(int cell, const Targets& targets, Board occupied) {
    Board found = 0;
    bits::each_direction(
        [&](auto d) { found |= bits::first_on_ray<d()>(cell, occupied) & targets[d()]; });
    return found != 0;
}

/// Collects the longest captures of one side, piece by piece.
class CaptureSearch {
  public:
    /// `kings` are the pieces behind which a killer king must stop: the opponent's kings in killer
    /// draughts, else none.
    CaptureSearch(Moves& moves, Board opponent, Board empty, Board kings)
        : moves_{moves}, opponent_{opponent}, empty_{empty}, stopping_{kings} {}

    void add_man(int from) {
        lift(from);
        man_jumps(bits::bit(from), 0, 0);
    }

    void add_king(int from) {
        lift(from);
        bits::each_direction([&](auto d) { king_ray<d()>(from, 0, 0); });
    }

  private:
    void lift(int from) {
        from_ = from;
        free_ = empty_ | bits::bit(from);
        targets_ = targets_of(opponent_, free_);
    }

    void man_jumps(Board at, Board captured, int count) {
        bits::each_direction([&](auto d) {
            const Board over = bits::step<d()>(at) & targets_[d()] & ~captured;
            if (over != 0) man_jumps(bits::step<d()>(over), captured | over, count + 1);
        });
        if (count >= most_) add(bits::lowest(at), captured, count);
    }

    /// Looks along one ray for a piece to jump.
    template <bits::Direction D>
    void king_ray(int cell, Board captured, int count) {
        const Board over =
            bits::first_on_ray<D>(cell, ~free_ & bits::kBoard) & targets_[D] & ~captured;
        if (over != 0) king_lands<D>(over, captured | over, count + 1);
    }

    /// Goes on from every square behind the piece just jumped, or stops there.
    template <bits::Direction D>
    void king_lands(Board over, Board captured, int count) {
        constexpr auto left = static_cast<bits::Direction>(D ^ 1), right = bits::opposite(left);
        const Board first = bits::step<D>(over);
        Board landing = first;
        for (; (landing & free_) != 0; landing = bits::step<D>(landing)) {
            const int cell = bits::lowest(landing);
            king_ray<left>(cell, captured, count);
            king_ray<right>(cell, captured, count);
        }
        // Here landing is the first square that is not empty: straight on needs no more looking.
        const Board next = landing & targets_[D] & ~captured;
        if (next != 0) king_lands<D>(next, captured | next, count + 1);
        if (count < most_) return;
        const bool must_stop = (over & stopping_) != 0;
        for (Board to = first; (to & free_) != 0 && (to == first || !must_stop);
             to = bits::step<D>(to)) {
            add(bits::lowest(to), captured, count);
        }
    }

    void add(int to, Board captured, int count) {
        const Move move{from_, to, captured};
        if (count > most_) {
            moves_.clear();
            most_ = count;
        } else if (count >= kFirstWithTwins) {
            for (const Move& other : moves_) {
                if (other == move) return;
            }
        }
        if (moves_.size() < Moves::capacity) moves_.push_back(move);
    }

    static constexpr int kFirstWithTwins = 3;  ///< fewer captures have but one order

    Moves& moves_;
    Board opponent_, empty_, stopping_;
    int from_ = 0;
    Board free_ = 0;  ///< empty, or left by the capturing piece
    Targets targets_{};
    int most_ = 1;
};

}  // namespace sparring::draughts
