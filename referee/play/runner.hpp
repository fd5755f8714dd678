// Plays a schedule: several games at a time, each a coroutine on one loop; results as they come and
// in schedule order.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "referee/play/play_game.hpp"
#include "referee/play/player_pool.hpp"
#include "referee/schedule/schedule.hpp"

namespace sparring::referee {

struct MatchSettings {
    games::Choice choice;
    std::vector<EngineSettings> engines;
    int concurrency = 1;
    std::optional<int> max_moves;
    bool recover = false;  ///< go on after an engine process was lost
};

struct FinishedGame {
    const ScheduledGame& scheduled;
    const GameResult& result;
};

/// Told of what happens; called on the loop's thread, so it must be quick.
class Observer {
  public:
    virtual ~Observer() = default;
    virtual void finished(const FinishedGame& game) = 0;           ///< as games end
    virtual void finished_in_order(const FinishedGame& game) = 0;  ///< in schedule order
    virtual void warning(const std::string& text) = 0;
};

/// How a run ended.
struct RunEnd {
    enum class Kind { complete, bad_option, no_start, aborted, interrupted };
    Kind kind = Kind::complete;
    std::string why;
};

class Runner {
  public:
    /// All references outlive the runner.
    Runner(ProcessTable& table, const MatchSettings& settings, Observer& observer);

    /// Starts every engine once; nothing is played if one cannot start. Then plays the schedule.
    /// When it returns, no process of an engine is left.
    boost::asio::awaitable<RunEnd> run(std::span<const ScheduledGame> games,
                                       std::span<const Opening> openings);

    /// Games that are being played are dropped, engines are ended, run() returns.
    void interrupt(RunEnd::Kind kind, std::string why);

  private:
    struct Seat;

    boost::asio::awaitable<bool> try_engines();
    boost::asio::awaitable<void> work();
    boost::asio::awaitable<void> play_next(std::size_t index);
    boost::asio::awaitable<std::optional<GameResult>> play(const ScheduledGame& game);
    boost::asio::awaitable<std::optional<Fault>> fill(Seat& seat);
    void deliver(std::size_t index, GameResult result);
    void stop(RunEnd::Kind kind, std::string why);
    const std::string& name(int engine) const;

    ProcessTable& table_;
    const MatchSettings& settings_;
    Observer& observer_;
    PlayerPool pool_;
    std::span<const ScheduledGame> games_;
    std::span<const Opening> openings_;
    std::size_t next_ = 0;
    int working_ = 0;
    boost::asio::steady_timer all_done_;  // cancelled when the last worker ends
    RunEnd end_;
    bool stopping_ = false;
    std::map<std::size_t, GameResult> early_;  // results whose turn in the schedule has not come
    std::size_t in_order_ = 0;                 // games handed on in schedule order
    std::vector<int> failed_starts_;           // in a row, for each engine
};

}  // namespace sparring::referee
