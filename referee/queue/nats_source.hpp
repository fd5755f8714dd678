// A queue over NATS JetStream: a worker's end.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <memory>
#include <string>

#include "referee/broker/connection.hpp"
#include "referee/queue/job_queue.hpp"

namespace sparring::referee {

class NatsSource final : public JobSource {
  public:
    /// Results name `worker` as theirs. The error says what the broker lacks or does not let us
    /// do. The connection outlives the source and its leases.
    static boost::asio::awaitable<Expected<std::unique_ptr<NatsSource>>> open(
        broker::Connection& connection, std::string worker, std::string worker_class = "any");
    NatsSource(const NatsSource&) = delete;
    NatsSource& operator=(const NatsSource&) = delete;
    ~NatsSource() override;

    boost::asio::awaitable<std::unique_ptr<Lease>> next(std::chrono::milliseconds timeout) override;
    void interrupt() override;

    /// Until the broker has all results, or the time is over: how many it lacks.
    boost::asio::awaitable<std::size_t> deliver(std::chrono::milliseconds time);

    /// How long a lease lasts without a sign of life.
    std::chrono::milliseconds lease() const;
    int most_deliveries() const;

  private:
    NatsSource() = default;
    class Core;
    class OwnLease;

    std::shared_ptr<Core> core_;
};

}  // namespace sparring::referee
