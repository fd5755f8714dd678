// International draughts on 10x10 squares, and killer draughts.
//
// Rules: FMJD, annex 1, articles 3 and 4: men step forward and jump forward and backward; kings
// fly; capturing is compulsory and must take as many pieces as possible. Who cannot move loses.
// Draws: as lidraughts applies them (scaladraughts, variant/Standard.scala). Killer draughts
// (mindsports.nl): a king whose last captured piece is a king stops right behind it; of the draws
// only threefold repetition and the 25 king moves.
#pragma once

#include "engines/draughts/captures.hpp"
#include "engines/games/rules.hpp"

namespace sparring::draughts {

class Position {
  public:
    using Move = draughts::Move;
    using MoveList = draughts::Moves;

    /// The starting position: Black men on 1 to 20, White men on 31 to 50; White (first) moves.
    explicit Position(Variant variant = Variant::international)
        : Position{bits::squares_where([](int row, int) { return row > 5; }),
                   bits::squares_where([](int row, int) { return row < 4; }), 0, Side::first,
                   variant} {}

    /// Any disjoint sets of pieces, of the side to move and of the other; which of them are kings.
    /// No man may stand on the row where it promotes.
    Position(Board own, Board opp, Board kings, Side side, Variant variant)
        : own_{own}, opp_{opp}, kings_{kings}, side_{side}, variant_{variant} {}

    Board own() const { return own_; }
    Board opp() const { return opp_; }
    Board kings() const { return kings_; }  ///< of both sides
    Board pieces(Side side) const { return side == side_ ? own_ : opp_; }
    Board occupied() const { return own_ | opp_; }
    Board empty() const { return bits::kBoard & ~occupied(); }
    Variant variant() const { return variant_; }
    Side side_to_move() const { return side_; }

    std::uint64_t hash() const {
        // Rounds of a multiplicative mix over the three boards and the side.
        std::uint64_t h = (own_ | static_cast<Board>(side_) << 63) * 0x9e3779b97f4a7c15;
        h = (h ^ (h >> 32) ^ opp_) * 0xd6e8feb86659fd93;
        h = (h ^ (h >> 32) ^ kings_) * 0xd6e8feb86659fd93;
        return h ^ (h >> 32);
    }

    /// Captures of men, then of kings; else steps of men, then of kings; each by square.
    void generate(Moves& moves) const {
        if (side_ == Side::first) {
            generate_for<Side::first>(moves);
        } else {
            generate_for<Side::second>(moves);
        }
    }

    std::uint64_t count_moves() const {
        return side_ == Side::first ? count_for<Side::first>() : count_for<Side::second>();
    }

    void play(Move move) {
        const Board from = bits::bit(move.from()), to = bits::bit(move.to());
        const Board captured = move.captured();
        const bool was_king = (kings_ & from) != 0;
        const Board king =
            was_king ? to : to & (side_ == Side::first ? bits::kTopRow : bits::kBottomRow);
        const Board moved = (own_ ^ from) | to;
        own_ = opp_ ^ captured;
        opp_ = moved;
        kings_ = (kings_ & ~(captured | from)) | king;
        side_ = other(side_);
        const int counted = draw_plies_ + 1;
        draw_plies_ = was_king && captured == 0 ? counted : 0;
        if (bits::count(occupied()) <= kShortEndingPieces) {
            count_short_ending(counted, captured, king != 0 && !was_king);
        }
    }

    /// The side to move has no legal move.
    bool is_over() const {
        const Board free = empty(), kings = own_ & kings_;
        const bool first = side_ == Side::first;
        const Board going_up = first ? own_ : kings, going_down = first ? kings : own_;
        const Board steps =
            bits::step<bits::up_left>(going_up) | bits::step<bits::up_right>(going_up) |
            bits::step<bits::down_left>(going_down) | bits::step<bits::down_right>(going_down);
        // A king with no square to step to can only capture what it touches.
        return (steps & free) == 0 && adjacent_capturers(own_, targets_of(opp_, free)) == 0;
    }

    int final_score() const { return -1; }  ///< who cannot move has lost

    /// Whether a side could capture if it were its turn.
    bool can_capture(Side side) const {
        const Board mine = pieces(side);
        const Targets targets = targets_of(pieces(other(side)), empty());
        if (adjacent_capturers(mine, targets) != 0) return true;
        return kings_can_capture(mine & kings_, targets);
    }

    int moves_left() const { return kUnboundedGame; }
    int banked() const { return 0; }

    /// Drawn by the rule of 25, 16 or 5 moves.
    bool drawn_by_counter() const {
        return draw_plies_ >= kLeastDrawPlies && draw_plies_ >= draw_limit();
    }

    /// Plies counted towards that draw, and how many make it. Kings that only move are all that can
    /// bring a position back, and every such ply is counted, so repetition need not look further.
    int reversible_plies() const { return draw_plies_; }
    int draw_limit() const;

    bool operator==(const Position&) const = default;

  private:
    static constexpr int kShortEndingPieces = 4, kLeastDrawPlies = 10;

    /// The directions in which a side's men move.
    template <Side S>
    static constexpr bits::Direction kLeft = S == Side::first ? bits::up_left : bits::down_left;
    template <Side S>
    static constexpr bits::Direction kRight = S == Side::first ? bits::up_right : bits::down_right;

