#include "tuner/cli/session.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <exception>

#include "referee/play/process_table.hpp"
#include "referee/queue/local_queue.hpp"
#include "referee/queue/worker.hpp"

namespace sparring::tuner {

namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace {

/// For games that are being played when the user wants to stop.
constexpr auto kGrace = 10s;

/// `Course` is what happens beside the worker: the run, or a test.
template <class Course>
class Session {
  public:
    template <class... Rest>
    Session(Experiment& experiment, RunStore& store, RunObserver& observer, Rest... rest)
        : table_{context_},
          queue_{context_},
          worker_{table_,
                  queue_,
                  experiment.configuration.engines,
                  experiment.configuration.choice,
                  {experiment.configuration.processors()}},
          course_{context_, experiment, store, queue_, observer, std::move(rest)...},
          signals_{context_, SIGINT, SIGTERM},
          grace_{context_} {}

    RunEnd run() {
        await_signal();
        asio::co_spawn(context_, worker_.run(), [this](std::exception_ptr error) {
            note(error);
            worker_ended_ = true;
            // What it has finished is with the queue; nothing more will come.
            if (signalled_ > 0 || error) course_.stop(RunEnd::Kind::interrupted, "interrupted");
            finish();
        });
        asio::co_spawn(context_, course_.run(), [this](std::exception_ptr error, RunEnd end) {
            note(error);
            end_ = std::move(end);
            ended_ = true;
            queue_.interrupt();
            worker_.interrupt();
            finish();
        });
        context_.run();
        if (error_) std::rethrow_exception(error_);
        return end_;
    }

  private:
    void note(std::exception_ptr error) {
        if (error && !error_) error_ = error;
    }

    void finish() {
        if (!ended_ || !worker_ended_) return;
        signals_.cancel();
        grace_.cancel();
    }

    void await_signal() {
        signals_.async_wait([this](boost::system::error_code error, int) {
            if (error) return;
            if (++signalled_ == 1) {
                worker_.stop();
                grace_.expires_after(kGrace);
                grace_.async_wait([this](boost::system::error_code cancelled) {
                    if (!cancelled) worker_.interrupt();
                });
                await_signal();
            } else {
                worker_.interrupt();
            }
        });
    }

    asio::io_context context_{1};
    referee::ProcessTable table_;
    referee::LocalQueue queue_;
    referee::Worker worker_;
    Course course_;
    asio::signal_set signals_;
    asio::steady_timer grace_;
    int signalled_ = 0;
    bool ended_ = false, worker_ended_ = false;
    RunEnd end_;
    std::exception_ptr error_;
};

}  // namespace

RunEnd run_session(Experiment& experiment, RunStore& store, RunObserver& observer) {
    return Session<Coordinator>{experiment, store, observer}.run();
}

RunEnd test_session(Experiment& experiment, RunStore& store, RunObserver& observer,
                    FurtherTestPlan plan) {
    return Session<FurtherTest>{experiment, store, observer, std::move(plan)}.run();
}

}  // namespace sparring::tuner
