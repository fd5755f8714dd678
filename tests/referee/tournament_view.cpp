#include "referee/view/bracket_text.hpp"
#include "referee/view/swiss_text.hpp"
#include "referee/view/table.hpp"
#include "tests/catch.hpp"
#include "tests/referee/tournament.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;

std::size_t widest_line(const std::string& text) {
    std::size_t widest = 0;
    for (std::size_t from = 0; from < text.size();) {
        const auto end = std::min(text.find('\n', from), text.size());
        widest = std::max(widest, characters(text.substr(from, end - from)));
        from = end + 1;
    }
    return widest;
}

std::vector<std::string> letters(int players) {
    std::vector<std::string> names;
    for (int i = 0; i < players; ++i) names.emplace_back(1, static_cast<char>('A' + i));
    return names;
}

Outcome mixed(const ScheduledGame& game) {
    if ((game.first + game.second) % 3 == 0) return Outcome::draw;
    return game.first < game.second ? Outcome::first_wins : Outcome::second_wins;
}

TEST_CASE("a Swiss table as text") {
    const ScheduleSettings settings{.tournament = Tournament::swiss, .players = 5, .rounds = 3};
    const auto played = play_all(settings, mixed);
    CHECK(swiss_text(swiss_table(settings, played), letters(5), false) ==
          "#  Player  Points  Buchholz  median    S-B  first  byes\n"
          "1  A          6.0       8.0     3.0  16.00      2\n"
          "2  D          4.0       9.0     3.0  12.00      1     1\n"
          "3  B          3.0      13.0     4.0  11.00      1\n"
          "4  C          3.0      12.0     3.0   9.00      0     1\n"
          "5  E          2.0      12.0     4.0   4.00      2     1\n"
          "\n"
          "#  Player     R1     R2     R3\n"
          "1  A         4:2    5:2    3:2\n"
          "2  D         3:0  bye:2    5:2\n"
          "3  B         2:2    4:1    1:0\n"
          "4  C         1:0    3:1  bye:2\n"
          "5  E       bye:2    1:0    2:0\n");
}

TEST_CASE("a bracket as text") {
    const ScheduleSettings settings{.tournament = Tournament::knockout, .players = 6};
    auto played = play_all(settings, mixed);
    played.resize(played.size() - 1);
    CHECK(bracket_text(bracket(settings, played), letters(6), false) ==
          "Quarter-finals    score       advances\n"
          "1 A                           1 A       bye\n"
          "4 D             2.0-0.0  5 E  4 D\n"
          "2 B                           2 B       bye\n"
          "3 C             2.0-0.0  6 F  3 C\n"
          "\n"
          "Semi-finals    score       advances\n"
          "1 A          5.0-5.0  4 D  1 A       by seed\n"
          "2 B          5.0-5.0  3 C  2 B       by seed\n"
          "\n"
          "Final    score       advances\n"
          "1 A    1.0-0.0  2 B\n");
}

TEST_CASE("tables of tournaments are at most 80 columns wide") {
    for (const auto tournament : {Tournament::swiss, Tournament::knockout}) {
        const ScheduleSettings settings{.tournament = tournament,
                                        .players = 33,
                                        .rounds = tournament == Tournament::swiss ? 12 : 1,
                                        .games = 200};
        const auto played = play_all(settings, at_random(1));
        const std::vector<std::string> names(33, "Ein sehr langer Name für ein Programm, Stufe 9");
        const auto text = tournament == Tournament::swiss
                              ? swiss_text(swiss_table(settings, played), names, false)
                              : bracket_text(bracket(settings, played), names, false);
        CHECK(widest_line(text) <= 80);
        CHECK(widest_line(text) > 60);
    }
    CHECK(swiss_text({}, {}, false).empty());
    CHECK(bracket_text({}, {}, false).empty());
}

}  // namespace
