// Which moves the search for a proof tries first.
#pragma once

#include <array>

#include "engines/dots-and-boxes/cuts.hpp"

namespace sparring::dots_and_boxes {

class MoveOrder {
  public:
    /// The greater, the sooner the move of the graph is to be tried; `after` are the sums of what
    /// it leaves. What is good for one side, 0 or 1, is not for the other.
    int score(const StringGraph& graph, const Cut& cut, const Lanes& after, unsigned side) const;

    /// The move that cut off gains history, against those tried before it: [begin, best) are these.
    void learn(const StringGraph& graph, const Cut& best, const Cut* begin, unsigned side);

  private:
    using ByEnd = std::array<int, StringGraph::kEnds>;

    /// Of strings with up to two coins, by their ends: by the number of joints that are left, and
    /// by the strings of the joints that they join.
    struct History {
        std::array<ByEnd, kMaxBoxes / 3 + 1> by_size{};
        std::array<ByEnd, 4> by_degrees{};
    };

    static std::size_t size_of(const StringGraph& graph);
    static std::size_t degrees_of(const StringGraph& graph, const Cut& cut);

    std::array<History, 2> history_{};
};

}  // namespace sparring::dots_and_boxes
