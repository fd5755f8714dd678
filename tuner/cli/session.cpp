#include "tuner/cli/session.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <exception>

#include "referee/play/notice.hpp"
#include "tuner/cli/activity.hpp"
#include "tuner/cli/workplace.hpp"

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
    Session(asio::io_context& context, Workplace& workplace, Experiment& experiment,
            RunStore& store, RunObserver& observer, Rest... rest)
        : context_{context},
          workplace_{workplace},
          course_{context_, experiment, store, workplace.queue(), observer, std::move(rest)...},
          activity_{store.path()},
          signals_{context_, SIGINT, SIGTERM},
          grace_{context_},
          second_{context_} {}

    RunEnd run() {
        await_signal();
        asio::co_spawn(context_, workplace_.run(), [this](std::exception_ptr error) {
            note(error);
            worker_ended_ = true;
            // What it has finished is with the queue; nothing more will come.
            if (signalled_ > 0 || error) course_.stop(RunEnd::Kind::interrupted, "interrupted");
            finish();
        });
        asio::co_spawn(context_, show_activity(), asio::detached);
        asio::co_spawn(context_, course(), [this](std::exception_ptr error, RunEnd end) {
            note(error);
            end_ = std::move(end);
            ended_ = true;
            workplace_.queue().interrupt();
            workplace_.interrupt();
            finish();
        });
        context_.run();
        if (error_) std::rethrow_exception(error_);
        return end_;
    }

  private:
    asio::awaitable<RunEnd> course() {
        RunEnd end = co_await course_.run();
        if (end.kind == RunEnd::Kind::complete) co_await workplace_.queue().leave();
        co_return end;
    }

    asio::awaitable<void> show_activity() {
        while (!ended_) {
            activity_.write(workplace_.queue());
            co_await referee::rest(second_, 1s);
        }
    }

    void note(std::exception_ptr error) {
        if (error && !error_) error_ = error;
    }

    void finish() {
        if (!ended_ || !worker_ended_) return;
        context_.stop();  // a queue on a broker listens on
    }

    void await_signal() {
        signals_.async_wait([this](boost::system::error_code error, int) {
            if (error) return;
            if (++signalled_ == 1) {
                workplace_.stop();
                grace_.expires_after(kGrace);
                grace_.async_wait([this](boost::system::error_code cancelled) {
                    if (!cancelled) workplace_.interrupt();
                });
                await_signal();
            } else {
                workplace_.interrupt();
            }
        });
    }

    asio::io_context& context_;
    Workplace& workplace_;
    Course course_;
    ActivityFile activity_;
    asio::signal_set signals_;
    asio::steady_timer grace_, second_;
    int signalled_ = 0;
    bool ended_ = false, worker_ended_ = false;
    RunEnd end_;
    std::exception_ptr error_;
};

template <class Course, class... Rest>
RunEnd run(Experiment& experiment, RunStore& store, RunObserver& observer,
           const std::string& broker, Rest... rest) {
    asio::io_context context{1};
    const auto workplace = open_workplace(context, experiment, store, observer, broker);
    if (!workplace) return {RunEnd::Kind::no_start, workplace.error()};
    return Session<Course>{context, **workplace, experiment, store, observer, std::move(rest)...}
        .run();
}

}  // namespace

RunEnd run_session(Experiment& experiment, RunStore& store, RunObserver& observer,
                   const std::string& broker) {
    return run<Coordinator>(experiment, store, observer, broker);
}

RunEnd test_session(Experiment& experiment, RunStore& store, RunObserver& observer,
                    FurtherTestPlan plan, const std::string& broker) {
    return run<FurtherTest>(experiment, store, observer, broker, std::move(plan));
}

}  // namespace sparring::tuner
