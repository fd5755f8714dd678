#include <sstream>

#include "referee/view/standings_text.hpp"
#include "referee/view/table.hpp"
#include "tests/catch.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;

TEST_CASE("a table is as wide as it must be and no wider than it may be") {
    Table table;
    table.column("Name", Table::Align::left);
    table.column("N");
    table.row({"a", "1"});
    table.row({"a rather long name", "1000"});
    CHECK(table.text() ==
          "Name                   N\na                      1\na rather long name  1000\n");
    CHECK(table.text(false, 16) == "Name           N\na              1\na rather ~  1000\n");
    CHECK(table.text(true).starts_with("\x1b[1mName"));
}

TEST_CASE("characters are counted, not bytes") {
    CHECK(characters("żółw") == 4);
    CHECK(fitted("żółw", 4) == "żółw");
    CHECK(fitted("żółwie", 4) == "żół~");
    CHECK(fitted("abc", 0).empty());
}

Score score(Outcome outcome, int moves, Reason reason = Reason::normal,
            std::optional<Side> offender = {}) {
    Score result{outcome, reason, offender};
    for (Effort& effort : result.efforts) {
        effort.moves = effort.with_depth = effort.with_latency = moves;
        effort.time = std::chrono::milliseconds{10 * moves};
        effort.slowest = std::chrono::milliseconds{25};
        effort.cpu = std::chrono::milliseconds{9 * moves};
        effort.latency = std::chrono::microseconds{100 * moves};
        effort.depths = 7 * moves;
    }
    return result;
}

TEST_CASE("the standings of two players") {
    const std::vector<std::string> names{"A", "B"};
    Scoreboard board{{.players = 2, .rounds = 10}, names};
    CHECK(standings_text(board, false).empty());
    for (int pair = 1; pair <= 10; ++pair) {
        const auto round = static_cast<std::size_t>(pair - 1);
        board.add({2 * pair - 1, pair, 0, 1, pair, round}, score(Outcome::first_wins, 30));
        board.add({2 * pair, pair, 1, 0, pair, round},
                  pair % 2 == 0 ? score(Outcome::draw, 30)
                                : score(Outcome::first_wins, 10, Reason::time, Side::second));
    }
    CHECK(score_line(board.standings(), names) == "Score of A vs B: 10 - 5 - 5 [0.625] 20");
    CHECK(standings_text(board, false) ==
          "Player  Games   W  D   L  Points     %  Elo (95 %)\n"
          "A          20  10  5   5    12.5  62.5  +88.7 +/- 58.1\n"
          "B          20   5  5  10     7.5  37.5  -88.7 +/- 58.1\n"
          "\n"
          "Player  first W-D-L  second  moves  ms/move  slowest  CPU  late  depth\n"
          "A            10-0-0   0-5-5    500     10.0     25.0  9.0   0.1    7.0\n"
          "B             5-5-0  0-0-10    500     10.0     25.0  9.0   0.1    7.0\n"
          "\n"
          "The side that moves first won 15 of 20 (75.0 %), drew 5, lost 0.\n"
          "Pairs of A by points, 0 to 2: 0 0 5 5 0\n"
          "Forfeits of A: time 5\n");
}

TEST_CASE("many players with long names still fit 80 columns") {
    const int players = 14;
    std::vector<std::string> names;
    for (int i = 0; i < players; ++i)
        names.push_back("an engine with quite a long name " + std::to_string(i));
    const ScheduleSettings schedule{.players = players, .rounds = 50};
    Scoreboard board{schedule, names};
    int number = 0;
    for (const auto& game : next_stage(schedule, {})) {
        board.add(game, score(++number % 3 == 0 ? Outcome::draw : Outcome::first_wins, 1000));
    }
    std::istringstream lines{standings_text(board, false)};
    for (std::string line; std::getline(lines, line);) {
        CAPTURE(line);
        CHECK(line.size() <= 80);
    }
}

}  // namespace
