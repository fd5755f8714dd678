// Games that workers play, wherever they are. A game is a job whose id is made from what it is, so
// that a run that goes on finds the results that have come meanwhile; a result is confirmed when
// its game has been kept, and not before.
#pragma once

#include <boost/asio/io_context.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/play/match_settings.hpp"
#include "referee/play/notice.hpp"
#include "referee/play/venue.hpp"
#include "referee/queue/game_job.hpp"
#include "referee/queue/job_queue.hpp"

namespace sparring::referee {

struct QueueRun {
    std::string id;                    ///< the same whenever the run goes on; no other run has it
    std::vector<std::string> digests;  ///< SHA-256 of the players' programs, then of the prover's
    bool resumed = false;              ///< what comes first may be of the time before
};

class QueueVenue final : public Venue {
  public:
    /// Games that are with the queue at a time, if it has room for them.
    static constexpr int kWindow = 4096;

    /// All references outlive it. The queue is for this run alone, and has been interrupted when
    /// close() returns.
    QueueVenue(boost::asio::io_context& context, std::shared_ptr<JobQueue> queue,
               const MatchSettings& settings, QueueRun run, Observer& observer);

    int room() const override { return kWindow; }
    boost::asio::awaitable<std::optional<RunEnd>> open() override;

    /// A job that is abandoned, and a result that cannot be, make a void game. One that is refused
    /// ends the run. Plies are told when the game has ended.
    boost::asio::awaitable<Played> play(const ScheduledGame& game, const Opening& opening,
                                        int slot) override;
    void kept(const ScheduledGame& game) override;

    // What workers have stays with them: a run that goes on wants it.
    void wind_down() override { interrupt(); }
    void interrupt() override;
    boost::asio::awaitable<void> close(bool over) override;

    const std::vector<std::pair<std::string, std::string>>& identities() const override {
        return identities_;
    }

  private:
    /// A game whose result has not come.
    struct Awaited {
        Notice come;  // it has, or never will
        std::optional<JobResult> result{};
    };

    GameJob job_of(const ScheduledGame& game, const Opening& opening) const;
    boost::asio::awaitable<std::optional<JobResult>> result_of(const Job& job);
    Played read(const JobResult& result, const ScheduledGame& game, const Opening& opening);
    void let_go(const std::string& id);
    boost::asio::awaitable<void> receive();
    void take(JobResult result);
    void submit_soon();
    void submit();
    void fail(const std::string& why);
    void wake_all();
    bool over() const { return interrupted_ || failure_; }

    boost::asio::io_context& context_;
    std::shared_ptr<JobQueue> queue_;
    const MatchSettings& settings_;
    QueueRun run_;
    Observer& observer_;
    std::vector<std::pair<std::string, std::string>> identities_;

    std::vector<Job> outbox_;                      // for room in the queue
    bool submitting_ = false;                      // soon
    std::map<std::string, Awaited*> awaited_;      // by their jobs' ids
    std::map<std::string, JobResult> early_;       // of games that nobody has asked for yet
    std::map<int, std::vector<std::string>> ids_;  // of each game that is not kept, tries
    std::optional<RunEnd> failure_;
    bool interrupted_ = false;
    bool receiving_ = false;
    Notice received_;  // nothing more is
};

}  // namespace sparring::referee
