#include "engines/amazons/puct.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <mutex>
#include <thread>
#include <tuple>

namespace sparring::amazons {
namespace {

// Found by matches between settings at fixed nodes.
constexpr float kCompany = 0.1f;  // what each other thread below a child takes from its claim
constexpr float kExploration = 0.3f;
constexpr float kTemperature = 0.25f;  // of the priors, in expected result
constexpr std::size_t kMostChildren = 64;

constexpr std::uint64_t kOpening = 64;  // expansions

/// What makes an expected result out of an evaluation: the lead, in hundredths of a square, that is
/// worth tanh(1). Late in the game a small lead decides (fitted to results of self-play by tens of
/// plies); in the opening the fit says up to twenty squares, but plays worse than four.
float decisive_lead(const Position& position) {
    constexpr std::array<float, 8> by_tens{400, 400, 400, 400, 350, 150, 100, 100};
    // As if the board were of 10x10.
    const int squares = position.variant().columns * position.variant().rows - 2 * kMostAmazons;
    const int played = squares - std::min(squares, position.moves_left());
    const float tens = static_cast<float>(played) * 9.2f / static_cast<float>(squares);
    const auto i = static_cast<std::size_t>(tens);
    if (i + 1 >= by_tens.size()) return by_tens.back();
    const float part = tens - static_cast<float>(i);
    return by_tens[i] * (1 - part) + by_tens[i + 1] * part;
}

Move move_of(std::uint32_t code) {
    return {static_cast<std::uint8_t>(code & 127), static_cast<std::uint8_t>(code >> 7 & 127),
            static_cast<std::uint8_t>(code >> 14 & 127)};
}

}  // namespace

/// One search; its threads share the tree under one lock, which they give up while they evaluate.
struct Puct::Search {
    Puct& puct;
    const Position& root;
    const Evaluation& evaluation;
    const BestFirstTask& task;
    const OnProgress& on_progress;

    std::mutex mutex{};
    bool ended = false, full = false;
    std::uint64_t expansions = 0, next_report = kOpening;
    int told_depth = 0;

    Node& node(std::uint32_t i) { return puct.pool_[i]; }

    // ---- one way down the tree ----

    /// For the side to move in the parent.
    static float value_of(const Node& parent, const Node& child) {
        if (child.proof != Proof::none) return child.proof == Proof::lost ? 1.0f : -1.0f;
        return child.children > 0 ? child.worth
                                  : parent.base + static_cast<float>(child.behind) / 127;
    }

    /// How much a child deserves the next visit.
    static float claim(const Node& parent, const Node& child, float root_of_visits) {
        if (child.proof != Proof::none) return -100;  // there is nothing left to find
        const float exploration =
            kExploration * child.prior * root_of_visits / static_cast<float>(1 + child.visits);
        return value_of(parent, child) - kCompany * static_cast<float>(child.under_way) +
               exploration;
    }

    std::uint32_t select(const Node& parent) {
        const float visits = std::sqrt(static_cast<float>(parent.visits));
        std::uint32_t best = parent.first;
        float most = -1e9f;
        for (std::uint32_t i = parent.first; i < parent.first + parent.children; ++i) {
            const float claimed = claim(parent, node(i), visits);
            if (claimed > most) {
                most = claimed;
                best = i;
            }
        }
        return best;
    }

    /// From the root to a leaf, whose position it leaves in `position`.
    void descend(Scratch& scratch, Position& position) {
        std::uint32_t at = 0;
        scratch.path.assign(1, 0);
        while (node(at).children > 0 && (at == 0 || node(at).proof == Proof::none)) {
            at = select(node(at));
            position.play(move_of(node(at).move));
            scratch.path.push_back(at);
        }
        scratch.longest = std::max(scratch.longest, static_cast<int>(scratch.path.size()) - 1);
    }

    void visit(const Scratch& scratch) {
        for (const std::uint32_t i : scratch.path) {
            ++node(i).visits;
            if (node(i).under_way < 7) ++node(i).under_way;
        }
    }

    void leave(const Scratch& scratch) {
        for (const std::uint32_t i : scratch.path) {
            if (node(i).under_way > 0) --node(i).under_way;
        }
    }

