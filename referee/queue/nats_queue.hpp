// A queue over NATS JetStream: the coordinator's end. What it promises is what job_queue.hpp says;
// what it remembers is with RemoteJobs. The broker only carries: whoever submits has a record of
// what came of each job, and submits what is missing when it starts again.
//
// A lost connection is found again, and what was on its way is said again: jobs and results have
// ids, so saying anything twice does no harm. What the broker has lost (its disk, an
// acknowledgement at a hard end) is noticed by the silence about it and stored anew.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <functional>
#include <memory>
#include <string>

#include "referee/broker/connection.hpp"
#include "referee/queue/job_queue.hpp"

namespace sparring::referee {

struct NatsQueueSettings {
    std::string owner;  ///< who we are: the same when we start again, nobody else's
    std::string worker_class = "any";
    std::size_t capacity = 32768;  ///< jobs that wait or are handed out, at most
    std::function<void(const std::string&)> on_warning{};
};

class NatsQueue final : public JobQueue {
  public:
    /// Finds the streams and what has come since last time. The error says what is missing and how
    /// to make it. The connection outlives the queue.
    static boost::asio::awaitable<Expected<std::unique_ptr<NatsQueue>>> open(
        broker::Connection& connection, NatsQueueSettings settings);
    NatsQueue(const NatsQueue&) = delete;
    NatsQueue& operator=(const NatsQueue&) = delete;
    ~NatsQueue() override;

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

  private:
    NatsQueue() = default;
    class Core;

    std::shared_ptr<Core> core_;  // shared with the coroutines that serve it
};

}  // namespace sparring::referee
