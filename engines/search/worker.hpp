// One thread of a search: the recursion, its move ordering and its own tables.
#pragma once

#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engines/games/line.hpp"
#include "engines/search/drivers.hpp"
#include "engines/search/lessons.hpp"
#include "engines/search/move_picker.hpp"
#include "engines/search/settings.hpp"
#include "engines/search/table_terms.hpp"
#include "engines/search/transposition.hpp"
#include "engines/search/watch.hpp"

namespace sparring {

/// What the workers of one search have in common.
struct Shared {
    TranspositionTable& table;
    const SearchSettings& settings;
    Watch& watch;
};

template <GameLike G>
class Worker {
  public:
    using Rules = typename G::Rules;
    using Tactics = typename G::Tactics;
    using Evaluation = typename G::Evaluation;
    using Position = typename Rules::Position;
    using Move = typename Rules::Move;
    using Moves = typename Rules::MoveList;
    using Terms = TableTerms<G>;

    Worker(Shared& shared, const Line<Rules>& line, const Evaluation& evaluation)
        : shared_{shared}, line_{line}, evaluation_{evaluation} {
        path_.assign(line.past().begin(), line.past().end());
        path_base_ = path_.size();
        path_.resize(path_base_ + kMaxPly + 1);
        Moves moves;
        line.current().generate(moves);
        root_moves_ = moves.size();
        if (!moves.empty()) best_ = moves[0];
        schedule_check();
    }

    std::size_t root_moves() const { return root_moves_; }
    std::uint64_t nodes() const { return published_nodes_.load(std::memory_order_relaxed); }
    int seldepth() const { return seldepth_; }
    Value value() const { return value_; }

    /// Searches the root to `depth` plies. False if stopped first; then best move and value are
    /// those of the last finished iteration, or of this one as far as it had improved on it.
    bool iterate(int depth) {
        seldepth_ = 0;
        iteration_ = depth;
        const Value value = drive(depth);
        published_nodes_.store(nodes_, std::memory_order_relaxed);
        if (stopped_) return false;
        value_ = value;
        return true;
    }

    /// The game's result for the side to move if value() proves it.
    std::optional<int> proof(int depth) const {
        constexpr Value unit = Tactics::final_unit;
        if (depth >= line_.current().moves_left()) {
            if constexpr (unit > 0) return value_ / unit;
            return value_ > 0 ? 1 : value_ < 0 ? -1 : 0;
        }
        if (unit == 0 && std::abs(value_) >= kWin - kMaxPly) return value_ > 0 ? 1 : -1;
        return {};
    }

    /// The best move and what the table remembers after it.
    std::vector<Move> principal_variation(int length) const {
        std::vector<Move> pv{best_};
        Position position = line_.current();
        position.play(best_);
        while (static_cast<int>(pv.size()) < length) {
            TranspositionTable::Entry entry;
            if (!shared_.table.probe(Terms::key(position), entry) || entry.move == 0) break;
            Moves moves;
            position.generate(moves);
            const Move* move = std::find_if(moves.begin(), moves.end(),
                                            [&, code = Terms::move_from(position, entry.move)](
                                                Move m) { return m.code() + 1 == code; });
            if (move == moves.end()) break;
            pv.push_back(*move);
            position.play(*move);
        }
        return pv;
    }

  private:
    static constexpr std::uint64_t kCheckEvery = 512;
    static constexpr bool kSelective = Selective<G>;
    static constexpr bool kFrontier = requires { &G::selective_frontier; };
    static constexpr bool kSettles = requires(const Position& position, Moves& moves) {
        Tactics::settle(position, 0, moves);
    };

    Value drive(int depth) {
        const auto window = [&](Value alpha, Value beta) {
            return search(line_.current(), alpha, beta, depth, 0, 0);
        };
        return driven(shared_.settings.driver, depth, value_, window, stopped_);
    }

    // ---- the recursion ----

