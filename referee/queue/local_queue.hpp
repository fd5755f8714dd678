// The queue of one process: both ends on one event loop, nothing on disk. What it promises is what
// job_queue.hpp says; what it remembers is with JobTable.
//
// Beyond that: jobs are handed out in the order of their submission, and one that came back before
// younger ones. A result of a job that was given up, cancelled or forgotten is dropped. forget()
// also drops a job that waits or is handed out. After interrupt() results() still hands on what is
// there, without waiting. The loop has nothing to do for a queue that nobody waits for.
#pragma once

#include <boost/asio/io_context.hpp>
#include <memory>
#include <string>

#include "referee/queue/job_queue.hpp"

namespace sparring::referee {

class LocalQueue final : public JobQueue, public JobSource {
  public:
    /// Results name `worker` as theirs. The context outlives the queue; leases and those who wait
    /// need not end before it: a queue that is gone takes nothing and hands out nothing.
    explicit LocalQueue(boost::asio::io_context& context, const QueueSettings& settings = {},
                        std::string worker = "local");
    LocalQueue(const LocalQueue&) = delete;
    LocalQueue& operator=(const LocalQueue&) = delete;
    ~LocalQueue() override;

    std::size_t submit(std::span<const Job> jobs) override;
    boost::asio::awaitable<std::vector<JobResult>> results(
        std::chrono::milliseconds timeout) override;
    void confirm(std::string_view id) override;
    void forget(std::string_view id) override;
    void cancel(std::string_view run, int generation) override;
    QueueState state() const override;
    std::vector<WorkerState> workers() const override;
    boost::asio::awaitable<void> leave() override;
    void interrupt() override;

    boost::asio::awaitable<std::unique_ptr<Lease>> next(std::chrono::milliseconds timeout) override;

  private:
    class Core;
    class OwnLease;

    std::shared_ptr<Core> core_;  // shared with those who wait; leases know it weakly
};

}  // namespace sparring::referee
