#include "engines/dots-and-boxes/solver.hpp"

#include <algorithm>
#include <thread>

#include "engines/dots-and-boxes/proof_search.hpp"
#include "engines/dots-and-boxes/reduction.hpp"

namespace sparring::dots_and_boxes {
namespace {

/// One call of solve(): its threads' searches, which share table and watch.
class Proof {
  public:
    Proof(BoundsTable& table, const StringKeys& keys, Watch& watch, int threads) : table_{table} {
        for (int i = 0; i < threads; ++i) {
            searches_.push_back(std::make_unique<ProofSearch>(table, keys, watch, found_, i));
        }
    }

    /// A bound v of the boxes still to come, for the side to move: at most v if v < beta, else at
    /// least. None if the watch ended it.
    std::optional<int> test(const Position& position, int beta) {
        // Most tests are over before a thread has started.
        constexpr std::uint64_t alone = 30'000;
        found_ = false;
        const bool only = searches_.size() == 1;
        main().allow(only ? kUnlimited : alone, true);
        const int value = test(main(), position, beta);
        if (!main().stopped()) return value;
        while (!main().ended()) {
            if (const auto together = test_together(position, beta)) return together;
            if (!main().ended()) table_.grow();
        }
        return {};
    }

    /// A move that keeps the value, and what is left of it for the side to move then. None if the
    /// watch ended it.
    std::optional<Move> best_move(const Position& position, int value) {
        auto moves = relevant_moves(position);
        found_ = false;
        // Which move is easy to prove shows when all get a few nodes, then more.
        for (std::uint64_t nodes = 1'000; moves.size() > 1; nodes *= 8) {
            std::size_t open = 0;
            for (const Move move : moves) {
                main().allow(nodes, true);
                const bool reached = value_of(main(), position, move, value) >= value;
                if (main().ended()) return {};
                if (main().stopped()) {
                    moves[open++] = move;
                } else if (reached) {
                    return move;
                }
            }
            moves.resize(open);
        }
        return moves[0];  // the only one that is left
    }

    /// Unless a win is sure, somebody else shall have time for the move.
    void give_up_at(double share) {
        for (const auto& search : searches_) search->give_up_at(share);
    }

    void publish() {
        for (const auto& search : searches_) search->publish();
    }

  private:
    static constexpr std::uint64_t kUnlimited = ~std::uint64_t{0};

    ProofSearch& main() { return *searches_.front(); }

    /// All threads try the same; the first that is done is enough. None if the table is to grow
    /// first, or the watch ended it.
    std::optional<int> test_together(const Position& position, int beta) {
        std::optional<int> result;
        found_ = false;
        const std::uint64_t nodes = table_.small() ? table_.room() / searches_.size() : kUnlimited;
        const auto work = [&](ProofSearch& search) {
            search.allow(nodes, false);
            const int value = test(search, position, beta);
            if (!search.stopped() && !found_.exchange(true)) result = value;
        };
        std::vector<std::thread> helpers;
        for (std::size_t i = 1; i < searches_.size(); ++i) {
            helpers.emplace_back([&work, &search = *searches_[i]] { work(search); });
        }
        work(main());
        for (std::thread& helper : helpers) helper.join();
        return result;
    }

    /// Takes what can be taken move by move, and leaves the rest to the search.
    int test(ProofSearch& search, const Position& position, int beta) const {
        if (position.is_over()) return 0;
        if (position.freedom_one() == 0) return search.test(StringGraph{position}, beta);
        int best = -kMaxBoxes;
        for (const Move move : relevant_moves(position)) {
            best = std::max(best, value_of(search, position, move, beta));
            if (best >= beta || search.stopped()) break;
        }
        return best;
    }

    int value_of(ProofSearch& search, const Position& position, Move move, int beta) const {
        Position next = position;
        next.play(move);
        const int closed = std::popcount(position.closes(move));
        return closed > 0 ? closed + test(search, next, beta - closed)
                          : -test(search, next, 1 - beta);
    }

    BoundsTable& table_;
    std::atomic<bool> found_{false};
    std::vector<std::unique_ptr<ProofSearch>> searches_;
};

/// Moves of best play, as many as the watch leaves time for.
std::vector<Move> principal_variation(Proof& proof, Position position, int value) {
    std::vector<Move> line;
    while (!position.is_over()) {
        const auto move = proof.best_move(position, value);
        if (!move) break;
        const int closed = std::popcount(position.closes(*move));
        value = closed > 0 ? value - closed : -value;
        position.play(*move);
        line.push_back(*move);
    }
    return line;
}

}  // namespace

void Solver::solve(const Position& position, int threads, Watch& watch,
                   const OnSolution& on_solution) {
    table_.reserve();
    if (!keys_ || !(keys_->board() == position.board())) keys_.emplace(position.board());
    Proof proof{table_, *keys_, watch, threads};

    proof.give_up_at(0.5);

    const int banked = position.banked();
    const int open = std::popcount(position.geometry().all_boxes & ~position.closed());
    int lower = -open,
        upper = open;       // of the boxes still to come; all three differ by even numbers
    int beta = 1 - banked;  // first of all: is it won?
    while (lower < upper) {
        beta = std::clamp(beta + ((beta ^ open) & 1), lower + 2, upper);
        const auto value = proof.test(position, beta);
        if (!value) return proof.publish();
        if (*value < beta) {
            upper = beta = *value;
        } else {
            lower = *value;
            beta = lower + 2;
            if (lower == upper) break;
            const auto move = proof.best_move(position, lower);
            proof.publish();
            if (move) {
                on_solution({banked + lower, false, {*move}});
                if (banked + lower > 0) proof.give_up_at(1);
            }
        }
    }
    const auto line = principal_variation(proof, position, lower);
    proof.publish();
    if (!line.empty()) on_solution({banked + lower, true, line});
}

}  // namespace sparring::dots_and_boxes