    /// Fail-soft value of a position for its side to move. At depth 0 unquiet positions are
    /// searched on; `beyond` counts the plies below the horizon.
    Value search(const Position& position, Value alpha, Value beta, int depth, int ply,
                 int beyond) {
        if (++nodes_ >= next_check_) check();
        if (stopped_) return 0;
        seldepth_ = std::max(seldepth_, ply);

        const bool exact = shared_.settings.exact;
        if (ply > 0 && !exact && drawn(position, ply)) return 0;
        if (ply >= kMaxPly - 1) return horizon(position, ply);
        if (const auto result = known(position); result && ply > 0) {
            // A known win is a lower bound: below the root of a won ending the search goes on.
            constexpr Value bound = kKnownWin - static_cast<Value>(Evaluation::kLargest);
            if (*result == 0) return 0;
            if (*result > 0 && bound >= beta) return bound;
            if (*result < 0 && -bound <= alpha) return -bound;
        }
        if constexpr (kSettles) {
            if (depth <= 0 && !exact) {
                if (const auto value = settle(position, alpha, beta, ply, beyond)) return *value;
                depth = 1;
            }
        }
        if (depth <= 0 && (position.moves_left() == 0 || !Tactics::is_unquiet(position, beyond))) {
            return horizon(position, ply);
        }

        // A search that reaches the end of the game on every line is as deep as any.
        const bool complete = depth >= position.moves_left();
        const int draft = std::min(depth, position.moves_left());
        if constexpr (requires { Tactics::score_bounds(position); }) {
            if (complete && !exact && ply > 0) {
                const auto [least, most] = Tactics::score_bounds(position);
                if (most * Tactics::final_unit <= alpha) return most * Tactics::final_unit;
                if (least * Tactics::final_unit >= beta) return least * Tactics::final_unit;
            }
        }
        const bool use_table = depth > 0;
        const std::uint64_t table_key = use_table ? Terms::key(position) : 0;
        const Value offset = Terms::offset(position);
        std::uint32_t table_move = 0;
        if (TranspositionTable::Entry entry; use_table && shared_.table.probe(table_key, entry)) {
            table_move = Terms::move_from(position, entry.move);
            const bool deep = exact ? entry.depth == draft : entry.depth >= draft;
            if (ply > 0 && deep) {
                const Value lower = Terms::value_from(entry.lower, ply, offset);
                const Value upper = Terms::value_from(entry.upper, ply, offset);
                if (lower >= beta) return lower;
                if (upper <= alpha) return upper;
                if (lower == upper) return lower;
            }
        }

        if (position.is_over()) return terminal(position, ply);
        if constexpr (requires { Tactics::prob_cut(position, evaluation_, depth); }) {
            if (shared_.settings.selective && !exact && !complete && ply > 0 && beta == alpha + 1) {
                if (const auto value = prob_cut(position, alpha, depth, ply)) return *value;
            }
        }
        if (ply == 0 && table_move == 0) table_move = best_.code() + 1;
        const Value original_alpha = alpha;
        const OrderingHints hints = lessons_.hints(position.side_to_move(), ply, table_move);
        if constexpr (kFrontier) {
            if (depth == 1) {
                const Window window{alpha, beta, kWin - ply - 1};
                const Sight sight =
                    exact || complete ? G::full_frontier(position, evaluation_, hints, window)
                                      : G::selective_frontier(position, evaluation_, hints, window);
                nodes_ += sight.evaluations - 1;  // the node itself is counted
                seldepth_ = std::max(seldepth_, ply + 1);
                const Move move = *Tactics::legal_move(position, sight.move - 1);
                if (ply == 0 && sight.value > alpha) {
                    best_ = move;
                    value_ = sight.value;
                }
                if (sight.value >= beta)
                    lessons_.reward(position.side_to_move(), move, {}, depth, ply);
                shared_.table.store(table_key, draft, Terms::value_to(alpha, ply, offset),
                                    Terms::value_to(beta, ply, offset),
                                    Terms::value_to(sight.value, ply, offset),
                                    sight.value > alpha ? sight.move : 0);
                return sight.value;
            }
        }
        auto picker = picker_for(position, hints, depth, ply, exact || complete);
        path_[path_base_ + ply] = position.hash();

        Value best = -kInfinite;
        std::uint32_t best_code = 0;
        const bool wide = shared_.settings.driver == Driver::alphabeta;
        typename Lessons<G>::Tried tried;
        for (std::size_t i = 0;; ++i) {
            const auto picked = picker.next();
            if constexpr (kSelective) {
                if (const auto evaluated = picker.take_evaluations()) nodes_ += evaluated - 1;
            }
            if (!picked) {
                // Nothing is lost before all moves are seen to lose.
                if constexpr (kSelective)
                    if (best <= kMaxPly - kWin && picker.widen()) continue;
                break;
            }
            const Move move = *picked;
            Position next = position;
            next.play(move);
            const int next_depth = depth > 0 ? depth - cost(position, move, picker) : 0;
            const int next_beyond = depth > 0 ? 0 : beyond + 1;
            const bool same_side = next.side_to_move() == position.side_to_move();
            const auto child = [&](Value low, Value high, int child_depth) {
                return same_side ? search(next, low, high, child_depth, ply + 1, next_beyond)
                                 : -search(next, -high, -low, child_depth, ply + 1, next_beyond);
            };
            if (next_depth > 0) shared_.table.prefetch(Terms::key(next));

            Value value;
            if (i == 0) {
                value = child(alpha, beta, next_depth);
            } else {
                const int reduced =
                    next_depth - (exact || complete ? 0
                                                    : reduction(picker, position, move, depth,
                                                                next_depth, i, beta > alpha + 1));
                const Value high = wide ? beta : alpha + 1;
                value = child(alpha, high, reduced);
                if (value > alpha && reduced < next_depth) value = child(alpha, high, next_depth);
                if (value > alpha && value < beta && high < beta)
                    value = child(alpha, beta, next_depth);
            }
            if (stopped_) return 0;
            best = std::max(best, value);
            if (value > alpha) {
                alpha = value;
                best_code = move.code() + 1;
                if (ply == 0) {
                    best_ = move;
                    value_ = value;
                }
                if (value >= beta) {
                    lessons_.reward(position.side_to_move(), move, tried, depth, ply);
                    break;
                }
            }
            tried.add(move);
        }
        if (use_table) {
            shared_.table.store(table_key, draft, Terms::value_to(original_alpha, ply, offset),
                                Terms::value_to(beta, ply, offset),
                                Terms::value_to(best, ply, offset),
                                Terms::move_to(position, best_code));
        }
        return best;
    }