    template <Side S>
    void generate_for(Moves& moves) const;
    template <Side S>
    std::uint64_t count_for() const;
    std::uint64_t count_sequences(const std::array<Board, 4>& landed, const Targets& targets) const;

    std::uint64_t count_listed() const {
        Moves moves;
        generate(moves);
        return moves.size();
    }

    template <bits::Direction D>
    static void add_steps(Moves& moves, Board men, Board free) {
        for (Board to = bits::step<D>(men) & free; to != 0; to &= to - 1) {
            const int cell = bits::lowest(to);
            moves.push_back(Move{cell - bits::kSteps[D], cell});
        }
    }

    Board king_slides(int from) const {
        Board to = 0;
        bits::each_direction([&](auto d) { to |= bits::open_ray<d()>(from, occupied()); });
        return to;
    }

    bool kings_can_capture(Board kings, const Targets& targets) const {
        for (; kings != 0; kings &= kings - 1) {
            if (king_can_capture(bits::lowest(kings), targets, occupied())) return true;
        }
        return false;
    }

    void count_short_ending(int counted, Board captured, bool promoted);

    Board own_, opp_, kings_;
    int draw_plies_ = 0;
    Side side_;
    Variant variant_;
};

template <Side S>
void Position::generate_for(Moves& moves) const {
    moves.clear();
    const Board kings = own_ & kings_, men = own_ & ~kings_, free = empty();
    const Targets targets = targets_of(opp_, free);
    CaptureSearch search{moves, opp_, free, variant_ == Variant::killer ? opp_ & kings_ : 0};
    for (Board left = adjacent_capturers(men, targets); left != 0; left &= left - 1) {
        search.add_man(bits::lowest(left));
    }
    for (Board left = kings; left != 0; left &= left - 1) {
        const int cell = bits::lowest(left);
        if (king_can_capture(cell, targets, occupied())) search.add_king(cell);
    }
    if (!moves.empty()) return;
    add_steps<kLeft<S>>(moves, men, free);
    add_steps<kRight<S>>(moves, men, free);
    for (Board left = kings; left != 0; left &= left - 1) {
        const int from = bits::lowest(left);
        for (Board to = king_slides(from); to != 0; to &= to - 1) {
            moves.push_back(Move{from, bits::lowest(to)});
        }
    }
}

/// Counts all men at once: the sets of squares that they reach by one jump, by two jumps. A longer
/// capture, or one by a king, is rare and is listed.
template <Side S>
std::uint64_t Position::count_for() const {
    const Board kings = own_ & kings_, men = own_ & ~kings_, free = empty();
    const Targets targets = targets_of(opp_, free);
    if (kings_can_capture(kings, targets)) return count_listed();
    int captures = 0;
    std::array<Board, 4> landed;
    bits::each_direction([&](auto d) {
        const Board over = bits::step<d()>(men) & targets[d()];
        captures += bits::count(over);
        landed[d()] = bits::step<d()>(over);
    });
    if (jumps_on(landed, targets)) return count_sequences(landed, targets);
    int quiet = bits::count(bits::step<kLeft<S>>(men) & free) +
                bits::count(bits::step<kRight<S>>(men) & free);
    for (Board left = kings; left != 0; left &= left - 1) {
        quiet += bits::count(king_slides(bits::lowest(left)));
    }
    return static_cast<std::uint64_t>(captures != 0 ? captures : quiet);
}

inline std::uint64_t Position::count_sequences(const std::array<Board, 4>& landed,
                                               const Targets& targets) const {
    int captures = 0;
    std::array<Board, 4> landed_again{};
    bits::each_direction([&](auto d) {
        bits::each_direction([&](auto e) {
            if constexpr (e() != bits::opposite(d())) {
                const Board over = bits::step<e()>(landed[d()]) & targets[e()];
                captures += bits::count(over);
                landed_again[e()] |= bits::step<e()>(over);
            }
        });
    });
    if (jumps_on(landed_again, targets)) return count_listed();
    return static_cast<std::uint64_t>(captures);
}

/// In plies: 25 moves each; 16 if a lone king meets three pieces with a king among them; 5 if it
/// meets two or one.
inline int Position::draw_limit() const {
    constexpr int long_limit = 50, three_pieces = 32, fewer_pieces = 10;
    if (variant_ == Variant::killer || bits::count(occupied()) > kShortEndingPieces)
        return long_limit;
    const auto lone_king = [&](Board side) {
        return bits::count(side) == 1 && (side & kings_) != 0;
    };
    for (const auto& [lone, rest] : {std::pair{own_, opp_}, std::pair{opp_, own_}}) {
        if (!lone_king(lone) || (rest & kings_) == 0) continue;
        return bits::count(rest) <= 2 ? fewer_pieces : three_pieces;
    }
    return long_limit;
}

/// Once a short ending has begun every ply counts, captures and men's moves too. The move that
/// brings it about does not: a capture from more pieces, or the promotion that gives a side its
/// first king.
inline void Position::count_short_ending(int counted, Board captured, bool promoted) {
    const int limit = draw_limit();
    constexpr int long_limit = 50, three_pieces = 32;
    if (limit == long_limit) return;
    const int before = bits::count(occupied()) + bits::count(captured);
    const bool first_king = promoted && bits::count(opp_ & kings_) == 1;
    const bool fewer = captured != 0 && before > (limit == three_pieces ? 4 : 3);
    draw_plies_ = first_king || fewer ? 0 : counted;
}

}  // namespace sparring::draughts
