#include "referee/schedule/round_robin.hpp"

#include <algorithm>
#include <utility>

namespace sparring::referee {
namespace {

/// With an odd number of games `a` has one first move more than `b`. In a round robin the first
/// moves of a player then differ by at most one, if the sum of the two numbers decides.
Encounter encounter(const ScheduleSettings& settings, int a, int b) {
    const bool uneven = settings.swap && settings.games % 2 == 1;
    if (uneven && (a + b) % 2 == 0) std::swap(a, b);
    return {a, b, settings.games};
}

}  // namespace

std::vector<ScheduledGame> games_of_rounds(const ScheduleSettings& settings,
                                           std::vector<Encounter> encounters) {
    Numbering numbering{settings, {}};
    const int rounds = settings.rounds > 0 ? settings.rounds : default_rounds(settings);
    for (int round = 1; round <= rounds; ++round) {
        numbering.add(round, encounters);
        for (auto& [first, second, games] : encounters) {
            if (settings.swap && games % 2 == 1) std::swap(first, second);
        }
    }
    return std::move(numbering).games();
}

/// The circle method (Berger tables): everybody meets everybody once, and nobody waits long.
std::vector<ScheduledGame> round_robin_games(const ScheduleSettings& settings) {
    const int players = std::max(settings.players, 0);
    const int seats = players + players % 2;  // with an odd number somebody sits out each turn
    std::vector<Encounter> encounters;
    for (int turn = 0; turn + 1 < seats; ++turn) {
        for (int k = 0; k < seats / 2; ++k) {
            const int circle = seats - 1;
            const int a = (turn + k) % circle;
            const int b = k == 0 ? circle : (turn + circle - k) % circle;
            if (a >= players || b >= players) continue;
            encounters.push_back(encounter(settings, std::min(a, b), std::max(a, b)));
        }
    }
    return games_of_rounds(settings, std::move(encounters));
}

std::vector<ScheduledGame> gauntlet_games(const ScheduleSettings& settings) {
    std::vector<Encounter> encounters;
    for (int other = settings.seeds; other < settings.players; ++other) {
        for (int seed = 0; seed < settings.seeds; ++seed) {
            encounters.push_back(encounter(settings, seed, other));
        }
    }
    return games_of_rounds(settings, std::move(encounters));
}

}  // namespace sparring::referee