    auto picker_for(const Position& position, const OrderingHints& hints, int depth, int ply,
                    bool full) const {
        if constexpr (kSelective)
            return SelectivePicker<G>{position, evaluation_, hints, depth, ply == 0, full};
        else
            return MovePicker<G>{position, hints, !shared_.settings.exact, depth};
    }

    int cost(const Position& position, Move move, const auto& picker) const {
        if constexpr (requires { Tactics::selective_cost(position, move, false); }) {
            if (!shared_.settings.exact)
                return Tactics::selective_cost(position, move, picker.size() == 1);
        }
        return Tactics::depth_cost(position, move);
    }

    /// Late moves are searched less deep first (never in exact mode or when solving).
    static int reduction(const auto& picker, const Position& position, Move move, int depth,
                         int next_depth, std::size_t index, bool open_window) {
        if constexpr (kSelective) return std::clamp(picker.reduction(), 0, std::max(next_depth, 0));
        if constexpr (requires { Tactics::reduction(position, move, depth, 0, true); }) {
            const int wanted =
                Tactics::reduction(position, move, depth, static_cast<int>(index), open_window);
            return std::clamp(wanted, 0, std::max(next_depth, 0));
        }
        if (depth < 3 || next_depth >= depth || index < 3) return 0;
        static const auto table = [] {
            std::array<std::array<std::int8_t, 64>, 64> r{};
            for (int d = 1; d < 64; ++d) {
                for (int i = 1; i < 64; ++i) {
                    r[d][i] = static_cast<std::int8_t>(0.4 + std::log(d) * std::log(i) / 2.4);
                }
            }
            return r;
        }();
        const int wanted = table[std::min(depth, 63)][std::min<std::size_t>(index, 63)];
        return std::clamp(wanted, 0, next_depth - 1);
    }

