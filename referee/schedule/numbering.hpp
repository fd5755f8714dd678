// From who plays whom to numbered games with openings, the same for all tournaments.
#pragma once

#include <span>
#include <vector>

#include "referee/schedule/schedule.hpp"

namespace sparring::referee {

struct Encounter {
    int first = 0, second = 0;  ///< players; `first` has the first move in the first game
    int games = 0;

    bool operator==(const Encounter&) const = default;
};

/// Numbers of games, pairs and openings run on from what has been played.
class Numbering {
  public:
    Numbering(const ScheduleSettings& settings, std::span<const PlayedGame> played);

    /// `repeat` games from one opening, whatever the settings say if it is not 0.
    void add(int round, std::span<const Encounter> encounters, int repeat = 0);

    std::vector<ScheduledGame> games() && { return std::move(games_); }

  private:
    const ScheduleSettings& settings_;
    std::vector<ScheduledGame> games_;
    int number_ = 0, pair_ = 0;
    std::size_t opening_ = 0;  ///< the next one that nobody has had
};

}  // namespace sparring::referee
