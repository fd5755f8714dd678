// Jobs on their way to workers and back. One interface for one machine (LocalQueue) and for many;
// both keep the same promises, and one suite of tests holds both to them:
//
// - A job is handed out to one worker at a time, as a lease. A lease that gives no sign of life for
//   the lease time lapses, and the job is handed out again; after `most_deliveries` it comes back
//   as an abandoned result.
// - A job whose id is known is not taken twice, until forget() has been told of it.
// - A result reaches the coordinator at least once, and until confirm(id) again after a restart.
//   Of several results for one job the first counts, later ones are dropped.
// - A full queue takes fewer jobs than it is given, and says how many: whoever submits waits.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/queue/job.hpp"

namespace sparring::referee {

struct QueueSettings {
    std::size_t capacity = 4096;             ///< jobs that wait or are handed out, at most
    std::chrono::milliseconds lease{30000};  ///< without a sign of life
    int most_deliveries = 5;
};

struct QueueState {
    std::size_t waiting = 0;                                       ///< jobs that nobody has
    std::size_t leased = 0;                                        ///< jobs that workers have
    std::size_t unconfirmed = 0;                                   ///< results
    std::uint64_t redelivered = 0, duplicates = 0, abandoned = 0;  ///< since the queue was made
    std::uint64_t done = 0;  ///< jobs whose result has come, also since then

    bool operator==(const QueueState&) const = default;
};

/// One who works on the queue, as far as the coordinator knows.
struct WorkerState {
    std::string name;
    std::size_t jobs = 0;                 ///< in its hands
    std::uint64_t done = 0;               ///< results that it has brought
    std::chrono::milliseconds silent{0};  ///< since its last sign

    bool operator==(const WorkerState&) const = default;
};

/// The coordinator's end.
class JobQueue {
  public:
    virtual ~JobQueue() = default;

    /// Takes jobs in their order until it is full; how many it took. Known ones count as taken.
    virtual std::size_t submit(std::span<const Job> jobs) = 0;

    /// Results that have not been handed to the coordinator; waits for the first. None after
    /// `timeout`, or when interrupt() has been called.
    virtual boost::asio::awaitable<std::vector<JobResult>> results(
        std::chrono::milliseconds timeout) = 0;

    /// The result is where it cannot be lost.
    virtual void confirm(std::string_view id) = 0;

    /// The id may be submitted again (a job that is to be tried anew).
    virtual void forget(std::string_view id) = 0;

    /// Drops the run's jobs of generations up to `generation`: those that wait, and what comes of
    /// those that are handed out. One that is on its way to a worker may still be handed out; its
    /// heartbeat says soon that nobody wants it.
    virtual void cancel(std::string_view run, int generation) = 0;

    virtual QueueState state() const = 0;

    /// By name; those who have gone are left out after a while.
    virtual std::vector<WorkerState> workers() const = 0;

    /// Nothing more will be submitted: leaves nothing of ours with those who carry the jobs. What
    /// is not confirmed is lost.
    virtual boost::asio::awaitable<void> leave() = 0;

    /// Wakes whoever waits, now and later.
    virtual void interrupt() = 0;
};

/// A job in a worker's hands. Destroying it without done() gives it back at once.
class Lease {
  public:
    virtual ~Lease() = default;

    virtual const Job& job() const = 0;
    virtual int deliveries() const = 0;  ///< this one included

    /// A sign of life. False: the lease has lapsed or the job was cancelled; the worker may stop.
    virtual bool heartbeat() = 0;

    /// The result. Also of a lapsed lease: whose comes first counts.
    virtual void done(std::string body) = 0;

    /// Somebody else shall have it, after the delay.
    virtual void give_back(std::chrono::milliseconds delay) = 0;
};

/// A worker's end.
class JobSource {
  public:
    virtual ~JobSource() = default;

    /// The next job; waits for one. Null after `timeout`, or when interrupt() has been called.
    virtual boost::asio::awaitable<std::unique_ptr<Lease>> next(
        std::chrono::milliseconds timeout) = 0;

    /// Wakes whoever waits for a job, now and later.
    virtual void interrupt() = 0;
};

}  // namespace sparring::referee
