// Takes jobs of all kinds from a source, several at a time, and plays them: the same loop on one
// machine and on many.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <exception>
#include <optional>
#include <string>

#include "referee/play/notice.hpp"
#include "referee/queue/any_job.hpp"
#include "referee/queue/game_player.hpp"
#include "referee/queue/job_queue.hpp"
#include "referee/queue/match_player.hpp"

namespace sparring::referee {

struct WorkerSettings {
    int concurrency = 1;                    ///< jobs at a time
    std::chrono::milliseconds sign{10000};  ///< of life, so far apart; less than the lease
    int most_deliveries = QueueSettings{}.most_deliveries;  ///< as the queue has it
    std::chrono::milliseconds patience{200};  ///< of one request for a job; stop() may take so long
    std::chrono::milliseconds elsewhere{5000};  ///< until others get what cannot be played here
};

class Worker {
  public:
    /// The references outlive it.
    Worker(ProcessTable& table, JobSource& source, EngineList& engines,
           const WorkerSettings& settings);

    /// Works until stop() or interrupt(). When it returns, no process of an engine is left. Throws
    /// what a job has thrown.
    boost::asio::awaitable<void> run();

    /// Jobs in hand are finished, no others are begun.
    void stop() { stopping_ = true; }

    /// Jobs in hand are given back.
    void interrupt();

  private:
    boost::asio::awaitable<void> work();
    /// What came of a job.
    struct Reply {
        std::string body;
        bool elsewhere = false;  ///< nothing was played, but another worker may do better
    };

    boost::asio::awaitable<void> play(Lease& lease);
    boost::asio::awaitable<std::optional<Reply>> reply_to(Lease& lease);

    boost::asio::io_context& context_;
    JobSource& source_;
    WorkerSettings settings_;
    Seating seating_;
    MatchPlayer matches_{seating_};
    GamePlayer games_{seating_};
    int working_ = 0;
    bool stopping_ = false;
    std::exception_ptr error_;
    Notice change_;  // somebody has stopped working
};

}  // namespace sparring::referee
