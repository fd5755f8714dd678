#include "referee/schedule/swiss.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>

#include "tests/catch.hpp"
#include "tests/referee/tournament.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;

ScheduleSettings swiss(int players, int rounds, int games = 1) {
    return {.tournament = Tournament::swiss, .players = players, .rounds = rounds, .games = games};
}

/// A player's past, counted anew from the games.
struct Past {
    int score = 0;  ///< half points
    int byes = 0;
    std::map<int, int> meetings;
    std::vector<int> sides;  ///< +1: began
    int drift = 0;

    int balance() const {
        int sum = 0;
        for (const int side : sides) sum += side;
        return sum;
    }
};

std::vector<std::set<int>> rounds_of(const Played& played) {
    std::vector<std::set<int>> rounds;
    for (const auto& [game, outcome] : played) {
        if (rounds.size() < static_cast<std::size_t>(game.round)) rounds.emplace_back();
        rounds.back().insert(game.first);
        rounds.back().insert(game.second);
    }
    return rounds;
}

/// With one game an encounter.
std::vector<Past> pasts(int players, const Played& played) {
    std::vector<Past> all(static_cast<std::size_t>(players));
    const auto at = [&](int player) -> Past& { return all[static_cast<std::size_t>(player)]; };
    std::size_t round = 0;
    for (const auto& present : rounds_of(played)) {
        ++round;
        const auto before = all;
        for (const auto& [game, outcome] : played) {
            if (game.round != static_cast<int>(round)) continue;
            for (const bool first : {true, false}) {
                const int own = first ? game.first : game.second;
                const int other = first ? game.second : game.first;
                const bool won = outcome == (first ? Outcome::first_wins : Outcome::second_wins);
                Past& past = at(own);
                past.score += won ? 2 : outcome == Outcome::draw ? 1 : 0;
                ++past.meetings[other];
                past.sides.push_back(first ? 1 : -1);
                const int difference = before[static_cast<std::size_t>(other)].score -
                                       before[static_cast<std::size_t>(own)].score;
                past.drift = difference > 0 ? 1 : difference < 0 ? -1 : 0;
            }
        }
        for (int player = 0; player < players; ++player) {
            if (present.count(player)) continue;
            at(player).score += 2;
            ++at(player).byes;
            at(player).drift = -1;
        }
    }
    return all;
}

/// The wishes of swiss_pairing.hpp, as sums over a pairing, the most important first.
using Odds = std::array<long, 10>;

Odds operator+(Odds a, const Odds& b) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
    return a;
}

class Wishes {
  public:
    explicit Wishes(std::vector<Past> pasts) : pasts_{std::move(pasts)} {
        std::map<int, std::vector<int>, std::greater<>> groups;
        for (int player = 0; player < players(); ++player)
            groups[at(player).score].push_back(player);
        lowest_ = groups.rbegin()->first;
        for (const auto& [score, group] : groups) {
            int from_top = 0;
            for (const int player : group) {
                place_[player] = static_cast<int>(order_.size());
                from_top_[player] = from_top++;
                to_bottom_[player] = static_cast<int>(group.size()) - 1 - from_top_[player];
                half_[player] = static_cast<int>(group.size()) / 2;
                order_.push_back(player);
            }
        }
    }

    int players() const { return static_cast<int>(pasts_.size()); }

    Odds bye(int player) {
        const Past& past = at(player);
        Odds odds{};
        odds[0] = past.byes * past.byes;
        odds[3] = past.score - lowest_;
        odds[6] = past.drift < 0;
        odds[8] = to_bottom_[player] * to_bottom_[player];
        odds[9] = lot(player, player);
        return odds;
    }

    Odds pair(int a, int b) {
        if (place_[a] > place_[b]) std::swap(a, b);
        const Past &upper = at(a), &lower = at(b);
        Odds odds{};
        const auto met = upper.meetings.find(b);
        if (met != upper.meetings.end()) odds[1] = met->second * met->second;
        const auto [side_a, strength_a] = due(upper);
        const auto [side_b, strength_b] = due(lower);
        if (side_a * side_b > 0) {
            const int strength = std::min(strength_a, strength_b);
            odds[2] = strength == 3;
            odds[5] = std::min(strength, 2);
        }
        const int difference = upper.score - lower.score;
        odds[4] = difference * difference;
        if (difference == 0) {
            const int off = from_top_[b] - from_top_[a] - half_[a];
            odds[7] = from_top_[a] >= half_[a] || from_top_[b] < half_[b];
            odds[8] = off * off;
        } else {
            odds[6] = (upper.drift < 0 ? 1 : 0) + (lower.drift > 0 ? 1 : 0);
            odds[8] = to_bottom_[a] * to_bottom_[a] + from_top_[b] * from_top_[b];
        }
        odds[9] = lot(std::min(a, b), std::max(a, b));
        return odds;
    }

