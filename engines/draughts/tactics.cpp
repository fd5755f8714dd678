#include "engines/draughts/tactics.hpp"

#include <cmath>

namespace sparring::draughts {

const Tactics::Reductions Tactics::kReductions = [] {
    Reductions r{};
    for (int depth = 1; depth < 64; ++depth) {
        for (int index = 1; index < 64; ++index) {
            const double plies = 0.5 + std::log(depth) * std::log(index + 1) / 1.7;
            r[depth][index] = static_cast<std::int8_t>(std::max(1.0, plies));
        }
    }
    return r;
}();

std::pair<std::vector<std::string>, int> Tactics::bench() {
    // The start, three middlegames, the Woldouby position and an endgame with kings.
    return {{
                "W:W31-50:B1-20",
                "B:W25,27,28,31,32,33,35,36,37,38,39,40,42,43,45,46,47,48,49,50:"
                "B1,3,4,5,6,7,8,9,11,12,13,14,15,16,17,18,19,20,23,24",
                "W:W22,28,32,33,36,37,38,39,40,42,43,44,48:B2,4,6,8,9,11,12,13,17,21,24,25,35",
                "W:W24,28,29,30,34,36,37,39,40,42,43,45,48:B2,3,8,9,12,13,14,15,16,19,20,25,26",
                "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26",
                "W:WK6,27,32,38,42:B9,13,19,24,K45",
            },
            11};
}

}  // namespace sparring::draughts
