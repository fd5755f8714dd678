// What the plies of a game look like in the archive: one JSON array for each quantity.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "referee/play/play_game.hpp"

namespace sparring::referee {

struct PlyColumns {
    std::string sides;                    ///< a digit a ply, 1 or 2
    std::string moves;                    ///< ["d3","c5"]
    std::string elapsed_ns;               ///< [1200345,880112]
    std::string clock_ns;                 ///< what the mover had left, null where no clock runs
    std::string score;                    ///< hundredths, "final 3" where proved, or null
    std::string depth, nodes, engine_ms;  ///< as reported, or null
};

PlyColumns to_columns(std::span<const PlyRecord> plies);

/// Throws std::runtime_error if the columns do not fit together.
std::vector<PlyRecord> from_columns(const PlyColumns& columns);

}  // namespace sparring::referee
