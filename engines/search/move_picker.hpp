// The order in which a node's moves are tried: the table's move, killers, then by static guess and
// history.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "engines/search/game_traits.hpp"

namespace sparring {

/// What the ordering knows about a node besides its position. Moves are told as code() + 1, 0 for
/// none.
struct OrderingHints {
    std::uint32_t table_move = 0;
    const std::array<std::uint32_t, 2>& killers;
    const std::vector<std::int32_t>& history;  ///< of the side to move, within +-kHistoryMax
};

inline constexpr int kHistoryMax = 1 << 14;

/// The bounds of a node of depth 1, and what a move is worth that ends the game well.
struct Window {
    Value alpha, beta, win;
};

/// What was found there: a bound on the value, the best move as code() + 1, how many positions were
/// evaluated for it.
struct Sight {
    Value value;
    std::uint32_t move;
    std::uint64_t evaluations;
};

/// Hands out n scored things best first: the first few by selection, for most nodes need no more,
/// the rest by one sort. Ties keep their order.
template <std::size_t Capacity>
class BestFirst {
  public:
    void add(int worth) {
        // The worth in the high half, the index inverted in the low: one comparison orders both.
        keys_[size_] = static_cast<std::int64_t>(worth) << 32 | static_cast<std::uint32_t>(~size_);
        ++size_;
    }

    std::size_t size() const { return size_; }
    bool done() const { return next_ == size_; }

    /// The index, in order of add(), of the best that is left. Precondition: not done().
    std::size_t pick() {
        constexpr std::size_t selected = 12;
        const auto from = keys_.begin() + static_cast<std::ptrdiff_t>(next_);
        const auto end = keys_.begin() + static_cast<std::ptrdiff_t>(size_);
        if (next_ < selected) {
            std::iter_swap(from, std::max_element(from, end));
        } else if (next_ == selected) {
            std::sort(from, end, std::greater<>{});
        }
        return static_cast<std::uint32_t>(~keys_[next_++]);
    }

  private:
    std::size_t size_ = 0, next_ = 0;
    std::array<std::int64_t, Capacity> keys_;  // uninitialised beyond size_
};

template <class Tactics, class Move>
int history_of(const OrderingHints& hints, Move move) {
    const auto [a, b] = Tactics::history_slots(move);
    return (a >= 0 ? hints.history[a] : 0) + (b >= 0 ? hints.history[b] : 0);
}

/// All moves at once: for games with tens of moves.
template <GameLike G>
class ListPicker {
  public:
    using Move = typename G::Rules::Move;
    using Position = typename G::Rules::Position;
    using Tactics = typename G::Tactics;

    /// `reduce`: moves that cannot change the game value may be left out.
    ListPicker(const Position& position, const OrderingHints& hints, bool reduce, int depth) {
        position.generate(moves_);
        if constexpr (requires { Tactics::search_moves(position, moves_); }) {
            if (reduce) Tactics::search_moves(position, moves_);
        }
        for (const Move move : moves_) {
            const std::uint32_t code = move.code() + 1;
            if (code == hints.table_move) {
                order_.add(std::numeric_limits<int>::max());
                continue;
            }
            int worth = guess(position, move, depth) + history_of<Tactics>(hints, move);
            if (code == hints.killers[0]) worth += 2 * kHistoryMax;
            if (code == hints.killers[1]) worth += kHistoryMax;
            order_.add(worth);
        }
    }

    std::size_t size() const { return moves_.size(); }

    std::optional<Move> next() {
        if (order_.done()) return {};
        return moves_[order_.pick()];
    }

  private:
    static int guess(const Position& position, Move move, int depth) {
        if constexpr (requires { Tactics::first_guess(position, move, depth); })
            return Tactics::first_guess(position, move, depth);
        else
            return Tactics::first_guess(position, move);
    }