    /// Below the horizon where the search is selective: the value of a position, or nothing where
    /// it has to be searched one ply on with all its moves.
    std::optional<Value> settle(const Position& position, Value alpha, Value beta, int ply,
                                int beyond) {
        Moves forced;
        switch (Tactics::settle(position, beyond, forced)) {
            case Settled::no:
                return {};
            case Settled::yes:
                return horizon(position, ply);
            case Settled::by_moves:
                break;
        }
        Value best = -kInfinite;
        for (const Move move : forced) {
            Position next = position;
            next.play(move);
            const Value value =
                -search(next, -beta, -std::max(alpha, best), 0, ply + 1, beyond + 1);
            if (stopped_) return 0;
            best = std::max(best, value);
            if (best >= beta) break;
        }
        return best;
    }

    /// A bound on the value of a null window's position if a shallower search puts it far beyond.
    std::optional<Value> prob_cut(const Position& position, Value alpha, int depth, int ply) {
        const ProbCut cut = Tactics::prob_cut(position, evaluation_, depth);
        if (cut.depth <= 0 || (within_prob_cut_ && !cut.nested)) return {};
        if (std::abs(alpha) + cut.margin >= kWin - kMaxPly - 1) return {};
        const bool below = cut.both_sides && evaluation_.evaluate(position) <= alpha;
        const Value low = below ? alpha - cut.margin : alpha + cut.margin;
        const bool within = std::exchange(within_prob_cut_, true);
        const Value value = search(position, low, low + 1, cut.depth, ply, 0);
        within_prob_cut_ = within;
        if (stopped_) return 0;
        if (below) return value <= low ? std::optional{value + cut.margin} : std::nullopt;
        return value > low ? std::optional{value - cut.margin} : std::nullopt;
    }

    Value horizon(const Position& position, int ply) const {
        if (position.is_over()) return terminal(position, ply);
        const auto result = known(position);
        if (result && *result == 0) return 0;
        return evaluation_.evaluate(position) + (result ? *result * kKnownWin : 0);
    }

    /// The game's result by tables, if there are any for the position.
    std::optional<int> known(const Position& position) const {
        if constexpr (requires { evaluation_.known(position, 0); }) {
            if (!shared_.settings.exact) return evaluation_.known(position, shared_.settings.solve);
        }
        return {};
    }

    static Value terminal(const Position& position, int ply) {
        const int score = position.final_score();
        if constexpr (Tactics::final_unit > 0) return score * Tactics::final_unit;
        return score > 0 ? kWin - ply : score < 0 ? ply - kWin : 0;
    }

    /// Draw by a counter, or by coming back to a position of this line: once is enough, for what
    /// was best the first time is so again.
    bool drawn(const Position& position, int ply) const {
        if (position.drawn_by_counter() && !position.is_over()) return true;
        if constexpr (Rules::repetition_draws) {
            const std::size_t here = path_base_ + ply;
            const auto reach = std::min<std::size_t>(here, position.reversible_plies());
            if (reach < 4) return false;
            const std::uint64_t hash = position.hash();
            for (std::size_t back = 4; back <= reach; back += 2) {
                if (path_[here - back] == hash) return true;
            }
        }
        return false;
    }

    // ---- time ----

    void schedule_check() {
        next_check_ = nodes_ + kCheckEvery;
        if (const auto limit = shared_.watch.node_limit(); limit && shared_.settings.threads <= 1)
            next_check_ = std::min(next_check_, std::max(*limit, nodes_ + 1));
    }

    void check() {
        const std::uint64_t added = nodes_ - published_nodes_.load(std::memory_order_relaxed);
        published_nodes_.store(nodes_, std::memory_order_relaxed);
        // The first iteration is finished whatever the limits say, so that there is a move to
        // answer with.
        stopped_ = shared_.watch.over(added, iteration_ > 1);
        schedule_check();
    }

    Shared& shared_;
    const Line<Rules>& line_;
    const Evaluation evaluation_;

    std::size_t root_moves_ = 0;
    Move best_{};
    Value value_ = 0;
    int seldepth_ = 0, iteration_ = 0;
    bool stopped_ = false;
    bool within_prob_cut_ = false;
    std::uint64_t nodes_ = 0, next_check_ = 0;
    std::atomic<std::uint64_t> published_nodes_{0};

    std::vector<std::uint64_t> path_;  ///< hashes: the game's past, then this line
    std::size_t path_base_ = 0;
    Lessons<G> lessons_;
};

}  // namespace sparring
