// Who plays a run's games: a worker of this process behind a local queue, or workers anywhere
// behind a broker.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <memory>
#include <string>

#include "referee/queue/job_queue.hpp"
#include "tuner/run/batch_player.hpp"
#include "tuner/run/experiment.hpp"
#include "tuner/store/run_store.hpp"

namespace sparring::tuner {

class Workplace {
  public:
    virtual ~Workplace() = default;

    virtual referee::JobQueue& queue() = 0;

    /// Until stop() or interrupt(), and what was begun here has ended.
    virtual boost::asio::awaitable<void> run() = 0;

    virtual void stop() = 0;       ///< no other game is begun here
    virtual void interrupt() = 0;  ///< nor ended
};

/// `broker`: a URL or a file; empty: here. The error says why there is no broker. All references
/// outlive the result.
Expected<std::unique_ptr<Workplace>> open_workplace(boost::asio::io_context& context,
                                                    Experiment& experiment, RunStore& store,
                                                    RunObserver& observer,
                                                    const std::string& broker);

}  // namespace sparring::tuner
