#include "engines/dots-and-boxes/proof_search.hpp"

#include <algorithm>
#include <cstdlib>

#include "engines/dots-and-boxes/loony_endgame.hpp"
#include "engines/games/types.hpp"

namespace sparring::dots_and_boxes {

int ProofSearch::test(const StringGraph& graph, int beta) {
    const Lanes lanes = keys_.lanes(graph);
    return test(graph, lanes, StringKeys::key(lanes), beta, 0);
}

int ProofSearch::test(const StringGraph& graph, const Lanes& lanes, std::uint64_t key, int beta,
                      unsigned side) {
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
    const auto finish = [&](int value) {
        if (value >= beta) {
            bounds.lower = std::max(bounds.lower, value);
        } else {
            bounds.upper = std::min(bounds.upper, value);
        }
        table_.store(key, coins, bounds, nodes_ - nodes_before);
        return value;
    };
    Cuts cuts;
    generator_.generate(graph, lanes, cuts);
    for (const Cut& cut : cuts) {
        if (cut.returnable() == 0) table_.prefetch(cut.key);
    }

    // What the table knows of the positions after them: a cut-off, or which are no use.
    int best = -coins;
    Cut* end = cuts.begin();
    for (const Cut& cut : cuts) {
        const int left = coins - cut.length;
        Bounds known{-left, left};
        if (cut.returnable() == 0) table_.probe(cut.key, left, known);
        const int least = -known.upper - cut.length, most = -known.lower - cut.length;
        if (least >= beta) return finish(least);
        const bool open = most >= beta;
        best = std::max(best, open ? best : most);
        *end = cut;
        end += open;
    }

    for (Cut* cut = cuts.begin(); cut != end; ++cut) {
        cut->score = order_.score(graph, *cut, cuts.lanes_after(*cut), side);
        if (thread_ > 0) cut->score += shuffle(cut->key);
    }
    for (Cut* cut = cuts.begin(); cut != end; ++cut) {
        std::iter_swap(cut, std::max_element(cut, end, [](const Cut& a, const Cut& b) {
                           return a.score < b.score;
                       }));
        const int value = value_of_cut(graph, *cut, cuts.lanes_after(*cut), beta, side);
        if (stopped_) return 0;
        best = std::max(best, value);
        if (value >= beta) {
            order_.learn(graph, *cut, cuts.begin(), side);
            break;
        }
    }
    return finish(best);
}

/// Changes the order a little, so that threads do not all do the same.
int ProofSearch::shuffle(std::uint64_t key) const {
    constexpr std::uint64_t most = 30'000;
    return static_cast<int>(mix64(key + static_cast<std::uint64_t>(thread_)) % most);
}

/// As test(), for the side that cuts; `after` are the sums of what is left.
int ProofSearch::value_of_cut(const StringGraph& graph, const Cut& cut, const Lanes& after,
                              int beta, unsigned side) {
    StringGraph rest = graph;
    const int taken = cut.apply(rest);
    const int returnable = cut.returnable();
    if (returnable == 0) return -taken - test(rest, after, cut.key, 1 - beta - taken, side ^ 1);

    // -((t - h) + |h + V|) >= beta if and only if V lies in a window about -h.
    const int sure = taken - returnable;
    const int margin = -beta - sure;
    const int least = (rest.coins() ^ returnable) & 1;  // of |h + V|
    if (margin < least) return -sure - least;
    const int high = test(rest, after, cut.key, margin - returnable + 1, side ^ 1);
    if (high > margin - returnable || stopped_) return -sure - std::abs(returnable + high);
    const int low = test(rest, after, cut.key, -returnable - margin, side ^ 1);
    if (low < -returnable - margin) return -sure - std::abs(returnable + low);
    return -sure - std::max(std::abs(returnable + low), std::abs(returnable + high));
}

void ProofSearch::allow(std::uint64_t nodes, bool alone) {
    stopped_ = false;
    alone_ = alone;
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
    if (alone_ && table_.small() && nodes_ - nodes_grown_ >= table_.room()) {
        table_.grow();
        nodes_grown_ = nodes_;
    }
}

}  // namespace sparring::dots_and_boxes
