#include "referee/schedule/schedule.hpp"

#include <utility>

namespace sparring::referee {
namespace {

using Encounters = std::vector<std::pair<int, int>>;

/// The circle method (Berger tables): everybody meets everybody once, and nobody waits long.
Encounters round_robin(int players) {
    const int seats = players + players % 2;  // with an odd number somebody sits out each turn
    Encounters encounters;
    for (int turn = 0; turn + 1 < seats; ++turn) {
        for (int k = 0; k < seats / 2; ++k) {
            const int circle = seats - 1;
            int a = (turn + k) % circle;
            int b = k == 0 ? circle : (turn + circle - k) % circle;
            if (a >= players || b >= players) continue;
            if (a > b) std::swap(a, b);
            encounters.emplace_back(a, b);
        }
    }
    return encounters;
}

Encounters gauntlet(int players, int seeds) {
    Encounters encounters;
    for (int other = seeds; other < players; ++other) {
        for (int seed = 0; seed < seeds; ++seed) encounters.emplace_back(seed, other);
    }
    return encounters;
}

int openings_a_round(const ScheduleSettings& settings) {
    return (settings.games + settings.repeat - 1) / settings.repeat;
}

}  // namespace

int default_rounds(const ScheduleSettings&) {
    return 1;
}

bool in_pairs(const ScheduleSettings& settings) {
    return settings.swap && settings.repeat == 2 && settings.games % 2 == 0;
}

std::size_t games_at_most(const ScheduleSettings& settings) {
    return next_stage(settings, {}).size();
}

std::vector<ScheduledGame> next_stage(const ScheduleSettings& settings,
                                      std::span<const PlayedGame> played) {
    if (!played.empty()) return {};
    const Encounters encounters = settings.tournament == Tournament::gauntlet
                                      ? gauntlet(settings.players, settings.seeds)
                                      : round_robin(settings.players);
    const int rounds = settings.rounds > 0 ? settings.rounds : default_rounds(settings);
    std::vector<ScheduledGame> games;
    int pair = 0;
    for (int round = 0; round < rounds; ++round) {
        for (const auto& [a, b] : encounters) {
            for (int game = 0; game < settings.games; ++game) {
                if (game % 2 == 0) ++pair;
                // With an odd number of games the extra first move alternates from round to round.
                const bool swapped = settings.swap && (round * settings.games + game) % 2 == 1;
                games.push_back({static_cast<int>(games.size()) + 1, round + 1, swapped ? b : a,
                                 swapped ? a : b, pair,
                                 static_cast<std::size_t>(round * openings_a_round(settings) +
                                                          game / settings.repeat)});
            }
        }
    }
    return games;
}

}  // namespace sparring::referee
