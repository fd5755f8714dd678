// Random positions in which nothing can be taken yet.
#pragma once

#include "engines/dots-and-boxes/position.hpp"
#include "tests/engines/random.hpp"

namespace sparring::test {

/// Draws edges that give nothing away, `drawn` of them; begins anew where there are no more.
inline dots_and_boxes::Position random_safe_position(dots_and_boxes::Board board, int drawn,
                                                     Random& random) {
    using namespace dots_and_boxes;
    Position position{board};
    while (board.edges() - position.moves_left() < drawn) {
        Position::MoveList all, safe;
        position.generate(all);
        for (const Move move : all) {
            const Boxes boxes = position.geometry().edge[move.edge].boxes;
            if ((boxes & position.freedom_two()) == 0) safe.push_back(move);
        }
        if (safe.empty()) {
            position = Position{board};
        } else {
            position.play(safe[random.below(safe.size())]);
        }
    }
    return position;
}

}  // namespace sparring::test
