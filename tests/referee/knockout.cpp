#include "referee/schedule/knockout.hpp"

#include <bit>
#include <map>
#include <set>

#include "tests/catch.hpp"
#include "tests/referee/tournament.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;
using Decision = BracketEncounter::Decision;

ScheduleSettings knockout(int players, int games = 2) {
    return {.tournament = Tournament::knockout, .players = players, .games = games};
}

Outcome lower_wins(const ScheduledGame& game) {
    return game.first < game.second ? Outcome::first_wins : Outcome::second_wins;
}

Outcome drawn(const ScheduledGame&) {
    return Outcome::draw;
}

TEST_CASE("a knockout ends with one winner, whatever the results") {
    for (int players = 2; players <= 33; ++players) {
        for (std::uint64_t seed = 0; seed < 8; ++seed) {
            for (const int games : {1, 2, 3}) {
                CAPTURE(players, seed, games);
                const auto settings = knockout(players, games);
                const auto played = play_all(settings, at_random(seed));
                const Bracket end = bracket(settings, played);
                REQUIRE(end.winner());
                std::set<int> out;
                int encounters = 0;
                std::size_t count = 0;
                for (const auto& round : end.rounds) {
                    for (const auto& encounter : round) {
                        REQUIRE(encounter.winner);
                        count += static_cast<std::size_t>(encounter.games);
                        if (encounter.decision == Decision::bye) continue;
                        ++encounters;
                        const int loser = *encounter.upper + *encounter.lower - *encounter.winner;
                        CHECK(out.insert(loser).second);
                    }
                }
                CHECK(encounters == players - 1);
                CHECK(out.count(*end.winner()) == 0);
                CHECK(count == played.size());
                CHECK(played.size() <= games_at_most(settings));
                CHECK(next_stage(settings, played).empty());
                for (std::size_t i = 0; i < played.size(); ++i) {
                    CHECK(played[i].game.number == static_cast<int>(i) + 1);
                    if (i > 0) CHECK(played[i].game.round >= played[i - 1].game.round);
                }
            }
        }
    }
}

TEST_CASE("if the better always wins, the first seeds meet last") {
    for (int players = 2; players <= 33; ++players) {
        const auto settings = knockout(players);
        const auto end = bracket(settings, play_all(settings, lower_wins));
        int left = static_cast<int>(std::bit_ceil(static_cast<unsigned>(players)));
        for (const auto& round : end.rounds) {
            for (const auto& encounter : round) {
                const int upper = encounter.upper.value_or(left);
                const int lower = encounter.lower.value_or(left);
                // 1 meets the last of those who are left, 2 the last but one.
                if (encounter.upper && encounter.lower) CHECK(upper + lower == left - 1);
            }
            left /= 2;
        }
        CHECK(end.winner() == 0);
        CHECK(end.rounds.back().front().lower == 1);
    }
}

TEST_CASE("in a knockout of 11 the first five have a bye") {
    const auto settings = knockout(11);
    const auto games = next_stage(settings, {});
    CHECK(games.size() == 6);
    std::set<int> playing, waiting;
    for (const auto& game : games) {
        playing.insert(game.first);
        playing.insert(game.second);
    }
    CHECK(playing == std::set<int>{5, 6, 7, 8, 9, 10});
    const Bracket start = bracket(settings, {});
    for (const auto& encounter : start.rounds.front()) {
        if (encounter.decision == Decision::bye) waiting.insert(*encounter.winner);
    }
    CHECK(waiting == std::set<int>{0, 1, 2, 3, 4});
    CHECK(start.rounds.size() == 4);
}

TEST_CASE("where every game is drawn the higher seed advances after four more pairs") {
    const auto settings = knockout(5);
    const auto played = play_all(settings, drawn);
    CHECK(played.size() == 4 * 10);
    CHECK(played.size() == games_at_most(settings));
    const auto end = bracket(settings, played);
    CHECK(end.winner() == 0);
    for (const auto& round : end.rounds) {
        for (const auto& encounter : round) {
            if (encounter.decision == Decision::bye) continue;
            CHECK(encounter.decision == Decision::seed);
            CHECK(encounter.further_pairs == 4);
            CHECK(encounter.winner == std::min(*encounter.upper, *encounter.lower));
            CHECK(encounter.upper_half_points == 10);
        }
    }
}

TEST_CASE("a tied encounter goes on with pairs from new openings while others wait") {
    const auto settings = knockout(4);
    // Games 1 and 2 are one encounter, 3 and 4 the other, which is tied, as its next pair is.
    Played played;
    const auto stage = [&](std::size_t games, const Referee& referee) {
        const auto before = played.size();
        play_stage(settings, played, referee);
        CHECK(played.size() == before + games);
    };
    stage(4, [](const ScheduledGame& game) {
        return game.number <= 2 ? lower_wins(game) : Outcome::first_wins;
    });
    CHECK(played[2].game.opening == 0);
    stage(2, drawn);
    CHECK(played[4].game.first == played[5].game.second);
    CHECK(played[4].game.pair == played[5].game.pair);
    CHECK(played[4].game.opening == 1);
    CHECK(played[5].game.opening == 1);
    CHECK(played[4].game.round == 1);
    auto half = played;
    stage(2, lower_wins);
    CHECK(played[6].game.opening == 2);
    const auto tied = bracket(settings, played).rounds[0][1];
    CHECK(tied.decision == Decision::further_pairs);
    CHECK(tied.further_pairs == 2);
    CHECK(tied.winner == 1);
    CHECK(tied.upper_half_points == 8);
    stage(2, lower_wins);  // the final
    CHECK(played.back().game.round == 2);
    CHECK(played.back().game.pair == 5);
    CHECK(bracket(settings, played).winner() == 0);
    stage(0, drawn);

    // In the middle of the second pair nothing is decided.
    half.push_back(played[6]);
    CHECK_FALSE(bracket(settings, half).rounds[0][1].winner);
}

TEST_CASE("with single games first moves are evened out over the rounds of a knockout") {
    const auto played = play_all(knockout(16, 1), lower_wins);
    std::map<int, int> surplus;
    for (const auto& [game, outcome] : played) {
        ++surplus[game.first];
        --surplus[game.second];
    }
    CHECK(surplus[0] == 0);
    for (const auto& [player, count] : surplus) CHECK(std::abs(count) <= 2);
}

TEST_CASE("rounds of a knockout multiply the games of an encounter") {
    auto settings = knockout(2);
    settings.rounds = 3;
    CHECK(next_stage(settings, {}).size() == 6);
    CHECK(games_at_most(settings) == 14);
}

}  // namespace
