// Plays a tournament: several games at a time, each a coroutine on one loop; results as they come
// and in schedule order.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "referee/play/match_settings.hpp"
#include "referee/play/notice.hpp"
#include "referee/play/observer.hpp"
#include "referee/play/venue.hpp"
#include "referee/schedule/schedule.hpp"

namespace sparring::referee {

/// What is to be played.
struct Programme {
    const ScheduleSettings& schedule;
    std::function<Expected<Opening>(std::size_t)> opening;  ///< by its number
    std::map<int, Score> done;  ///< games of earlier runs, by their numbers in the schedule
};

class Runner {
  public:
    /// All references outlive the runner.
    Runner(boost::asio::io_context& context, const MatchSettings& settings, Venue& venue,
           Observer& observer);

    /// Opens the venue and plays the schedule there; nothing is played if it cannot be opened. When
    /// it returns, the venue is closed.
    boost::asio::awaitable<RunEnd> run(Programme programme);

    /// Games that are being played are dropped, the venue is closed, run() returns.
    void interrupt(RunEnd::Kind kind, std::string why);

  private:
    /// A game of this stage that has ended: played now, or in an earlier run (then no result).
    struct Entry {
        Score score;
        std::shared_ptr<const GameResult> result;
    };

    boost::asio::awaitable<void> play_stages();
    boost::asio::awaitable<void> play_stage();
    boost::asio::awaitable<void> work(int slot);
    boost::asio::awaitable<void> play_next(std::size_t index, int slot);
    boost::asio::awaitable<std::optional<GameResult>> play(const ScheduledGame& game, int slot);
    bool has_room() const;
    void keep(std::size_t index, GameResult result);
    void deliver();
    void look_at_loss(const ScheduledGame& game, const GameResult& result);
    void stop(RunEnd::Kind kind, std::string why);

    boost::asio::io_context& context_;
    const MatchSettings& settings_;
    Venue& venue_;
    Observer& observer_;

    Programme* programme_ = nullptr;
    std::vector<PlayedGame> played_;  // all stages so far, and of this one what was handed on
    std::vector<ScheduledGame> stage_;
    std::map<std::size_t, Entry> early_;  // ended, but their turn has not come
    std::size_t next_ = 0;                // of stage_, to be played
    std::size_t in_order_ = 0;            // of stage_, handed on in schedule order
    std::size_t unkept_ = 0;              // ended, and not yet where they cannot be lost
    int working_ = 0;
    Notice change_;  // something has
    Notice room_;    // there may be some again
    RunEnd end_;
    bool stopping_ = false;
    std::vector<int> failed_starts_;  // in a row, for each engine
};

/// A game as the standings see it.
Score score_of(const GameResult& result);

}  // namespace sparring::referee