    /// Takes the new value of the leaf up the path: a position is worth its best child.
    void come_back(const Scratch& scratch) {
        leave(scratch);
        for (std::size_t k = scratch.path.size(); k-- > 0;) {
            Node& n = node(scratch.path[k]);
            if (n.children == 0) continue;
            float best = -1;
            for (std::uint32_t i = n.first; i < n.first + n.children; ++i) {
                best = std::max(best, value_of(n, node(i)));
            }
            n.worth = -best;
        }
    }

    /// Undoes visit().
    void turn_back(const Scratch& scratch) {
        leave(scratch);
        for (const std::uint32_t i : scratch.path) --node(i).visits;
    }

    /// Draws conclusions from proved children, as far up as they go.
    void prove(const Scratch& scratch) {
        for (std::size_t k = scratch.path.size(); k-- > 0;) {
            Node& n = node(scratch.path[k]);
            if (n.children == 0) continue;
            bool all_won = true;
            for (std::uint32_t i = n.first; i < n.first + n.children; ++i) {
                if (node(i).proof == Proof::lost) {
                    n.proof = Proof::won;
                    break;
                }
                all_won = all_won && node(i).proof == Proof::won;
            }
            if (n.proof == Proof::none && all_won) {
                n.proof = n.truncated ? Proof::none : Proof::lost;
                if (n.truncated) {
                    // What was left out must be looked at: it becomes a leaf again.
                    n.whole = true;
                    n.children = 0;
                }
            }
            if (n.proof == Proof::none) return;
        }
    }

    // ---- the children of a leaf ----

    /// The root needs children, for one of them is to be played.
    Proof solve(Scratch& scratch, const Position& position, std::uint32_t at) const {
        return task.prove && at != 0 ? scratch.leaf.solve(position, task.watch) : Proof::none;
    }

    /// Most children of a node.
    static std::size_t room(const Node& n) {
        return n.whole ? Position::MoveList::capacity : kMostChildren;
    }

    /// Gives the leaf the best candidates as children; the result for its side to move. Between
    /// its own evaluation and that of its best child, for either is partial to who has just moved.
    /// Precondition: there are candidates, and the pool has room.
    float grow(Scratch& scratch, const Position& position, Node& leaf) {
        using Candidate = Leaf::Candidate;
        const float lead = decisive_lead(position);
        const auto expected = [&](Value v) { return std::tanh(static_cast<float>(v) / lead); };
        auto& all = scratch.leaf.candidates();
        const std::size_t kept = std::min(all.size(), room(leaf));
        const auto better = [](const Candidate& a, const Candidate& b) {
            return a.value != b.value ? a.value > b.value : a.move < b.move;
        };
        const auto end = all.begin() + static_cast<std::ptrdiff_t>(kept);
        if (kept < all.size()) std::nth_element(all.begin(), end, all.end(), better);
        std::sort(all.begin(), end, better);
        const float best = expected(all[0].value);
        const float still = expected(evaluation.evaluate(position));
        leaf.first = puct.pool_.take(kept);
        leaf.children = static_cast<std::uint16_t>(kept);
        leaf.truncated = kept < all.size() || !scratch.leaf.complete();
        float sum = 0;
        for (std::size_t i = 0; i < kept; ++i) {
            Node& child = node(leaf.first + static_cast<std::uint32_t>(i));
            child = Node{};
            child.move = all[i].move;
            child.proof = all[i].proof;
            const float behind = expected(all[i].value) - best;
            child.behind = static_cast<std::int8_t>(std::max(behind, -1.0f) * 127);
            child.prior = std::exp(behind / kTemperature);
            sum += child.prior;
        }
        for (std::uint32_t i = 0; i < leaf.children; ++i) node(leaf.first + i).prior /= sum;
        return all[0].proof == Proof::lost ? 1 : (best + still) / 2;
    }

    // ---- threads ----

