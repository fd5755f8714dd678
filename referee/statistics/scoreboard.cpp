#include "referee/statistics/scoreboard.hpp"

#include <algorithm>

namespace sparring::referee {
namespace {

/// Memory for the games is taken at once, so that a long run does not grow, but not for millions.
constexpr std::size_t kMostReserved = 100'000;

}  // namespace

Scoreboard::Scoreboard(ScheduleSettings schedule, std::vector<std::string> names)
    : schedule_{std::move(schedule)},
      names_{std::move(names)},
      standings_{schedule_.players, in_pairs(schedule_)} {
    played_.reserve(std::min(games_at_most(schedule_), kMostReserved));
}

void Scoreboard::add_in_order(const ScheduledGame& game, const Score& score) {
    played_.push_back({game, score.outcome});
}

}  // namespace sparring::referee
