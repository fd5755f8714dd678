// One thread of a search: the recursion, its move ordering and its own tables.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "engines/games/line.hpp"
#include "engines/search/move_picker.hpp"
#include "engines/search/settings.hpp"
#include "engines/search/transposition.hpp"

namespace sparring {

/// What the workers of one search have in common.
struct Shared {
    TranspositionTable& table;
    std::atomic<bool>& stop;
    const SearchSettings& settings;
    std::optional<std::chrono::steady_clock::time_point> deadline;
    std::optional<std::uint64_t> node_limit;
    std::atomic<std::uint64_t> nodes;  ///< of all workers, brought up to date at every check
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
            if (!shared_.table.probe(key(position), entry) || entry.move == 0) break;
            Moves moves;
            position.generate(moves);
            const Move* move = std::find_if(moves.begin(), moves.end(),
                                            [&, code = from_table(position, entry.move)](Move m) {
                                                return m.code() + 1 == code;
                                            });
            if (move == moves.end()) break;
            pv.push_back(*move);
            position.play(*move);
        }
        return pv;
    }

  private:
    static constexpr std::uint64_t kCheckEvery = 512;

    static std::uint64_t key(const Position& position) {
        if constexpr (requires { Tactics::table_key(position); })
            return Tactics::table_key(position);
        else
            return position.hash();
    }

    // Moves in the table are those of the position that the key stands for; 0 for none.
    static std::uint32_t to_table(const Position& position, std::uint32_t move) {
        if constexpr (requires { Tactics::to_table(position, move); })
            return move == 0 ? 0 : Tactics::to_table(position, move - 1) + 1;
        else
            return move;
    }
    static std::uint32_t from_table(const Position& position, std::uint32_t move) {
        if constexpr (requires { Tactics::from_table(position, move); })
            return move == 0 ? 0 : Tactics::from_table(position, move - 1) + 1;
        else
            return move;
    }

    // ---- drivers ----

    Value drive(int depth) {
        const Position& root = line_.current();
        const auto window = [&](Value alpha, Value beta) {
            return search(root, alpha, beta, depth, 0, 0);
        };
        switch (shared_.settings.driver) {
            case Driver::alphabeta:
                return window(-kInfinite, kInfinite);
            case Driver::mtdf:
                return null_windows(window, value_);
            case Driver::absss:
                return null_windows(window, kInfinite);
            case Driver::pvs:
                break;
        }
        // Aspiration: a window about the last value that grows fourfold on the side that fails.
        constexpr Value narrow = 40;
        if (depth <= 3) return window(-kInfinite, kInfinite);
        Value below = narrow, above = narrow;
        for (;;) {
            const Value alpha = std::max(value_ - below, -kInfinite);
            const Value beta = std::min(value_ + above, kInfinite);
            const Value value = window(alpha, beta);
            if (stopped_) return value;
            if (value <= alpha && alpha > -kInfinite) {
                below = widened(below, value_ - value);
            } else if (value >= beta && beta < kInfinite) {
                above = widened(above, value - value_);
            } else {
                return value;
            }
        }
    }

    static Value widened(Value margin, Value seen) {
        return std::min(std::max(4 * margin, seen + margin), 2 * kInfinite);
    }

    template <class Window>
    Value null_windows(const Window& window, Value guess) {
        Value lower = -kInfinite, upper = kInfinite;
        while (lower < upper && !stopped_) {
            const Value beta = guess == lower ? guess + 1 : guess;
            guess = window(beta - 1, beta);
            (guess < beta ? upper : lower) = guess;
        }
        return guess;
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
        const std::uint64_t table_key = use_table ? key(position) : 0;
        const Value offset = table_offset(position);
        std::uint32_t table_move = 0;
        if (TranspositionTable::Entry entry; use_table && shared_.table.probe(table_key, entry)) {
            table_move = from_table(position, entry.move);
            const bool deep = exact ? entry.depth == draft : entry.depth >= draft;
            if (ply > 0 && deep) {
                const Value lower = from_table(entry.lower, ply, offset);
                const Value upper = from_table(entry.upper, ply, offset);
                if (lower >= beta) return lower;
                if (upper <= alpha) return upper;
                if (lower == upper) return lower;
            }
        }

        if (position.is_over()) return terminal(position, ply);
        if (ply == 0 && table_move == 0) table_move = best_.code() + 1;
        auto& history = history_[static_cast<std::size_t>(position.side_to_move())];
        MovePicker<G> picker{position, {table_move, killers_[ply], history}, !exact};
        path_[path_base_ + ply] = position.hash();

        const Value original_alpha = alpha;
        Value best = -kInfinite;
        std::uint32_t best_code = 0;
        const bool wide = shared_.settings.driver == Driver::alphabeta;
        Tried tried;
        for (std::size_t i = 0;; ++i) {
            const auto picked = picker.next();
            if (!picked) break;
            const Move move = *picked;
            Position next = position;
            next.play(move);
            const int next_depth = depth > 0 ? depth - Tactics::depth_cost(position, move) : 0;
            const int next_beyond = depth > 0 ? 0 : beyond + 1;
            const bool same_side = next.side_to_move() == position.side_to_move();
            const auto child = [&](Value low, Value high, int child_depth) {
                return same_side ? search(next, low, high, child_depth, ply + 1, next_beyond)
                                 : -search(next, -high, -low, child_depth, ply + 1, next_beyond);
            };
            if (next_depth > 0) shared_.table.prefetch(key(next));

            Value value;
            if (i == 0) {
                value = child(alpha, beta, next_depth);
            } else {
                const int reduced = next_depth - reduction(depth, next_depth, i, complete);
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
                    reward(move, tried, history, depth, ply);
                    break;
                }
            }
            tried.add(move);
        }
        if (use_table) {
            shared_.table.store(table_key, draft, to_table(original_alpha, ply, offset),
                                to_table(beta, ply, offset), to_table(best, ply, offset),
                                to_table(position, best_code));
        }
        return best;
    }

    /// Late moves are searched less deep first (never in exact mode or when solving).
    int reduction(int depth, int next_depth, std::size_t index, bool complete) const {
        if (shared_.settings.exact || complete || depth < 3 || next_depth >= depth || index < 3)
            return 0;
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

    Value horizon(const Position& position, int ply) const {
        return position.is_over() ? terminal(position, ply) : evaluation_.evaluate(position);
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

    // ---- values in the table ----
    // Points already made are left out, and wins count from the node instead of from the root, so
    // that a value does not depend on the way to the position.

    static Value table_offset(const Position& position) {
        return static_cast<Value>(position.banked()) * Tactics::final_unit;
    }
    static Value to_table(Value value, int ply, Value offset) {
        if (value >= kInfinite || value <= -kInfinite) return value;
        if constexpr (Tactics::final_unit == 0) {
            return value >= kWin - kMaxPly   ? value + ply
                   : value <= kMaxPly - kWin ? value - ply
                                             : value;
        }
        return value - offset;
    }
    static Value from_table(Value value, int ply, Value offset) {
        if (value >= kInfinite || value <= -kInfinite) return value;
        if constexpr (Tactics::final_unit == 0) {
            return value >= kWin - kMaxPly   ? value - ply
                   : value <= kMaxPly - kWin ? value + ply
                                             : value;
        }
        return value + offset;
    }

    // ---- what a cut-off teaches ----------------------------------------------------------------

    /// The last moves tried at a node; of thousands only these are told off.
    struct Tried {
        void add(Move move) { moves[count++ % moves.size()] = move; }

        std::array<Move, 32> moves;
        std::size_t count = 0;
    };

    /// A move that cut off becomes a killer of its ply and gains history, against those before it.
    void reward(Move move, const Tried& tried, std::vector<std::int32_t>& history, int depth,
                int ply) {
        auto& killers = killers_[ply];
        const std::uint32_t code = move.code() + 1;
        if (killers[0] != code) killers = {code, killers[0]};
        const int bonus = std::min(32 * depth * depth, kHistoryMax / 4);
        learn(history, move, bonus);
        for (std::size_t i = 0; i < std::min(tried.count, tried.moves.size()); ++i) {
            learn(history, tried.moves[i], -bonus);
        }
    }

    static void learn(std::vector<std::int32_t>& history, Move move, int bonus) {
        const auto [a, b] = Tactics::history_slots(move);
        for (const int slot : {a, b}) {
            if (slot >= 0) history[slot] += bonus - history[slot] * std::abs(bonus) / kHistoryMax;
        }
    }

    // ---- time ----

    void schedule_check() {
        next_check_ = nodes_ + kCheckEvery;
        if (shared_.node_limit && shared_.settings.threads <= 1) {
            next_check_ = std::min(next_check_, std::max(*shared_.node_limit, nodes_ + 1));
        }
    }

    void check() {
        const std::uint64_t added = nodes_ - published_nodes_.load(std::memory_order_relaxed);
        published_nodes_.store(nodes_, std::memory_order_relaxed);
        const std::uint64_t all = shared_.nodes.fetch_add(added, std::memory_order_relaxed) + added;
        // The first iteration is finished whatever the limits say, so that there is a move to
        // answer with.
        const bool limited = iteration_ > 1;
        if (shared_.stop.load(std::memory_order_relaxed) ||
            (limited && shared_.node_limit && all >= *shared_.node_limit) ||
            (limited && shared_.deadline &&
             std::chrono::steady_clock::now() >= *shared_.deadline)) {
            stopped_ = true;
            shared_.stop.store(true, std::memory_order_relaxed);
        }
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
    std::uint64_t nodes_ = 0, next_check_ = 0;
    std::atomic<std::uint64_t> published_nodes_{0};

    std::vector<std::uint64_t> path_;  ///< hashes: the game's past, then this line
    std::size_t path_base_ = 0;
    std::array<std::array<std::uint32_t, 2>, kMaxPly> killers_{};
    std::array<std::vector<std::int32_t>, 2> history_{
        std::vector<std::int32_t>(Tactics::history_size),
        std::vector<std::int32_t>(Tactics::history_size)};
};

}  // namespace sparring