    typename G::Rules::MoveList moves_;
    BestFirst<G::Rules::MoveList::capacity> order_;
};

/// Moves in two stages, for games with thousands: first parts (an amazon's way) are ordered, and
/// only the best one's second parts (arrows) are generated and ordered, then the next one's. Table
/// move and killers come before anything is generated.
template <GameLike G>
class StagedPicker {
  public:
    using Move = typename G::Rules::Move;
    using Position = typename G::Rules::Position;
    using Tactics = typename G::Tactics;

    StagedPicker(const Position& position, const OrderingHints& hints, bool, int)
        : position_{position},
          hints_{hints},
          first_{hints.table_move, hints.killers[0], hints.killers[1]} {}

    std::optional<Move> next() {
        while (tried_first_ < first_.size()) {
            const std::uint32_t code = first_[tried_first_++];
            if (code == 0 || given_before(code, tried_first_ - 1)) continue;
            if (const auto move = Tactics::legal_move(position_, code - 1)) return move;
        }
        if (!staged_) {
            staged_ = true;
            Tactics::first_parts(position_, parts_);
            for (const auto& part : parts_)
                parts_order_.add(hints_.history[Tactics::part_slot(part)]);
        }
        for (;;) {
            while (!moves_order_.done()) {
                const Move move = moves_[moves_order_.pick()];
                if (!given_before(move.code() + 1, first_.size())) return move;
            }
            if (parts_order_.done()) return {};
            moves_.clear();
            moves_order_ = {};
            Tactics::complete(position_, parts_[parts_order_.pick()], moves_);
            for (const Move move : moves_) {
                moves_order_.add(Tactics::first_guess(position_, move) +
                                 history_of<Tactics>(hints_, move));
            }
        }
    }

  private:
    bool given_before(std::uint32_t code, std::size_t count) const {
        return std::find(first_.begin(), first_.begin() + static_cast<std::ptrdiff_t>(count),
                         code) != first_.begin() + static_cast<std::ptrdiff_t>(count);
    }

    const Position& position_;
    const OrderingHints hints_;
    std::array<std::uint32_t, 3> first_;
    std::size_t tried_first_ = 0;
    bool staged_ = false;
    typename Tactics::Parts parts_;
    BestFirst<Tactics::Parts::capacity> parts_order_;
    typename Tactics::Completions moves_;
    BestFirst<Tactics::Completions::capacity> moves_order_;
};

template <class Tactics>
concept Staged = requires {
    typename Tactics::Parts;
};

/// A game's own choice of moves, in the order it gives them; all moves where the node must be
/// searched full-width.
template <GameLike G>
class SelectivePicker {
  public:
    using Move = typename G::Rules::Move;
    using Position = typename G::Rules::Position;

    SelectivePicker(const Position& position, const typename G::Evaluation& evaluation,
                    const OrderingHints& hints, int depth, bool root, bool full)
        : depth_{depth}, all_{position, hints, false, depth} {
        if (!full) selection_.emplace(position, evaluation, hints, depth, root);
    }

    std::optional<Move> next() { return selection_ ? selection_->next() : all_.next(); }

    /// From now on gives all moves, those that it gave before among them; false if it did.
    bool widen() {
        if (!selection_) return false;
        selection_.reset();
        reduction_ = std::max(depth_ - 2, 0);
        return true;
    }

    /// Plies by which the last move is to be searched less deep at first.
    int reduction() const { return selection_ ? selection_->reduction() : reduction_; }

    /// Positions evaluated since the last call.
    std::uint64_t take_evaluations() { return selection_ ? selection_->take_evaluations() : 0; }

  private:
    const int depth_;
    int reduction_ = 0;
    StagedPicker<G> all_;
    std::optional<typename G::Selection> selection_;
};

template <class G>
concept Selective = requires {
    typename G::Selection;
};

template <GameLike G>
using MovePicker = std::conditional_t<Staged<typename G::Tactics>, StagedPicker<G>, ListPicker<G>>;

}  // namespace sparring
