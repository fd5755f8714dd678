#include "engines/reversi/tactics.hpp"

#include "engines/reversi/evaluation.hpp"

namespace sparring::reversi {

std::pair<int, int> Tactics::score_bounds(const Position& position) {
    const int own = std::popcount(stable_discs(position.own(), position.opp()));
    const int opp = std::popcount(stable_discs(position.opp(), position.own()));
    if (position.variant() == Variant::othello) return {2 * own - 64, 64 - 2 * opp};
    return {2 * opp - 64, 64 - 2 * own};
}

std::pair<std::vector<std::string>, int> Tactics::bench() {
    // The start, three of one game (12, 20 and 30 moves in) and three endgames of the FFO suite.
    return {{
                "---------------------------OX------XO--------------------------- X",
                "------------------OX-------OX------XO--------------------------- X",
                "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O",
                "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O",
                "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X",
                "-OOOOO----OXXO-XXXOXOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOOO---XXXXX-- X",
            },
            9};
}

}  // namespace sparring::reversi