    /// The least odds of all pairings, over subsets of players.
    Odds least() {
        const std::size_t all = std::size_t{1} << players();
        std::vector<std::optional<Odds>> best(all);
        best[0] = Odds{};
        if (players() % 2 == 1) {
            for (int player = 0; player < players(); ++player)
                best[std::size_t{1} << player] = bye(player);
        }
        for (std::size_t set = 0; set < all; ++set) {
            const bool complete = set + 1 == all;
            const int size = __builtin_popcountll(set);
            if (!best[set] || complete || size % 2 != players() % 2) continue;
            int a = 0;
            while (set >> a & 1) ++a;
            for (int b = a + 1; b < players(); ++b) {
                if (set >> b & 1) continue;
                auto& next = best[set | std::size_t{1} << a | std::size_t{1} << b];
                const Odds odds = *best[set] + pair(a, b);
                if (!next || odds < *next) next = odds;
            }
        }
        return *best.back();
    }

    Odds of(const std::vector<ScheduledGame>& games) {
        Odds sum{};
        std::set<int> absent;
        for (int player = 0; player < players(); ++player) absent.insert(player);
        for (const ScheduledGame& game : games) {
            sum = sum + pair(game.first, game.second);
            absent.erase(game.first);
            absent.erase(game.second);
        }
        for (const int player : absent) sum = sum + bye(player);
        return sum;
    }

  private:
    const Past& at(int player) const { return pasts_[static_cast<std::size_t>(player)]; }

    /// With the seed 0.
    static long lot(int a, int b) {
        const auto number = [](int player) { return static_cast<std::uint64_t>(player) + 1; };
        return static_cast<long>(mix64(mix64(mix64(0) + number(a)) + number(b)) & 0xffff);
    }

    /// The side that a player ought to have, and how much (1 to 3).
    static std::pair<int, int> due(const Past& past) {
        if (past.sides.empty()) return {0, 0};
        const int balance = past.balance(), last = past.sides.back();
        const std::size_t size = past.sides.size();
        if (balance >= 2) return {-1, 3};
        if (balance <= -2) return {1, 3};
        if (size >= 2 && past.sides[size - 2] == last) return {-last, 3};
        return balance == 0 ? std::pair{-last, 1} : std::pair{-balance, 2};
    }

    std::vector<Past> pasts_;
    std::vector<int> order_;
    std::map<int, int> place_, from_top_, to_bottom_, half_;
    int lowest_ = 0;
};

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

TEST_CASE("a Swiss pairing is the best of all pairings") {
    for (int players = 2; players <= 11; ++players) {
        for (std::uint64_t seed = 0; seed < (players > 9 ? 4U : 12U); ++seed) {
            const auto settings = swiss(players, players + 3);
            const auto referee = at_random(100 * seed + static_cast<std::uint64_t>(players));
            Played played;
            for (int round = 1; round <= settings.rounds; ++round) {
                CAPTURE(players, seed, round);
                Wishes wishes{pasts(players, played)};
                const auto games = next_stage(settings, played);
                REQUIRE(games == next_stage(settings, played));
                REQUIRE(wishes.of(games) == wishes.least());
                play_stage(settings, played, referee);
            }
            CHECK(next_stage(settings, played).empty());
        }
    }
}

TEST_CASE("the first move is balanced where a Swiss encounter has a single game") {
    int encounters = 0, unbalanced = 0, apart = 0;
    for (int players = 8; players <= 40; players += 4) {
        const auto played = play_all(swiss(players, 6), at_random(players));
        Played before;
        for (const PlayedGame& each : played) {
            if (!before.empty() && before.back().game.round != each.game.round) {
                const auto all = pasts(players, before);
                for (const Past& past : all) unbalanced += std::abs(past.balance()) > 1;
                for (const auto& [game, outcome] : played) {
                    if (game.round != each.game.round) continue;
                    ++encounters;
                    apart += std::abs(all[static_cast<std::size_t>(game.first)].score -
                                      all[static_cast<std::size_t>(game.second)].score) > 1;
                }
            }
            before.push_back(each);
        }
    }
    CAPTURE(encounters, unbalanced, apart);
    CHECK(unbalanced < encounters / 10);
    CHECK(apart < encounters / 10);
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
