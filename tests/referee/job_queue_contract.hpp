// What every queue promises (referee/queue/job_queue.hpp), as checks that know nothing but the
// interfaces: whoever makes a queue holds it to them.
#pragma once

#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <span>

#include "referee/queue/job_queue.hpp"

namespace sparring::test {

/// A fresh queue with both its ends.
class QueueUnderTest {
  public:
    virtual ~QueueUnderTest() = default;

    /// On which both ends run.
    virtual boost::asio::io_context& context() = 0;

    virtual referee::JobQueue& coordinator() = 0;

    /// The same end for the same number; ends may be one and the same.
    virtual referee::JobSource& worker(int number) = 0;

    /// Puts a new coordinator's end in the place of the old one, on the same queue. False: there is
    /// no such thing.
    virtual bool restart() { return false; }
};

using QueueFactory =
    std::function<std::unique_ptr<QueueUnderTest>(const referee::QueueSettings& settings)>;

struct QueuePromise {
    const char* words;
    void (*check)(const QueueFactory& make);
};

/// Each check makes queues of its own. All together take about a second of waiting.
std::span<const QueuePromise> queue_promises();

}  // namespace sparring::test
