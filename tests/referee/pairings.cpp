#include "referee/schedule/pairings.hpp"

#include "tests/catch.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;

const std::vector<std::string> names{"Alpha", "Bravo", "Charlie", "Delta One", "5"};

TEST_CASE("a list of pairings is read in several spellings") {
    const auto pairings = parse_pairings(
        "# who plays whom\n"
        "Alpha Bravo\n"
        "  Charlie\tAlpha 4  # four games\r\n"
        "\n"
        "Delta One, Bravo\n"
        "Alpha,Delta One,3\n"
        "1 4 1\n"
        "5 3",
        names);
    REQUIRE(pairings);
    const std::vector<Pairing> expected{{0, 1, 0}, {2, 0, 4}, {3, 1, 0},
                                        {0, 3, 3}, {0, 3, 1}, {4, 2, 0}};
    CHECK(*pairings == expected);
}

std::string problem(std::string_view text) {
    const auto pairings = parse_pairings(text, names);
    REQUIRE_FALSE(pairings);
    return pairings.error();
}

TEST_CASE("a bad line of a list of pairings is named with its reason") {
    CHECK(problem("Alpha Bravo\nAlhpa Bravo") ==
          "line 2: there is no player 'Alhpa'; did you mean Alpha?");
    CHECK(problem("Alpha Zulu") == "line 1: there is no player 'Zulu'");
    CHECK(problem("1 6") == "line 1: there is no player 6; they are numbered from 1 to 5");
    CHECK(problem("0 1") == "line 1: there is no player 0; they are numbered from 1 to 5");
    CHECK(problem("Alpha Bravo x") == "line 1: games 'x': expected a number from 1 to 1000000");
    CHECK(problem("Alpha Bravo 0") == "line 1: games '0': expected a number from 1 to 1000000");
    CHECK(problem("Alpha 1") == "line 1: 'Alpha' cannot play against itself");
    CHECK(problem("Alpha, , 2") == "line 1: a player's name is missing");
    CHECK(problem("Alpha").starts_with("line 1: expected two players"));
    CHECK(problem("Alpha Delta One 2").starts_with("line 1: expected two players"));
    CHECK(problem("a\x01 b") == "line 1: there is no player 'a\\x01'");
    CHECK(problem("# none\n") == "there is no pairing in it");
}

TEST_CASE("listed encounters are played in their order with their numbers of games") {
    ScheduleSettings settings{.tournament = Tournament::pairings, .players = 3, .rounds = 2};
    settings.pairings = {{2, 0, 0}, {1, 2, 3}};
    const auto games = next_stage(settings, {});
    REQUIRE(games.size() == 10);
    CHECK(games.size() == games_at_most(settings));
    CHECK(games[0] == ScheduledGame{1, 1, 2, 0, 1, 0});
    CHECK(games[1] == ScheduledGame{2, 1, 0, 2, 1, 0});
    CHECK(games[2] == ScheduledGame{3, 1, 1, 2, 2, 0});
    CHECK(games[4] == ScheduledGame{5, 1, 1, 2, 3, 1});
    CHECK(games[5] == ScheduledGame{6, 2, 2, 0, 4, 2});
    CHECK(games[7] == ScheduledGame{8, 2, 2, 1, 5, 2});  // an odd number: the other one begins
    CHECK_FALSE(in_pairs(settings));
    settings.pairings.pop_back();
    CHECK(in_pairs(settings));
    CHECK(next_stage(settings, std::vector<PlayedGame>{{games[0], Outcome::draw}}).empty());
}

}  // namespace
