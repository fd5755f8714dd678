#include "engines/reversi/endgame.hpp"

#include <algorithm>

#include "engines/reversi/evaluation.hpp"
#include "engines/reversi/guess.hpp"

namespace sparring::reversi {
namespace {

constexpr int kTableFrom = 9, kOrderFrom = 6, kEtcFrom = 10;
constexpr int kProbCutFrom = 13, kDeferFrom = 12, kGuessFrom = 16;
constexpr Board kCorners = 0x8100000000000081;

/// What makes a move come early, in units of a sixty-fourth of a reply.
struct OrderWeights {
    int potential;  ///< a square beside the mover's discs that may become a reply
    int parity;     ///< the square's quadrant has an odd number of empty squares
    int anchored;   ///< a disc of the mover's in or beside an own corner
    int square;     ///< times the square's class
};

template <Variant V>
constexpr OrderWeights kOrder =
    V == Variant::othello ? OrderWeights{16, 64, 16, 1} : OrderWeights{16, 16, -32, -3};

/// By square class (evaluation.hpp): corners and what lies two beside them are good to have.
constexpr auto kSquareWorth = [] {
    constexpr std::array<std::int8_t, 10> values{18, 4, 16, 12, 2, 6, 8, 16, 12, 0};
    std::array<std::int8_t, 64> all{};
    for (int square = 0; square < 64; ++square) {
        const int x = std::min(square % 8, 7 - square % 8);
        const int y = std::min(square / 8, 7 - square / 8);
        constexpr std::array<int, 4> row{0, 4, 7, 9};
        all[square] = values[row[std::min(x, y)] + std::max(x, y) - std::min(x, y)];
    }
    return all;
}();

/// With n empty squares, a window below this is hardly ever cut off by stable discs.
constexpr int stability_from(int n) {
    return n < 8 ? 2 * n - 2 : 2 * n;
}

/// Plies of the guess with n empty squares.
constexpr int prob_cut_depth(int n) {
    return std::clamp((n - 9) / 2, 2, 6);
}

/// Worth of a move that another thread is searching.
constexpr int kDeferred = -(1 << 29);

/// Squares in quadrants with an odd number of empty squares.
Board odd_quadrants(Board empty) {
    Board odd = 0;
    for (const Board quadrant : {0x000000000f0f0f0full, 0x00000000f0f0f0f0ull,
                                 0x0f0f0f0f00000000ull, 0xf0f0f0f000000000ull}) {
        if (std::popcount(empty & quadrant) & 1) odd |= quadrant;
    }
    return odd;
}

/// An upper bound for the side to move by stable discs: in the normal game the opponent's stay
/// his, in the reversed one its own stay its own.
template <Variant V>
int most(Board own, Board opp) {
    return 64 - 2 * std::popcount(V == Variant::othello ? stable_discs(opp, own)
                                                        : stable_discs(own, opp));
}

/// Discs of own that lie in an own corner or beside one on the edge.
int anchored(Board own) {
    const Board corners = own & kCorners;
    const Board beside = (corners << 1 & bits::kNotFileA) | (corners >> 1 & bits::kNotFileH) |
                         corners << 8 | corners >> 8;
    return std::popcount(own & (corners | beside));
}

Board around(Board board) {
    const Board wide = board | (board << 1 & bits::kNotFileA) | (board >> 1 & bits::kNotFileH);
    return wide | wide << 8 | wide >> 8;
}

/// Replies, corners counted double.
int weighted(Board replies) {
    return std::popcount(replies) + std::popcount(replies & kCorners);
}

/// Plies of the guess that helps to order moves with n empty squares, -1 for none; and its weight.
constexpr int order_depth(int n) {
    return n < kGuessFrom ? -1 : std::min((n - kGuessFrom) / 3, 3);
}
constexpr int kGuessWeight = 24;

template <Variant V>
void order(Board own, Board opp, int n, const EndgameTable::Entry& entry, Successors& successors,
           std::uint64_t& nodes) {
    constexpr OrderWeights w = kOrder<V>;
    const Board odd = odd_quadrants(~(own | opp));
    const int depth = order_depth(n);
    for (Successor& s : successors) {
        if (s.square == entry.moves[0]) {
            s.worth = 1 << 30;
        } else if (s.square == entry.moves[1]) {
            s.worth = 1 << 29;
        } else {
            s.worth = -64 * weighted(s.replies) -
                      w.potential * std::popcount(around(s.opp) & ~(s.own | s.opp)) +
                      (odd >> s.square & 1 ? w.parity : 0) + w.anchored * anchored(s.opp) +
                      w.square * kSquareWorth[s.square];
            if (depth >= 0) {
                constexpr int infinite = 65 * kGuessUnit;
                s.worth -= kGuessWeight *
                           guess<V>(s.own, s.opp, s.replies, depth, -infinite, infinite, nodes) /
                           kGuessUnit;
            }
        }
    }
}

}  // namespace

template <Variant V>
int Endgame<V>::search(Board own, Board opp, int alpha, int beta, Confidence confidence) {
    confidence_ = confidence;
    best_ = kNoSquare;
    return full_window(own, opp, alpha, beta, 0);
}

template <Variant V>
void Endgame<V>::tell() {
    shared_.watch.over(nodes_ - told_, false);
    told_ = nodes_;
}

template <Variant V>
void Endgame<V>::check() {
    constexpr std::uint64_t every = 16384;
    const bool over = shared_.watch.over(nodes_ - told_);
    stopped_ = over || shared_.done.load(std::memory_order_relaxed);
    told_ = nodes_;
    next_check_ = nodes_ + every;
    if (const auto limit = shared_.watch.node_limit()) {
        const std::uint64_t all = shared_.watch.nodes();
        next_check_ = nodes_ + std::clamp<std::uint64_t>(*limit - std::min(all, *limit), 1, every);
    }
}

template <Variant V>
int Endgame<V>::null_window(Board own, Board opp, Board moves, int n, int alpha) {
    if (moves == 0) {
        const Board replies = bits::mobility(opp, own);
        if (replies == 0) return final_score_of<V>(own, opp);
        return -null_window(opp, own, replies, n, -alpha - 1);
    }
    return n >= kTableFrom ? deep(own, opp, moves, n, alpha) : shallow(own, opp, moves, n, alpha);
}

/// 5 <= n < kTableFrom; moves are not empty.
template <Variant V>
int Endgame<V>::shallow(Board own, Board opp, Board moves, int n, int alpha) {
    ++nodes_;
    if (alpha >= stability_from(n)) {
        if (const int bound = most<V>(own, opp); bound <= alpha) return bound;
    }
    const Board odd = odd_quadrants(~(own | opp));
    int best = -kScoreInfinite;
    if (n < kOrderFrom) {
        for (Board part : {moves & odd, moves & ~odd}) {
            for (; part != 0; part &= part - 1) {
                const int square = std::countr_zero(part);
                const Board flipped = bits::flips(square, own, opp);
                const Board next = own ^ flipped ^ Board { 1 } << square;
                best = std::max(best, -last_.solve(opp ^ flipped, next, -alpha - 1));
                if (best > alpha) return best;
            }
        }
        return best;
    }
    LeafTable::Entry& entry = leaves_.at(own, opp);
    if (entry.own == own && entry.opp == opp) {
        if (entry.lower > alpha) return entry.lower;
        if (entry.upper <= alpha) return entry.upper;
    }
    Successors successors;
    successors.add(own, opp, moves);
    for (Successor& s : successors) {
        s.worth = -4 * weighted(s.replies) + (odd >> s.square & 1 ? 8 : 0);
    }
    while (!successors.done()) {
        const Successor& s = successors.next();
        best = std::max(best, -null_window(s.own, s.opp, s.replies, n - 1, -alpha - 1));
        if (best > alpha) break;
    }
    if (entry.own != own || entry.opp != opp) entry = {own, opp, -64, 64};
    (best > alpha ? entry.lower : entry.upper) = static_cast<std::int8_t>(best);
    return best;
}

template <Variant V>
int Endgame<V>::deep(Board own, Board opp, Board moves, int n, int alpha) {
    ++nodes_;
    if (nodes_ >= next_check_) check();
    if (stopped_) return 0;
    if (alpha >= stability_from(n)) {
        if (const int bound = most<V>(own, opp); bound <= alpha) return bound;
    }
    EndgameTable& table = shared_.table;
    const std::uint64_t hash = EndgameTable::hash(own, opp);
    EndgameTable::Entry entry;
    if (table.probe(hash, own, opp, entry) && entry.confidence >= confidence_) {
        if (entry.lower > alpha) return entry.lower;
        if (entry.upper <= alpha) return entry.upper;
    }
    const std::uint64_t before = nodes_;
    if (int score;
        confidence_ != kExact && n >= kProbCutFrom && prob_cut(own, opp, moves, n, alpha, score))
        return score;
    Successors successors;
    successors.add(own, opp, moves);
    if (n >= kEtcFrom) {
        for (const Successor& s : successors) table.prefetch(EndgameTable::hash(s.own, s.opp));
        for (const Successor& s : successors) {
            EndgameTable::Entry found;
            if (table.probe(EndgameTable::hash(s.own, s.opp), s.own, s.opp, found) &&
                found.confidence >= confidence_ && -found.upper > alpha)
                return -found.upper;
        }
    }
    order<V>(own, opp, n, entry, successors, nodes_);
    int best = -kScoreInfinite;
    std::uint8_t best_move = kNoSquare;
    const bool share = n >= kDeferFrom && shared_.threads > 1;
    while (!successors.done()) {
        Successor& s = successors.next();
        const std::uint64_t next = share ? EndgameTable::hash(s.own, s.opp) : 0;
        if (share && best != -kScoreInfinite && s.worth > kDeferred && shared_.busy.holds(next)) {
            s.worth = kDeferred;
            successors.put_back();
            continue;
        }
        if (share) shared_.busy.enter(next);
        const int score = -null_window(s.own, s.opp, s.replies, n - 1, -alpha - 1);
        if (share) shared_.busy.leave(next);
        if (stopped_) return 0;
        if (score <= best) continue;
        best = score;
        best_move = s.square;
        if (best > alpha) break;
    }
    table.store(hash, own, opp, confidence_, alpha, alpha + 1, best, best_move, nodes_ - before);
    return best;
}

/// Whether a shallow search says that the value is not within reach of the window.
template <Variant V>
bool Endgame<V>::prob_cut(Board own, Board opp, Board moves, int n, int alpha, int& score) {
    const int depth = prob_cut_depth(n);
    const int margin = confidence_ * guess_deviation<V>(n, depth) / 10;
    const int high = (alpha + 1) * kGuessUnit + margin, low = alpha * kGuessUnit - margin;
    const int now = guess<V>(own, opp);
    if (now >= alpha * kGuessUnit && high < 64 * kGuessUnit &&
        guess<V>(own, opp, moves, depth, high - 1, high, nodes_) >= high) {
        score = alpha + 1;
        return true;
    }
    if (now <= (alpha + 1) * kGuessUnit && low > -64 * kGuessUnit &&
        guess<V>(own, opp, moves, depth, low, low + 1, nodes_) <= low) {
        score = alpha;
        return true;
    }
    return false;
}

template <Variant V>
int Endgame<V>::full_window(Board own, Board opp, int alpha, int beta, int ply) {
    ++nodes_;
    if (nodes_ >= next_check_) check();
    if (stopped_) return 0;
    const Board moves = bits::mobility(own, opp);
    if (moves == 0) {
        if (bits::mobility(opp, own) == 0) return final_score_of<V>(own, opp);
        return -full_window(opp, own, -beta, -alpha, ply + 1);
    }
    const int n = std::popcount(~(own | opp));
    EndgameTable& table = shared_.table;
    const std::uint64_t hash = EndgameTable::hash(own, opp);
    EndgameTable::Entry entry;
    if (table.probe(hash, own, opp, entry) && ply > 0 && entry.confidence >= confidence_) {
        if (entry.lower >= beta) return entry.lower;
        if (entry.upper <= alpha) return entry.upper;
        if (entry.lower == entry.upper) return entry.lower;
    }
    const std::uint64_t before = nodes_;
    const int first_alpha = alpha;
    Successors successors;
    successors.add(own, opp, moves);
    order<V>(own, opp, n, entry, successors, nodes_);
    int best = -kScoreInfinite;
    std::uint8_t best_move = kNoSquare;
    while (!successors.done()) {
        const Successor& s = successors.next();
        int score = alpha + 1;
        // Null-window search asks for at least five empty squares.
        if (best != -kScoreInfinite && n > 5)
            score = -null_window(s.own, s.opp, s.replies, n - 1, -alpha - 1);
        if (score > alpha && (score < beta || n <= 5 || best == -kScoreInfinite))
            score = -full_window(s.own, s.opp, -beta, -alpha, ply + 1);
        if (stopped_) return 0;
        if (score <= best) continue;
        best = score;
        best_move = s.square;
        if (best > alpha) {
            alpha = best;
            if (ply == 0) best_ = best_move;
        }
        if (best >= beta) break;
    }
    table.store(hash, own, opp, confidence_, first_alpha, beta, best, best_move, nodes_ - before);
    return best;
}

template class Endgame<Variant::othello>;
template class Endgame<Variant::reversed>;

}  // namespace sparring::reversi
