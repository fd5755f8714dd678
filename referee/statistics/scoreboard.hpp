// Everything that is known of a tournament's results at one moment: what consoles, pages, events
// and reports show. Pure.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "referee/schedule/schedule.hpp"
#include "referee/statistics/ratings.hpp"
#include "referee/statistics/sprt.hpp"
#include "referee/statistics/standings.hpp"

namespace sparring::referee {

class Scoreboard {
  public:
    /// `test` is between the first of two players and the second.
    Scoreboard(ScheduleSettings schedule, std::vector<std::string> names,
               std::optional<SprtSettings> test = {});

    /// A game, as soon as it counts.
    void add(const ScheduledGame& game, const Score& score) { standings_.add(game, score); }

    /// The same game when its turn in the schedule has come.
    void add_in_order(const ScheduledGame& game, const Score& score);

    const ScheduleSettings& schedule() const { return schedule_; }
    std::span<const std::string> names() const { return names_; }
    const Standings& standings() const { return standings_; }

    /// In schedule order, without gaps.
    std::span<const PlayedGame> played() const { return played_; }

    /// The test, if there is one. Results count in schedule order, and not after the decision.
    const std::optional<SprtSettings>& test() const { return test_; }
    SprtState test_state() const;
    Counts test_counts() const { return test_counts_; }

    /// The last game that counts, once the test is decided.
    std::optional<int> decided_at() const { return decided_at_; }

    /// Of all players together.
    Ratings ratings() const;

  private:
    ScheduleSettings schedule_;
    std::vector<std::string> names_;
    Standings standings_;
    std::vector<PlayedGame> played_;
    std::optional<SprtSettings> test_;
    std::vector<std::int64_t> test_counts_;  // of pairs, or of games where there are no pairs
    std::optional<PlayedGame> half_pair_;
    std::optional<int> decided_at_;
};

}  // namespace sparring::referee
