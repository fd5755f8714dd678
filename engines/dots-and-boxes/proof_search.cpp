#include "engines/dots-and-boxes/proof_search.hpp"

#include <algorithm>
#include <cstdlib>

#include "engines/dots-and-boxes/loony_endgame.hpp"
#include "engines/games/types.hpp"

namespace sparring::dots_and_boxes {
namespace {

// The order of moves, measured on 5x5: edges between coins with three strings first, for they leave
// the fewest edges that give nothing away, inner ones before those on the rim; then what gives
// least. History lies within +-2^14.
constexpr int kHistoryMax = 1 << 14;
constexpr int kThree = 40'000, kRim = -20'000, kOffer = -(1 << 18), kCoin = -(1 << 12);
constexpr int kShuffle = 30'000;

}  // namespace

/// A move: a string, or a part that stands alone, is opened; then the other side takes its coins.
/// With no coins on it, a string is an edge that gives nothing away.
struct ProofSearch::Cut {
    enum class Kind : std::uint8_t { string, chain, loop };

    /// Coins that can be given back.
    int returnable() const { return kind == Kind::loop ? 4 : length > 2 ? 2 : 0; }

    /// Makes the move; returns the coins that the other side can take.
    int apply(StringGraph& graph) const {
        if (kind == Kind::string) return graph.cut(end);
        if (kind == Kind::chain) {
            graph.take_chain(length);
        } else {
            graph.take_loop(length);
        }
        return length;
    }

    Kind kind;
    std::uint8_t end;     ///< of strings
    std::uint8_t length;  ///< coins on it
    int score;            ///< the greatest goes first
    std::uint64_t key;    ///< of what is left; unless coins can be given back
};

/// The moves of a position: each string, of equal ones to the ground one; of chains that stand
/// alone the shortest of one or two coins and the shortest long one; the shortest loop.
class ProofSearch::Cuts {
  public:
    Cuts(const StringGraph& graph, const std::array<int, StringGraph::kEnds>& history) {
        for (Boxes left = graph.joints(); left != 0; left &= left - 1) {
            add_strings(graph, std::countr_zero(left), history);
        }
        const LooseParts& loose = graph.loose();
        constexpr std::uint32_t shorts = 0b110;
        add_shortest(Cut::Kind::chain, loose.chain_lengths & shorts);
        add_shortest(Cut::Kind::chain, loose.chain_lengths & ~shorts);
        add_shortest(Cut::Kind::loop, loose.loop_lengths);
    }

    Cut* begin() { return cuts_.data(); }
    Cut* end() { return cuts_.data() + count_; }

    /// Changes the order a little, so that threads do not all do the same.
    void shuffle(std::uint64_t key, int thread) {
        for (Cut& cut : *this) {
            key = mix64(key + static_cast<std::uint64_t>(thread));
            cut.score += static_cast<int>(key % kShuffle);
        }
    }

  private:
    void add_strings(const StringGraph& graph, int joint,
                     const std::array<int, StringGraph::kEnds>& history) {
        const bool three = graph.degree(joint) == 3;
        std::uint32_t to_ground = 0;  // lengths
        for (int end = 4 * joint; end < 4 * joint + 4; ++end) {
            const int to = graph.across(end);
            if (to == StringGraph::kNone) continue;
            const int length = graph.length(end);
            int score = history[end];
            if (to == StringGraph::kGround) {
                if (to_ground >> length & 1) continue;
                to_ground |= 1u << length;
                score += kRim + kThree * three;
            } else {
                if (to < end) continue;
                score += kThree * (three + (graph.degree(to / 4) == 3));
            }
            if (length > 0)
                score = length > 2 ? kOffer + kCoin * length : history[end] + kCoin * length;
            add({Cut::Kind::string, static_cast<std::uint8_t>(end),
                 static_cast<std::uint8_t>(length), score, 0});
        }
    }

    void add_shortest(Cut::Kind kind, std::uint32_t lengths) {
        if (lengths == 0) return;
        const int length = std::countr_zero(lengths);
        add({kind, 0, static_cast<std::uint8_t>(length), kOffer + kCoin * length, 0});
    }

    void add(const Cut& cut) { cuts_[count_++] = cut; }

