#include "tests/engines/search_properties.hpp"

#include "engines/reversi/engine.hpp"

using namespace sparring;
using namespace sparring::reversi;
using namespace sparring::test;

TEST_CASE("reversi: all drivers return minimax's value in exact mode") {
    check_drivers_agree<Engine>("othello", 25, 54, 4, 1);
    check_drivers_agree<Engine>("reversed", 25, 54, 4, 2);
}

TEST_CASE("reversi: a search repeats exactly") {
    check_deterministic<Engine>("othello", 8, 3);
}

TEST_CASE("reversi: FFO endgames and their reversed scores are solved") {
    struct Row {
        const char* board;
        int score;
        std::vector<std::string> best;
        int reversed_score;
        std::vector<std::string> reversed_best;
    };
    // Source: the FFO suite; reversed scores from an independent plain solver.
    const std::vector<Row> rows{
        {"--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X",
         18,
         {"g8"},
         0,
         {"g2"}},
        {"-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X",
         10,
         {"a4"},
         2,
         {"h2", "h7"}},
        {"----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X",
         2,
         {"d1"},
         -2,
         {"g3"}},
        {"-XXXXXX-X-XXXOO-XOXXXOOXXXOXOOOX-OXOOXXX--OOOXXX--OOXX----XOXXO- X",
         0,
         {"h8", "a5"},
         0,
         {"b2"}},
        {"-OOOOO----OXXO-XXXOXOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOOO---XXXXX-- X",
         32,
         {"g8"},
         -4,
         {"b2", "g8"}},
        {"--OXXX--OOOXXX--OOOXOXO-OOXOOOX-OOXXXXXXXOOXXOX--OOOOX---XXXXXX- X",
         14,
         {"a1", "h3"},
         -4,
         {"h4"}},
        {"--OXXO--XOXXXX--XOOOXXXXXOOXXXXXXOOOOXXX-XXXXXXX--XXOOO----XXOO- X",
         8,
         {"a6"},
         -8,
         {"a6"}},
        {"---X-X--X-XXXX--XXXXOXXXXXXOOOOOXXOXXXO-XOXXXXO-XOOXXX--XOOXXO-- O",
         8,
         {"e1"},
         22,
         {"g7"}},
    };
    for (const Row& row : rows) {
        for (const Variant variant : {Variant::othello, Variant::reversed}) {
            const bool normal = variant == Variant::othello;
            INFO(row.board << (normal ? "" : " reversed"));
            const Line<Rules> line{*Rules::parse_fen(variant, row.board)};
            Search<Engine> search;
            const auto report = search_to<Engine>(line, 64, SearchSettings{}, search);
            REQUIRE(report.final_score == (normal ? row.score : row.reversed_score));
            const auto best = Rules::to_text(line.current(), report.pv.front());
            const auto& expected = normal ? row.best : row.reversed_best;
            REQUIRE(std::find(expected.begin(), expected.end(), best) != expected.end());
        }
    }
}
