// Plays a tournament: several games at a time, each a coroutine on one loop; results as they come
// and in schedule order.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/play/play_game.hpp"
#include "referee/play/player_pool.hpp"
#include "referee/schedule/schedule.hpp"
#include "referee/statistics/standings.hpp"

namespace sparring::referee {

struct MatchSettings {
    games::Choice choice{};
    std::vector<EngineSettings> engines;
    std::optional<EngineSettings> prover;  ///< confirms final scores
    AdjudicationRules adjudication;
    int concurrency = 1;
    bool recover = false;       ///< go on after an engine process was lost
    Duration wait{};            ///< between two games
    std::string affinity;       ///< `all`, or as parse_cpu_list() takes it; empty = none is set
    std::vector<int> cpus;      ///< that the games at a time are bound to, made from it
    std::string log_directory;  ///< for the traffic of engines that were at fault; empty = none
};

/// A game that this process has played.
struct FinishedGame {
    const ScheduledGame& scheduled;
    const GameResult& result;
};

/// Told of what happens; called on the loop's thread, so it must be quick.
class Observer {
  public:
    virtual ~Observer() = default;

    virtual void began(const ScheduledGame& game, const Opening& opening) = 0;

    /// Where it returns nothing, plies are not told.
    virtual PlyListener plies_of(const ScheduledGame& game) = 0;

    /// As games end. `done(true)` is called when the game is where it cannot be lost; only then
    /// does it count, for this runner and for everybody else. The references are good until then.
    virtual void keep(const FinishedGame& game, std::function<void(bool kept)> done) = 0;

    /// As games are kept.
    virtual void finished(const FinishedGame& game) = 0;

    /// Every game in schedule order, also those of earlier runs, for which there is no result.
    virtual void in_order(const ScheduledGame& game, const Score& score,
                          const GameResult* result) = 0;
    virtual void warning(const std::string& text) = 0;
};

/// How a run ended.
struct RunEnd {
    enum class Kind { complete, bad_option, no_start, aborted, interrupted };
    Kind kind = Kind::complete;
    std::string why;
};

/// What is to be played.
struct Programme {
    const ScheduleSettings& schedule;
    std::function<Expected<Opening>(std::size_t)> opening;  ///< by its number
    std::map<int, Score> done;  ///< games of earlier runs, by their numbers in the schedule
};

class Runner {
  public:
    /// All references outlive the runner.
    Runner(ProcessTable& table, const MatchSettings& settings, Observer& observer);

    /// Starts every engine once; nothing is played if one cannot start. Then plays the schedule.
    /// When it returns, no process of an engine is left.
    boost::asio::awaitable<RunEnd> run(Programme programme);

    /// Games that are being played are dropped, engines are ended, run() returns.
    void interrupt(RunEnd::Kind kind, std::string why);

    /// What the engines call themselves, as (name, author); known when run() has started them.
    const std::vector<std::pair<std::string, std::string>>& identities() const {
        return identities_;
    }

  private:
    struct Seat;

    /// A game of this stage that has ended: played now, or in an earlier run (then no result).
    struct Entry {
        Score score;
        std::shared_ptr<const GameResult> result;
    };

    boost::asio::awaitable<bool> try_engines();
    boost::asio::awaitable<void> play_stages();
    boost::asio::awaitable<void> play_stage();
    boost::asio::awaitable<void> work(int slot);
    boost::asio::awaitable<void> play_next(std::size_t index, int slot);
    boost::asio::awaitable<std::optional<GameResult>> play(const ScheduledGame& game, int slot);
    boost::asio::awaitable<std::optional<Fault>> fill(Seat& seat);
    boost::asio::awaitable<std::optional<int>> prove(std::string_view position);
    boost::asio::awaitable<void> changed();
    void keep(std::size_t index, GameResult result);
    void deliver();
    void stop(RunEnd::Kind kind, std::string why);
    const std::string& name(int engine) const;

    ProcessTable& table_;
    const MatchSettings& settings_;
    Observer& observer_;
    std::vector<PlayerPool::Engine> engines_;  // the players, then the prover if there is one
    PlayerPool pool_;
    Prover prover_;
    std::vector<std::pair<std::string, std::string>> identities_;

    Programme* programme_ = nullptr;
    std::vector<PlayedGame> played_;  // all stages so far, and of this one what was handed on
    std::vector<ScheduledGame> stage_;
    std::map<std::size_t, Entry> early_;  // ended, but their turn has not come
    std::size_t next_ = 0;                // of stage_, to be played
    std::size_t in_order_ = 0;            // of stage_, handed on in schedule order
    std::size_t unkept_ = 0;              // ended, and not yet where they cannot be lost
    int working_ = 0;
    boost::asio::steady_timer change_;  // never expires; cancelled when something has changed
    RunEnd end_;
    bool stopping_ = false;
    std::vector<int> failed_starts_;  // in a row, for each engine
};

/// A game as the standings see it.
Score score_of(const GameResult& result);

}  // namespace sparring::referee
