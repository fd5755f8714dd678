// Null-window search for the value of a position without boxes to take: the coins that the side to
// move will get minus the other side's. One thread's part of the solver.
//
// A node is a position in which nothing can be taken; a move is a string cut. What the other side
// then takes, and whether it gives the last coins back, is a closed form: with t coins on offer, h
// of which can be given back (two of a chain of three or more, four of a loop), and V the value of
// what is left, offering them is worth -((t - h) + |h + V|), or -(t + V) if h = 0.
#pragma once

#include <cstdint>

#include "engines/dots-and-boxes/bounds_table.hpp"
#include "engines/dots-and-boxes/cuts.hpp"
#include "engines/dots-and-boxes/move_order.hpp"
#include "engines/search/watch.hpp"

namespace sparring::dots_and_boxes {

class ProofSearch {
  public:
    /// Everything outlives it. It ends when the watch says so, or when `enough` is set. Threads
    /// have different orders of moves; 0 is the main one.
    ProofSearch(BoundsTable& table, const StringKeys& keys, Watch& watch,
                const std::atomic<bool>& enough, int thread)
        : table_{table},
          keys_{keys},
          watch_{watch},
          enough_{enough},
          thread_{thread},
          generator_{keys} {}

    /// A bound v of the value: at most it if v < beta, else at least it. Means nothing if stopped()
    /// afterwards.
    int test(const StringGraph& graph, int beta);

    bool stopped() const { return stopped_; }

    /// For good: the watch is over, or the search has given up.
    bool ended() const { return ended_; }

    /// Gives up when this share of the watch's limits is gone; 1 for never.
    void give_up_at(double share) { give_up_at_ = share; }

    /// To be called before a test, which ends after so many nodes more. Alone, it lets the table
    /// grow.
    void allow(std::uint64_t nodes, bool alone);

    /// Tells the watch of the nodes it has not heard of.
    void publish();

  private:
    int test(const StringGraph& graph, const Lanes& lanes, std::uint64_t key, int beta,
             unsigned side);
    int value_of_cut(const StringGraph& graph, const Cut& cut, const Lanes& after, int beta,
                     unsigned side);
    int shuffle(std::uint64_t key) const;
    void check();

    BoundsTable& table_;
    const StringKeys& keys_;
    Watch& watch_;
    const std::atomic<bool>& enough_;
    int thread_;
    CutGenerator generator_;
    MoveOrder order_;
    std::uint64_t nodes_ = 0, allowed_ = 0, next_check_ = 0, published_ = 0, nodes_grown_ = 0;
    bool stopped_ = false, ended_ = false, alone_ = false;
    double give_up_at_ = 1;

    static constexpr std::uint64_t kCheckEvery = 1024;
};

}  // namespace sparring::dots_and_boxes
