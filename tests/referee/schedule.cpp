#include "referee/schedule/schedule.hpp"

#include <cstdlib>
#include <limits>
#include <map>
#include <set>

#include "tests/catch.hpp"
#include "tests/referee/tournament.hpp"

namespace {

using namespace sparring::referee;

TEST_CASE("two players meet in pairs with sides swapped") {
    const auto games = next_stage({.players = 2, .rounds = 3, .games = 2, .repeat = 2}, {});
    REQUIRE(games.size() == 6);
    CHECK(games[0] == ScheduledGame{1, 1, 0, 1, 1, 0});
    CHECK(games[1] == ScheduledGame{2, 1, 1, 0, 1, 0});
    CHECK(games[4] == ScheduledGame{5, 3, 0, 1, 3, 2});
}

TEST_CASE("in a round robin everybody meets everybody, as often on either side") {
    for (int players = 2; players <= 9; ++players) {
        const ScheduleSettings settings{.players = players, .rounds = 2, .games = 2};
        const auto games = next_stage(settings, {});
        CAPTURE(players);
        CHECK(games.size() == static_cast<std::size_t>(players * (players - 1) / 2 * 4));
        std::map<std::pair<int, int>, int> meetings;
        for (const auto& game : games) {
            CHECK(game.first != game.second);
            CHECK(game.first < players);
            CHECK(game.second < players);
            CHECK(game.opening < 2);
            ++meetings[{game.first, game.second}];
        }
        CHECK(meetings.size() == static_cast<std::size_t>(players * (players - 1)));
        for (const auto& [who, count] : meetings) CHECK(count == 2);
    }
}

TEST_CASE("in a round every encounter has the same opening") {
    for (const auto& game : next_stage({.players = 5, .rounds = 3, .games = 2}, {})) {
        CHECK(game.opening == static_cast<std::size_t>(game.round - 1));
    }
}

TEST_CASE("nobody sits out two turns of a round robin in a row") {
    const auto games = next_stage({.players = 6, .rounds = 1, .games = 1, .repeat = 1}, {});
    for (std::size_t turn = 0; turn < games.size() / 3; ++turn) {
        std::set<int> playing;
        for (std::size_t i = 3 * turn; i < 3 * turn + 3; ++i) {
            playing.insert(games[i].first);
            playing.insert(games[i].second);
        }
        CHECK(playing.size() == 6);
    }
}

TEST_CASE("in a gauntlet the seeds meet all the others") {
    const auto games =
        next_stage({.tournament = Tournament::gauntlet, .players = 5, .seeds = 2}, {});
    CHECK(games.size() == 12);
    for (const auto& game : games) {
        CHECK(std::min(game.first, game.second) < 2);
        CHECK(std::max(game.first, game.second) >= 2);
    }
}

TEST_CASE("repeat says how many games share an opening") {
    const auto four = next_stage({.players = 2, .rounds = 1, .games = 4, .repeat = 2}, {});
    CHECK(four[1].opening == 0);
    CHECK(four[2].opening == 1);
    CHECK(four[2].pair == four[0].pair + 1);
    const auto fresh = next_stage({.players = 2, .rounds = 2, .games = 2, .repeat = 1}, {});
    CHECK(fresh[0].opening == 0);
    CHECK(fresh[1].opening == 1);
    CHECK(fresh[2].opening == 2);
    CHECK_FALSE(in_pairs({.games = 2, .repeat = 1}));
    CHECK_FALSE(in_pairs({.games = 3, .repeat = 2}));
    CHECK_FALSE(in_pairs({.swap = false}));
    CHECK(in_pairs({}));
}

TEST_CASE("without swapping the same player is always first") {
    for (const auto& game :
         next_stage({.players = 3, .rounds = 2, .games = 2, .swap = false}, {})) {
        CHECK(game.first < game.second);
    }
}

TEST_CASE("with an odd number of games the first move alternates over the rounds") {
    const auto games = next_stage({.players = 2, .rounds = 4, .games = 1, .repeat = 1}, {});
    CHECK(games[0].first == 0);
    CHECK(games[1].first == 1);
    CHECK(games[2].first == 0);
}

TEST_CASE("where encounters have an odd number of games everybody begins half of the time") {
    for (int players = 2; players <= 12; ++players) {
        for (const int games : {1, 3}) {
            std::map<int, int> surplus;
            for (const auto& game :
                 next_stage({.players = players, .rounds = 1, .games = games, .repeat = 1}, {})) {
                ++surplus[game.first];
                --surplus[game.second];
            }
            for (const auto& [player, count] : surplus) CHECK(std::abs(count) <= 1);
        }
    }
}

TEST_CASE("openings are shared as the policy says") {
    const auto openings = [](OpeningPolicy policy, int repeat) {
        std::vector<std::size_t> result;
        for (const auto& game : next_stage(
                 {.players = 3, .rounds = 2, .games = 4, .repeat = repeat, .policy = policy}, {})) {
            result.push_back(game.opening);
        }
        return result;
    };
    using Openings = std::vector<std::size_t>;
    CHECK(openings(OpeningPolicy::round, 2) == Openings{0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1,  //
                                                        2, 2, 3, 3, 2, 2, 3, 3, 2, 2, 3, 3});
    CHECK(openings(OpeningPolicy::pair, 2) == Openings{0, 0, 1, 1, 2, 2, 3, 3, 4,  4,  5,  5,  //
                                                       6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11});
    CHECK(openings(OpeningPolicy::encounter, 2) == Openings{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2,  //
                                                            3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5});
    CHECK(openings(OpeningPolicy::round, 1) == Openings{0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3,  //
                                                        4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7});
}

TEST_CASE("the number of games is known without making them") {
    for (const auto tournament :
         {Tournament::round_robin, Tournament::gauntlet, Tournament::swiss}) {
        for (int players = 2; players <= 9; ++players) {
            for (int rounds = 0; rounds <= 3; ++rounds) {
                ScheduleSettings settings{.tournament = tournament,
                                          .players = players,
                                          .seeds = 2,
                                          .rounds = rounds,
                                          .games = 3};
                const auto count = play_all(settings, at_random(1)).size();
                CHECK(count == games_at_most(settings));
            }
        }
    }
    const int most = std::numeric_limits<int>::max();
    CHECK(games_at_most({.players = most, .rounds = most, .games = most}) ==
          std::numeric_limits<std::size_t>::max());
    CHECK(games_at_most({.players = 1}) == 0);
    CHECK(next_stage({.players = 1}, {}).empty());
    CHECK(next_stage({.players = 0}, {}).empty());
}

}  // namespace
