// Ground truth for small boards: the value of every set of drawn edges by plain retrograde
// analysis.
#pragma once

#include <algorithm>
#include <vector>

#include "engines/dots-and-boxes/position.hpp"

namespace sparring::dots_and_boxes {

/// For each set of drawn edges (the index), the boxes that the side to move will make from there on
/// minus the other side's, both playing best.
inline std::vector<std::int8_t> value_table(Board board) {
    std::vector<std::int8_t> values(std::size_t{1} << board.edges());
    for (std::size_t drawn = values.size() - 1; drawn-- > 0;) {
        const Position position{board, drawn, 0, 0, Side::first};
        int best = -kMaxBoxes;
        for (Edges left = position.undrawn(); left != 0; left &= left - 1) {
            const Move move{static_cast<std::uint8_t>(std::countr_zero(left))};
            const int closed = std::popcount(position.closes(move));
            const int next = values[drawn | Edges{1} << move.edge];
            best = std::max(best, closed > 0 ? closed + next : -next);
        }
        values[drawn] = static_cast<std::int8_t>(best);
    }
    return values;
}

}  // namespace sparring::dots_and_boxes
