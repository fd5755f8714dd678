// Everything that is known of a tournament's results at one moment: what consoles, pages, events
// and reports show. Pure.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "referee/schedule/schedule.hpp"
#include "referee/statistics/standings.hpp"

namespace sparring::referee {

class Scoreboard {
  public:
    Scoreboard(ScheduleSettings schedule, std::vector<std::string> names);

    /// A game, as soon as it counts.
    void add(const ScheduledGame& game, const Score& score) { standings_.add(game, score); }

    /// The same game when its turn in the schedule has come.
    void add_in_order(const ScheduledGame& game, const Score& score);

    const ScheduleSettings& schedule() const { return schedule_; }
    std::span<const std::string> names() const { return names_; }
    const Standings& standings() const { return standings_; }

    /// In schedule order, without gaps.
    std::span<const PlayedGame> played() const { return played_; }

  private:
    ScheduleSettings schedule_;
    std::vector<std::string> names_;
    Standings standings_;
    std::vector<PlayedGame> played_;
};

}  // namespace sparring::referee
