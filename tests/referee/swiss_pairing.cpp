#include "referee/schedule/swiss_pairing.hpp"

#include <array>
#include <bit>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>

#include "tests/catch.hpp"
#include "tests/referee/swiss_past.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;

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
            const int size = std::popcount(set);
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

}  // namespace
