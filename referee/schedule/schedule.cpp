#include "referee/schedule/schedule.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "referee/schedule/knockout.hpp"
#include "referee/schedule/pairings.hpp"
#include "referee/schedule/round_robin.hpp"
#include "referee/schedule/swiss.hpp"

namespace sparring::referee {
namespace {

constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();

std::size_t plus(std::size_t a, std::size_t b) {
    return a > kMost - b ? kMost : a + b;
}

std::size_t times(std::size_t a, std::size_t b) {
    return b != 0 && a > kMost / b ? kMost : a * b;
}

std::size_t count(int number) {
    return static_cast<std::size_t>(std::max(number, 0));
}

}  // namespace

int default_rounds(const ScheduleSettings& settings) {
    if (settings.tournament != Tournament::swiss || settings.players < 3) return 1;
    return std::bit_width(static_cast<unsigned>(settings.players - 1));
}

bool in_pairs(const ScheduleSettings& settings) {
    const bool one_opening = settings.repeat == 2 || settings.policy == OpeningPolicy::encounter;
    if (!settings.swap || !one_opening) return false;
    if (settings.tournament != Tournament::pairings) return settings.games % 2 == 0;
    return std::all_of(
        settings.pairings.begin(), settings.pairings.end(),
        [&](const Pairing& pairing) { return games_of(pairing, settings) % 2 == 0; });
}

std::size_t games_at_most(const ScheduleSettings& settings) {
    const std::size_t players = count(settings.players), games = count(settings.games);
    const std::size_t rounds =
        count(settings.rounds > 0 ? settings.rounds : default_rounds(settings));
    const std::size_t a_round = times(rounds, games);
    if (players < 2) return 0;
    switch (settings.tournament) {
        case Tournament::round_robin:
            return times(players * (players - 1) / 2, a_round);
        case Tournament::gauntlet: {
            const std::size_t seeds = std::min(count(settings.seeds), players);
            return times(seeds * (players - seeds), a_round);
        }
        case Tournament::swiss:
            return times(players / 2, a_round);
        case Tournament::knockout:
            return times(players - 1, plus(a_round, 2 * kMostFurtherPairs));
        case Tournament::pairings:
            break;
    }
    std::size_t sum = 0;
    for (const Pairing& pairing : settings.pairings) {
        sum = plus(sum, count(games_of(pairing, settings)));
    }
    return times(sum, rounds);
}

std::vector<ScheduledGame> next_stage(const ScheduleSettings& settings,
                                      std::span<const PlayedGame> played) {
    if (settings.players < 2) return {};
    switch (settings.tournament) {
        case Tournament::swiss:
            return swiss_stage(settings, played);
        case Tournament::knockout:
            return knockout_stage(settings, played);
        case Tournament::round_robin:
            return played.empty() ? round_robin_games(settings) : std::vector<ScheduledGame>{};
        case Tournament::gauntlet:
            return played.empty() ? gauntlet_games(settings) : std::vector<ScheduledGame>{};
        case Tournament::pairings:
            break;
    }
    return played.empty() ? pairings_games(settings) : std::vector<ScheduledGame>{};
}

}  // namespace sparring::referee
