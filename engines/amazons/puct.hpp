// Best-first search: PUCT's choice of the next leaf (Rosin, "Multi-armed bandits with episode
// context", 2011; Silver et al. 2017) in a tree of minimax values (Korf and Chickering, "Best-first
// minimax search", 1996), with the static evaluation in place of playouts.
//
// A leaf's moves are all evaluated; the best of them become its children, with a share of the
// visits each (the prior) by their evaluations. A position is worth its best child; a leaf what
// lies between its own evaluation and that of its best move, as an expected result, -1 to 1. Leaves
// of which little is contested are solved (zone_search.hpp) if `Solve` lets them.
#pragma once

#include <memory>
#include <vector>

#include "engines/amazons/node_pool.hpp"
#include "engines/search/best_first.hpp"

namespace sparring::amazons {

class Puct {
  public:
    using Progress = BestFirstProgress<Move>;
    using OnProgress = std::function<void(const Progress&)>;

    void set_hash(std::size_t megabytes) { pool_.resize(megabytes); }
    void clear();

    /// Whether it plays better here than the shared search: nowhere, as matches say
    /// (docs/amazons.md).
    static bool suits(const Position&) { return false; }

    /// Tells progress from the caller's thread, the last time when it ends. Precondition: the
    /// position is not over. Throws std::bad_alloc.
    void search(const Position& position, const Evaluation& evaluation, const BestFirstTask& task,
                const OnProgress& on_progress);

  private:
    /// What a thread needs for itself.
    struct Scratch {
        Leaf leaf;
        std::vector<std::uint32_t> path;
        int longest = 0;
    };
    struct Search;

    std::vector<std::unique_ptr<Scratch>> scratch_;
    NodePool pool_;
};

}  // namespace sparring::amazons
