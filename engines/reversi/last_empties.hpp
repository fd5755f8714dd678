// The last four empty squares, unrolled. Scores are final_score()s for the side to move; a search
// tells on which side of a null window (alpha, alpha + 1) the value lies, fail-soft.
#pragma once

#include <array>
#include <bit>

#include "engines/reversi/last_flips.hpp"
#include "engines/reversi/position.hpp"

namespace sparring::reversi {

inline constexpr int kScoreInfinite = 127;

/// The corner's quadrant of each square as one of four bits: who fills the last square of a region
/// moves last there.
constexpr std::array<std::uint8_t, 64> make_quadrants() {
    std::array<std::uint8_t, 64> all{};
    for (int square = 0; square < 64; ++square) {
        all[square] = static_cast<std::uint8_t>(1 << (square % 8 / 4 + 2 * (square / 32)));
    }
    return all;
}
inline constexpr auto kQuadrant = make_quadrants();

constexpr std::array<Board, 64> make_neighbours() {
    std::array<Board, 64> all{};
    for (int a = 0; a < 64; ++a) {
        for (int b = 0; b < 64; ++b) {
            const int dx = a % 8 - b % 8, dy = a / 8 - b / 8;
            if (a != b && dx * dx <= 1 && dy * dy <= 1) all[a] |= Board{1} << b;
        }
    }
    return all;
}
inline constexpr auto kNeighbours = make_neighbours();

/// The game is over: disc difference with the empties to the leader, in the variant's sense.
template <Variant V>
constexpr int final_score_of(Board own, Board opp) {
    const int mine = std::popcount(own), theirs = std::popcount(opp);
    const int score = mine > theirs ? 64 - 2 * theirs : mine < theirs ? 2 * mine - 64 : 0;
    return V == Variant::othello ? score : -score;
}

template <Variant V>
class LastEmpties {
  public:
    explicit LastEmpties(std::uint64_t& nodes) : nodes_{nodes} {}

    /// One empty square, `own` to move. Exact.
    static int solve(Board own, int a) {
        const int mine = std::popcount(own);
        int score = 2 * mine;
        if (const int count = bits::last_flips(a, own); count > 0) {
            score += 2 * count - 62;
        } else if (const int lost = bits::last_flips(a, ~own & ~(Board{1} << a)); lost > 0) {
            score -= 2 * lost + 64;
        } else {
            score -= mine >= 32 ? 62 : 64;
        }
        return V == Variant::othello ? score : -score;
    }

    int solve(Board own, Board opp, int alpha, int a, int b) {
        ++nodes_;
        int best = -kScoreInfinite;
        if (const Board flipped = flips(a, own, opp)) {
            best = -solve(opp ^ flipped, b);
            if (best > alpha) return best;
        }
        if (const Board flipped = flips(b, own, opp)) {
            best = std::max(best, -solve(opp ^ flipped, a));
        }
        if (best != -kScoreInfinite) return best;
        best = kScoreInfinite;
        if (const Board flipped = flips(a, opp, own)) {
            best = solve(own ^ flipped, b);
            if (best <= alpha) return best;
        }
        if (const Board flipped = flips(b, opp, own)) {
            best = std::min(best, solve(own ^ flipped, a));
        }
        return best != kScoreInfinite ? best : final_score_of<V>(own, opp);
    }

    int solve(Board own, Board opp, int alpha, int a, int b, int c) {
        ++nodes_;
        // The square that is alone in its quadrant first.
        if (kQuadrant[a] == kQuadrant[b]) {
            if (kQuadrant[b] != kQuadrant[c]) std::swap(a, c);
        } else if (kQuadrant[a] == kQuadrant[c]) {
            std::swap(a, b);
        }
        int best = -kScoreInfinite;
        const auto with = [&](int move, int x, int y) {
            const Board flipped = flips(move, own, opp);
            if (flipped == 0) return false;
            const Board next = own ^ flipped ^ Board { 1 } << move;
            best = std::max(best, -solve(opp ^ flipped, next, -alpha - 1, x, y));
            return best > alpha;
        };
        if (with(a, b, c) || with(b, a, c) || with(c, a, b)) return best;
        if (best != -kScoreInfinite) return best;
        const auto without = [&](int move, int x, int y) {
            const Board flipped = flips(move, opp, own);
            if (flipped == 0) return false;
            const Board next = opp ^ flipped ^ Board { 1 } << move;
            const int score = solve(own ^ flipped, next, alpha, x, y);
            best = best == -kScoreInfinite ? score : std::min(best, score);
            return best <= alpha;
        };
        if (without(a, b, c) || without(b, a, c) || without(c, a, b)) return best;
        return best != -kScoreInfinite ? best : final_score_of<V>(own, opp);
    }

    /// Four empty squares.
    int solve(Board own, Board opp, int alpha) {
        ++nodes_;
        const Board empty = ~(own | opp);
        Board left = empty;
        int a = std::countr_zero(left);
        left &= left - 1;
        int b = std::countr_zero(left);
        left &= left - 1;
        int c = std::countr_zero(left);
        left &= left - 1;
        int d = std::countr_zero(left);
        // Of quadrants that hold one, one and two empty squares the two single ones first. (Three
        // and one: the single one; else all quadrants are odd, or none is.)
        const int odd = kQuadrant[a] ^ kQuadrant[b] ^ kQuadrant[c] ^ kQuadrant[d];
        if (odd != 0 && odd != 15) {
            const auto alone = [&](int square) { return (kQuadrant[square] & odd) != 0; };
            if (kQuadrant[a] == kQuadrant[b] && kQuadrant[b] == kQuadrant[c]) {
                std::swap(a, d);
            } else if (kQuadrant[b] == kQuadrant[c] && kQuadrant[c] == kQuadrant[d]) {
                // a is the single one already
            } else if (kQuadrant[a] == kQuadrant[b] && kQuadrant[b] == kQuadrant[d]) {
                std::swap(a, c);
            } else if (kQuadrant[a] == kQuadrant[c] && kQuadrant[c] == kQuadrant[d]) {
                std::swap(a, b);
            } else {
                if (!alone(a)) std::swap(a, alone(d) ? d : c);
                if (!alone(b)) std::swap(b, alone(d) ? d : c);
            }
        }
        int best = -kScoreInfinite;
        const auto with = [&](int move, int x, int y, int z) {
            const Board flipped = flips(move, own, opp);
            if (flipped == 0) return false;
            const Board next = own ^ flipped ^ Board { 1 } << move;
            best = std::max(best, -solve(opp ^ flipped, next, -alpha - 1, x, y, z));
            return best > alpha;
        };
        if (with(a, b, c, d) || with(b, a, c, d) || with(c, a, b, d) || with(d, a, b, c))
            return best;
        if (best != -kScoreInfinite) return best;
        const auto without = [&](int move, int x, int y, int z) {
            const Board flipped = flips(move, opp, own);
            if (flipped == 0) return false;
            const Board next = opp ^ flipped ^ Board { 1 } << move;
            const int score = solve(own ^ flipped, next, alpha, x, y, z);
            best = best == -kScoreInfinite ? score : std::min(best, score);
            return best <= alpha;
        };
        if (without(a, b, c, d) || without(b, a, c, d) || without(c, a, b, d) ||
            without(d, a, b, c))
            return best;
        return best != -kScoreInfinite ? best : final_score_of<V>(own, opp);
    }

  private:
    static Board flips(int square, Board own, Board opp) {
        return kNeighbours[square] & opp ? bits::flips(square, own, opp) : 0;
    }

    std::uint64_t& nodes_;
};

}  // namespace sparring::reversi
