#include "engines/reversi/tactics.hpp"

namespace sparring::reversi {

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
