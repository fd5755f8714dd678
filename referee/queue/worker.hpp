// Takes match jobs from a source, several at a time, and plays them: the same loop on one machine
// and on many.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <exception>

#include "referee/queue/job_queue.hpp"
#include "referee/queue/match_player.hpp"

namespace sparring::referee {

struct WorkerSettings {
    int concurrency = 1;                    ///< jobs at a time
    std::chrono::milliseconds sign{10000};  ///< of life, so far apart; less than the lease
};

class Worker {
  public:
    /// The references outlive it.
    Worker(ProcessTable& table, JobSource& source, EngineList& engines, const games::Choice& choice,
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
    boost::asio::awaitable<void> play(Lease& lease);

    JobSource& source_;
    WorkerSettings settings_;
    MatchPlayer player_;
    int working_ = 0;
    bool stopping_ = false;
    std::exception_ptr error_;
    boost::asio::steady_timer
        change_;  // never expires; cancelled when somebody has stopped working
};

}  // namespace sparring::referee