    void work(Scratch& scratch, bool leads) {
        std::unique_lock lock{mutex};
        while (!ended) {
            Position position = root;
            descend(scratch, position);
            const std::uint32_t at = scratch.path.back();
            if (node(at).busy) {
                lock.unlock();
                std::this_thread::yield();
                lock.lock();
                continue;
            }
            visit(scratch);
            if (node(at).proof != Proof::none) {
                prove(scratch);
                come_back(scratch);
            } else {
                node(at).busy = true;
                const bool whole = node(at).whole;
                lock.unlock();
                const Proof solved = solve(scratch, position, at);
                if (solved == Proof::none)
                    scratch.leaf.evaluate_moves(position, evaluation, task.prove, whole);
                lock.lock();
                Node& leaf = node(at);
                leaf.busy = false;
                if (solved != Proof::none) {
                    leaf.proof = solved;
                    prove(scratch);
                    come_back(scratch);
                } else if (!puct.pool_.fits(room(leaf))) {
                    full = true;
                    turn_back(scratch);
                } else {
                    leaf.base = grow(scratch, position, leaf);
                    prove(scratch);
                    come_back(scratch);
                    ++expansions;
                }
            }
            ended = ended || over(scratch) || full || node(0).proof != Proof::none;
            if (leads && (expansions >= next_report || expansions <= kOpening)) tell(scratch);
        }
    }

    /// Reports what has doubled in work or, near the beginning, gained in depth.
    void tell(const Scratch& scratch) {
        const Progress now = progress(scratch);
        if (expansions < next_report && now.depth <= told_depth) return;
        next_report = std::max(2 * expansions, kOpening);
        told_depth = now.depth;
        on_progress(now);
        if (now.depth >= task.depth) ended = true;
    }

    bool over(Scratch& scratch) {
        // No visit is for nothing, or a search by nodes might not end.
        const std::uint64_t added = std::max<std::uint64_t>(scratch.leaf.take_evaluations(), 1);
        // A first move there must be.
        if (task.watch.over(added, node(0).children > 0)) return node(0).children > 0;
        if (!task.until || expansions < 2) return false;
        return node(0).children == 1 || std::chrono::steady_clock::now() >= *task.until;
    }

    // ---- what it comes to ----

    std::uint32_t favourite(const Node& parent) {
        const auto rank = [&](const Node& n) {
            const int proof = n.proof == Proof::lost ? 1 : n.proof == Proof::won ? -1 : 0;
            return std::tuple{proof, n.visits, n.worth, n.prior};
        };
        std::uint32_t best = parent.first;
        for (std::uint32_t i = parent.first + 1; i < parent.first + parent.children; ++i) {
            if (rank(node(i)) > rank(node(best))) best = i;
        }
        return best;
    }

    Progress progress(const Scratch& scratch) {
        Progress now;
        for (std::uint32_t at = 0; node(at).children > 0;) {
            const std::uint32_t next = favourite(node(at));
            if (at != 0 && node(next).visits == 0) break;
            at = next;
            now.pv.push_back(move_of(node(at).move));
        }
        const Node& chosen = node(favourite(node(0)));
        now.depth = static_cast<int>(now.pv.size());
        now.seldepth = std::max(scratch.longest, now.depth);
        now.hashfull = puct.pool_.permill();
        if (node(0).proof != Proof::none) {
            const bool won = node(0).proof == Proof::won;
            now.final_score = won ? 1 : -1;
            now.value = won ? Evaluation::kLargest : -Evaluation::kLargest;
        } else {
            const float worth = value_of(node(0), chosen);
            now.value = static_cast<Value>(decisive_lead(root) *
                                           std::atanh(std::clamp(worth, -0.9999f, 0.9999f)));
        }
        return now;
    }
};

void Puct::clear() {
    pool_.release();
    scratch_.clear();
}

void Puct::search(const Position& position, const Evaluation& evaluation, const BestFirstTask& task,
                  const OnProgress& on_progress) {
    pool_.start();
    const auto threads = static_cast<std::size_t>(std::max(1, task.threads));
    while (scratch_.size() < threads) scratch_.push_back(std::make_unique<Scratch>());
    for (const auto& scratch : scratch_) {
        scratch->path.reserve(128);
        scratch->leaf.take_evaluations();
        scratch->longest = 0;
    }
    Search search{*this, position, evaluation, task, on_progress};
    std::vector<std::thread> helpers;
    for (std::size_t i = 1; i < threads; ++i) {
        helpers.emplace_back([&, i] { search.work(*scratch_[i], false); });
    }
    search.work(*scratch_[0], true);
    for (std::thread& helper : helpers) helper.join();
    on_progress(search.progress(*scratch_[0]));
}

}  // namespace sparring::amazons
