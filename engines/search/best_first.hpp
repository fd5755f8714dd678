// What a game's own best-first search is told, and what it tells.
#pragma once

#include <functional>
#include <optional>

#include "engines/search/settings.hpp"
#include "engines/search/watch.hpp"

namespace sparring {

struct BestFirstTask {
    Watch& watch;  ///< when it must end
    int threads = 1;
    bool prove = false;                   ///< may use exact knowledge (the option `Solve` is not 0)
    int depth = 0;                        ///< ends when the line of most visits is so long
    std::optional<Watch::Instant> until;  ///< better ends here than at the watch's deadline
};

template <class Move>
struct BestFirstProgress {
    std::vector<Move> pv;            ///< of most visits; legal, at least one
    Value value = 0;                 ///< for the side to move, in the evaluation's units
    int depth = 0, seldepth = 0;     ///< length of pv, of the longest line
    std::optional<int> final_score;  ///< proved, as final_score()
    int hashfull = 0;                ///< permill
};

}  // namespace sparring
