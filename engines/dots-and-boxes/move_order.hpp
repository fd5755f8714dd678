// Which moves the search for a proof tries first.
#pragma once

#include <array>

#include "engines/dots-and-boxes/cuts.hpp"

namespace sparring::dots_and_boxes {

class MoveOrder {
  public:
    /// The greater, the sooner the move of the graph is to be tried; `after` are the sums of what
    /// it leaves.
    int score(const StringGraph& graph, const Cut& cut, const Lanes& after) const;

    /// The move that cut off gains history, against those tried before it: [begin, best) are these.
    void learn(const Cut& best, const Cut* begin, int coins);

  private:
    std::array<int, StringGraph::kEnds> history_{};
};

}  // namespace sparring::dots_and_boxes
