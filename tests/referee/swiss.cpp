#include "referee/schedule/swiss.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <set>

#include "tests/catch.hpp"
#include "tests/referee/swiss_past.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;

TEST_CASE("in the first round of a Swiss tournament the upper half meets the lower half") {
    const auto games = next_stage(swiss(8, 3), {});
    REQUIRE(games.size() == 4);
    for (int board = 0; board < 4; ++board) {
        const auto& game = games[static_cast<std::size_t>(board)];
        CHECK(std::min(game.first, game.second) == board);
        CHECK(std::max(game.first, game.second) == board + 4);
        CHECK(game.number == board + 1);
        CHECK(game.round == 1);
        CHECK(game.opening == 0);
        // Who begins is drawn for the first board, and alternates from board to board.
        CHECK((game.first < 4) == ((games[0].first == 0) == (board % 2 == 0)));
    }
    std::set<int> beginners;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        auto settings = swiss(8, 3);
        settings.seed = seed;
        beginners.insert(next_stage(settings, {}).front().first);
    }
    CHECK(beginners == std::set<int>{0, 4});
}

TEST_CASE("a Swiss round pairs everybody, and the bye goes to each at most once") {
    for (int players = 2; players <= 40; ++players) {
        const int rounds = std::min(players - 1 + players % 2, 7);
        CAPTURE(players);
        const auto played = play_all(swiss(players, rounds), at_random(players));
        const auto present = rounds_of(played);
        REQUIRE(present.size() == static_cast<std::size_t>(rounds));
        for (const auto& round : present) {
            CHECK(round.size() == static_cast<std::size_t>(players - players % 2));
        }
        CHECK(played.size() == static_cast<std::size_t>(rounds * (players / 2)));
        for (const Past& past : pasts(players, played)) CHECK(past.byes <= 1);
        for (std::size_t i = 0; i < played.size(); ++i) {
            CHECK(played[i].game.number == static_cast<int>(i) + 1);
        }
    }
}

TEST_CASE("nobody meets twice in a Swiss tournament of half as many rounds as players") {
    // Then a pairing without rematches exists (Dirac 1952: everybody has half of the others left).
    for (int players = 4; players <= 40; players += 2) {
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
            CAPTURE(players, seed);
            const auto played = play_all(swiss(players, players / 2), at_random(seed));
            for (const Past& past : pasts(players, played)) {
                for (const auto& [opponent, count] : past.meetings) CHECK(count == 1);
                CHECK(std::abs(past.balance()) <= 2);
            }
        }
    }
}

TEST_CASE("in Swiss encounters of two games everybody begins once") {
    const auto games = next_stage(swiss(6, 3, 2), {});
    REQUIRE(games.size() == 6);
    CHECK(games[0].first == games[1].second);
    CHECK(games[0].pair == games[1].pair);
    CHECK(games[0].opening == games[1].opening);
}

TEST_CASE("openings and numbers run on from round to round of a Swiss tournament") {
    for (const auto policy :
         {OpeningPolicy::round, OpeningPolicy::pair, OpeningPolicy::encounter}) {
        auto settings = swiss(6, 3, 4);
        settings.policy = policy;
        const auto played = play_all(settings, at_random(1));
        REQUIRE(played.size() == 36);
        std::map<std::size_t, std::set<int>> rounds_with, pairs_with;
        for (const auto& [game, outcome] : played) {
            rounds_with[game.opening].insert(game.round);
            pairs_with[game.opening].insert(game.pair);
        }
        for (const auto& [opening, rounds] : rounds_with) CHECK(rounds.size() == 1);
        const std::size_t expected = policy == OpeningPolicy::round  ? 6
                                     : policy == OpeningPolicy::pair ? 18
                                                                     : 9;
        CHECK(rounds_with.size() == expected);
        CHECK(rounds_with.rbegin()->first == expected - 1);
        for (const auto& [opening, pairs] : pairs_with) CHECK(pairs.size() == 18 / expected);
    }
}

TEST_CASE("a Swiss tournament has as many rounds as a knockout, if nobody says otherwise") {
    for (const auto& [players, rounds] :
         std::map<int, int>{{2, 1}, {3, 2}, {4, 2}, {5, 3}, {8, 3}, {9, 4}, {16, 4}, {17, 5}}) {
        CHECK(default_rounds(swiss(players, 0)) == rounds);
        CHECK(rounds_of(play_all(swiss(players, 0), at_random(1))).size() ==
              static_cast<std::size_t>(rounds));
    }
}

// Players counted from 1: the better number wins, but a sum of the two numbers that 5 divides is a
// draw, and one that 7 divides an upset.
Outcome by_numbers(const ScheduledGame& game) {
    const int sum = game.first + game.second + 2;
    if (sum % 5 == 0) return Outcome::draw;
    const bool upset = sum % 7 == 0;
    return (game.first < game.second) != upset ? Outcome::first_wins : Outcome::second_wins;
}

