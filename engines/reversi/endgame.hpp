// Exact search of the rest of a game: fail-soft principal variation search to the end of every
// line, compiled for each variant. By the number of empty squares n:
//
//   n >= 13  while not yet exact: ProbCut by guess() (Buro 1995); late moves that another thread is
//            searching come last
//   n >= 9   shared table, enhanced transposition cut-offs (Plaat et al. 1996), moves ordered by
//            the replies they leave, parity, stability
//   n >= 6   fewest replies first ("fastest first"), a thread's own small table
//   n = 5    by parity alone: squares in quadrants with an odd number of empty ones first
//   n <= 4   last_empties.hpp
#pragma once

#include <array>
#include <atomic>
#include <vector>

#include "engines/reversi/endgame_table.hpp"
#include "engines/search/watch.hpp"

namespace sparring::reversi {

/// A position after a move, seen from its side to move.
struct Successor {
    Board own, opp, replies;
    int worth;  ///< in the parent's order of moves
    std::uint8_t square;
};

/// The successors of one position, handed out best first.
class Successors {
  public:
    Successor* begin() { return all_.data(); }
    Successor* end() { return all_.data() + size_; }
    std::size_t size() const { return size_; }

    /// Adds what the squares `moves`, all legal, lead to; worths are for the caller to set.
    void add(Board own, Board opp, Board moves) {
        for (; moves != 0; moves &= moves - 1) {
            const int square = std::countr_zero(moves);
            const Board flipped = bits::flips(square, own, opp);
            Successor& s = all_[size_++];
            s.own = opp ^ flipped;
            s.opp = own ^ flipped ^ Board { 1 } << square;
            s.replies = bits::mobility(s.own, s.opp);
            s.square = static_cast<std::uint8_t>(square);
        }
    }

    bool done() const { return taken_ == size_; }

    /// Precondition: not done().
    Successor& next() {
        std::size_t best = taken_;
        for (std::size_t i = taken_ + 1; i < size_; ++i) {
            if (all_[i].worth > all_[best].worth) best = i;
        }
        std::swap(all_[taken_], all_[best]);
        return all_[taken_++];
    }

    /// Has what next() just returned come again, by the worth that it has now.
    void put_back() { --taken_; }

  private:
    std::size_t size_ = 0, taken_ = 0;
    std::array<Successor, 34> all_;  // uninitialised beyond size_
};

/// What positions are being searched at the moment, so that threads spread over a tree: simplified
/// ABDADA (T. Kerrigan 2016, after J.-C. Weill 1996). A position lost to another costs only time.
class BusyTable {
  public:
    bool holds(std::uint64_t hash) const {
        return at(hash).load(std::memory_order_relaxed) == hash;
    }
    void enter(std::uint64_t hash) { at(hash).store(hash, std::memory_order_relaxed); }
    void leave(std::uint64_t hash) {
        if (holds(hash)) at(hash).store(0, std::memory_order_relaxed);
    }

  private:
    std::atomic<std::uint64_t>& at(std::uint64_t hash) { return slots_[hash % slots_.size()]; }
    const std::atomic<std::uint64_t>& at(std::uint64_t hash) const {
        return slots_[hash % slots_.size()];
    }

    std::array<std::atomic<std::uint64_t>, 4096> slots_{};
};

/// What the threads of one search have in common.
struct EndgameShared {
    EndgameTable& table;
    Watch& watch;
    int threads = 1;
    std::atomic<bool> done{false};  ///< the others may stop
    BusyTable busy{};
};

/// What a search leaves out: a position whose guessed value lies so many tenths of a standard
/// deviation beyond the window. The more the surer.
using Confidence = int;
inline constexpr Confidence kExact = 255;  ///< nothing is left out

/// One thread of a search.
template <Variant V>
class Endgame {
  public:
    explicit Endgame(EndgameShared& shared) : shared_{shared} {}

    /// Fail-soft value of the position in the window (alpha, beta); worthless once stopped().
    int search(Board own, Board opp, int alpha, int beta, Confidence confidence = kExact);

    /// Of the last search: the best square, kNoSquare for a pass or if it was stopped too early.
    std::uint8_t best() const { return best_; }

    bool stopped() const { return stopped_; }

    /// Tells the watch the nodes it has not been told.
    void tell();

  private:
    int null_window(Board own, Board opp, Board moves, int n, int alpha);
    int deep(Board own, Board opp, Board moves, int n, int alpha);
    int shallow(Board own, Board opp, Board moves, int n, int alpha);
    int full_window(Board own, Board opp, int alpha, int beta, int ply);
    bool prob_cut(Board own, Board opp, Board moves, int n, int alpha, int& score);
    void check();

    EndgameShared& shared_;
    std::uint64_t nodes_ = 0, told_ = 0, next_check_ = 0;
    bool stopped_ = false;
    Confidence confidence_ = kExact;
    std::uint8_t best_ = kNoSquare;
    LastEmpties<V> last_{nodes_};
    LeafTable leaves_;
};

extern template class Endgame<Variant::othello>;
extern template class Endgame<Variant::reversed>;

}  // namespace sparring::reversi