    std::array<Cut, kMaxEdges> cuts_;
    std::size_t count_ = 0;
};

/// Of what a cut leaves behind.
std::uint64_t ProofSearch::key_after(const StringGraph& graph, const Cut& cut) {
    if (cut.kind == Cut::Kind::string) return graph.key_after_cut(cut.end);
    StringGraph rest = graph;
    cut.apply(rest);
    return rest.key();
}

int ProofSearch::test(const StringGraph& graph, int beta) {
    return test(graph, graph.key(), beta);
}

int ProofSearch::test(const StringGraph& graph, std::uint64_t key, int beta) {
    const int coins = graph.coins();
    if ((beta ^ coins) & 1) ++beta;  // the value has the parity of the coins
    if (beta > coins) return coins;
    if (beta <= -coins) return -coins;
    if (++nodes_ >= next_check_) check();
    if (stopped_) return 0;
    if (graph.joints() == 0) return loony_value(graph.loose());

    Bounds bounds{-coins, coins};
    table_.probe(key, coins, bounds);
    if (bounds.lower >= beta) return bounds.lower;
    if (bounds.upper < beta) return bounds.upper;

    const std::uint64_t nodes_before = nodes_;
    Cuts cuts{graph, history_};
    if (thread_ > 0) cuts.shuffle(key, thread_);
    int best = -coins;
    const auto finish = [&](int value) {
        if (value >= beta) {
            bounds.lower = std::max(bounds.lower, value);
        } else {
            bounds.upper = std::min(bounds.upper, value);
        }
        table_.store(key, coins, bounds, nodes_ - nodes_before);
        return value;
    };

    // What the table knows of the positions after them: a cut-off, or which are no use.
    Cut* end = cuts.begin();
    for (Cut& cut : cuts) {
        if (cut.returnable() > 0) continue;
        cut.key = key_after(graph, cut);
        table_.prefetch(cut.key);
    }
    for (Cut& cut : cuts) {
        if (cut.returnable() == 0) {
            const int left = coins - cut.length;
            Bounds known{-left, left};
            table_.probe(cut.key, left, known);
            const int least = -known.upper - cut.length, most = -known.lower - cut.length;
            if (least >= beta) return finish(least);
            if (most < beta) {
                best = std::max(best, most);
                continue;
            }
        }
        *end++ = cut;
    }

    for (Cut* cut = cuts.begin(); cut != end; ++cut) {
        std::iter_swap(cut, std::max_element(cut, end, [](const Cut& a, const Cut& b) {
                           return a.score < b.score;
                       }));
        const int value = value_of_cut(graph, *cut, beta);
        if (stopped_) return 0;
        best = std::max(best, value);
        if (value >= beta) {
            learn(*cut, cuts.begin(), cut, coins);
            break;
        }
    }
    return finish(best);
}

/// As test(), for the side that cuts.
int ProofSearch::value_of_cut(const StringGraph& graph, const Cut& cut, int beta) {
    StringGraph rest = graph;
    const int taken = cut.apply(rest);
    const int returnable = cut.returnable();
    if (returnable > 0) return value_of_offer(rest, taken, returnable, beta);
    return -taken - test(rest, cut.key, 1 - beta - taken);
}

/// -((t - h) + |h + V|) >= beta if and only if V lies in a window about -h.
int ProofSearch::value_of_offer(const StringGraph& rest, int taken, int returnable, int beta) {
    const int sure = taken - returnable;
    const int margin = -beta - sure;
    const int least = (rest.coins() ^ returnable) & 1;  // of |h + V|
    if (margin < least) return -sure - least;
    const std::uint64_t key = rest.key();
    const int high = test(rest, key, margin - returnable + 1);
    if (high > margin - returnable || stopped_) return -sure - std::abs(returnable + high);
    const int low = test(rest, key, -returnable - margin);
    if (low < -returnable - margin) return -sure - std::abs(returnable + low);
    return -sure - std::max(std::abs(returnable + low), std::abs(returnable + high));
}

/// The move that cut off gains history, against those tried before it.
void ProofSearch::learn(const Cut& best, const Cut* begin, const Cut* end, int coins) {
    const auto add = [&](const Cut& cut, int bonus) {
        if (cut.kind != Cut::Kind::string) return;
        int& history = history_[cut.end];
        history += bonus - history * std::abs(bonus) / kHistoryMax;
    };
    const int bonus = coins * coins;
    add(best, bonus);
    for (const Cut* cut = begin; cut != end; ++cut) add(*cut, -bonus);
}

void ProofSearch::allow(std::uint64_t nodes) {
    stopped_ = false;
    allowed_ = nodes_ + std::min(nodes, ~nodes_);
    next_check_ = std::min(allowed_, nodes_ + kCheckEvery);
}

void ProofSearch::publish() {
    watch_.over(nodes_ - published_);
    published_ = nodes_;
}

void ProofSearch::check() {
    ended_ = watch_.over(nodes_ - published_) || (give_up_at_ < 1 && watch_.used(give_up_at_));
    published_ = nodes_;
    stopped_ = ended_ || nodes_ >= allowed_ || enough_.load(std::memory_order_relaxed);
    next_check_ = std::min(allowed_, nodes_ + kCheckEvery);
}

}  // namespace sparring::dots_and_boxes