std::string pairings_text(const Played& played, int players) {
    std::string text;
    int round = 0;
    for (const auto& present : rounds_of(played)) {
        ++round;
        for (const auto& [game, outcome] : played) {
            if (game.round == round) text += fmt::format("{}-{} ", game.first + 1, game.second + 1);
        }
        for (int player = 0; player < players; ++player) {
            if (!present.count(player)) text += fmt::format("{} bye ", player + 1);
        }
        text.back() = '\n';
    }
    return text;
}

std::string table_text(const std::vector<SwissRow>& table) {
    std::string text;
    for (const SwissRow& row : table) {
        text += fmt::format("{} {} {} {} {} {}\n", row.player + 1, row.points, row.buchholz,
                            row.median_buchholz, row.sonneborn_berger, row.first_moves);
    }
    return text;
}

// The expected texts of these two were made by a programme in another language, which goes over all
// pairings.
TEST_CASE("a Swiss tournament of 16 players in six rounds") {
    const auto settings = swiss(16, 6);
    const auto played = play_all(settings, by_numbers);
    CHECK(pairings_text(played, 16) ==
          "1-9 10-2 3-11 12-4 5-13 14-6 7-15 16-8\n"
          "2-7 4-8 11-5 6-1 9-14 13-3 15-10 16-12\n"
          "4-2 5-6 8-9 3-16 7-11 1-15 10-14 12-13\n"
          "2-5 8-3 7-4 10-1 6-9 11-16 14-12 13-15\n"
          "5-4 3-2 1-8 11-6 9-7 16-10 15-12 14-13\n"
          "4-1 3-5 2-6 12-7 9-10 8-15 13-11 16-14\n");
    CHECK(table_text(swiss_table(settings, played)) ==
          "2 4.5 22.5 15.5 16.25 3\n"
          "4 4.5 22 15 15.5 3\n"
          "3 4.5 17.5 11.5 12.25 4\n"
          "5 4 21 15 12 3\n"
          "7 4 19 13 10 3\n"
          "1 4 17.5 11.5 10.75 3\n"
          "6 3 19.5 14 9 2\n"
          "8 3 19 13 6 3\n"
          "11 3 18.5 12.5 7.5 3\n"
          "9 3 17.5 12.5 7 3\n"
          "10 2.5 15.5 10 3.25 3\n"
          "12 2.5 14 8.5 3.25 3\n"
          "15 1.5 17.5 12 2.75 2\n"
          "16 1.5 16.5 11 3 4\n"
          "13 1.5 16.5 11 2.25 3\n"
          "14 1 14 9.5 2.25 3\n");
}

TEST_CASE("a Swiss tournament of seven players, each of whom has a bye in turn") {
    const auto settings = swiss(7, 5);
    const auto played = play_all(settings, by_numbers);
    CHECK(pairings_text(played, 7) ==
          "1-4 5-2 3-6 7 bye\n"
          "7-3 4-5 2-1 6 bye\n"
          "1-7 3-4 6-5 2 bye\n"
          "5-1 4-7 6-2 3 bye\n"
          "1-3 2-4 7-6 5 bye\n");
    const auto table = swiss_table(settings, played);
    CHECK(table_text(table) ==
          "1 4.5 13.5 8.5 11.75 3\n"
          "4 3.5 14.5 8.5 9.25 2\n"
          "2 3 16 9.5 8.5 2\n"
          "5 3 16 9.5 8 2\n"
          "3 2.5 14 8 5.25 2\n"
          "6 2 12 7.5 3.5 2\n"
          "7 1.5 14 8 2.75 2\n");
    CHECK(table[2].byes == 1);
    CHECK(table[2].rounds[2].opponent == SwissRound::bye);
    CHECK(table[2].rounds[2].half_points == 2);
    CHECK(table[6].rank == 7);
}

TEST_CASE("in the middle of a Swiss round nobody has its bye yet") {
    const auto settings = swiss(3, 2, 2);
    auto played = play_all(settings, [](const ScheduledGame&) { return Outcome::draw; });
    REQUIRE(played.size() == 4);
    played.pop_back();
    std::map<int, double> points;
    for (const SwissRow& row : swiss_table(settings, played)) points[row.player] = row.points;
    CHECK(points == std::map<int, double>{{0, 1.5}, {1, 1}, {2, 2.5}});
}

TEST_CASE("void games of a Swiss tournament count nothing, and equal players share a rank") {
    const auto settings = swiss(4, 3);
    const auto played = play_all(settings, [](const ScheduledGame&) { return Outcome::none; });
    REQUIRE(played.size() == 6);
    for (const SwissRow& row : swiss_table(settings, played)) {
        CHECK(row.points == 0);
        CHECK(row.rank == 1);
        std::set<int> opponents;
        for (const SwissRound& round : row.rounds) opponents.insert(round.opponent);
        CHECK(opponents.size() == 3);
    }
}

}  // namespace
