#include "referee/queue/worker.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>

namespace sparring::referee {

namespace asio = boost::asio;

namespace {

/// How long a worker waits for a job before it looks whether it shall stop.
constexpr std::chrono::milliseconds kPatience{200};

/// Of life, as long as a job is in hand: a search may take longer than a lease.
struct Signs {
    asio::steady_timer timer;
    Lease* lease;  ///< null: no longer
    std::chrono::milliseconds every;
};

void sign_on(const std::shared_ptr<Signs>& signs) {
    signs->timer.expires_after(signs->every);
    signs->timer.async_wait([signs](boost::system::error_code cancelled) {
        if (cancelled || signs->lease == nullptr) return;
        signs->lease->heartbeat();
        sign_on(signs);
    });
}

}  // namespace

Worker::Worker(ProcessTable& table, JobSource& source, EngineList& engines,
               const games::Choice& choice, const WorkerSettings& settings)
    : source_{source},
      settings_{settings},
      player_{table, engines, choice, 2 * static_cast<std::size_t>(settings.concurrency)},
      change_{table.context(), Instant::max()} {}

void Worker::interrupt() {
    stopping_ = true;
    player_.interrupt();
}

asio::awaitable<void> Worker::run() {
    working_ = settings_.concurrency;
    for (int i = 0; i < settings_.concurrency; ++i)
        asio::co_spawn(change_.get_executor(), work(), [this](std::exception_ptr error) {
            if (error) stopping_ = true;
            if (error && !error_) error_ = error;
            --working_;
            change_.cancel();
        });
    while (working_ > 0) {
        boost::system::error_code cancelled;
        co_await change_.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
    }
    co_await player_.close();
    if (error_) std::rethrow_exception(error_);
}

asio::awaitable<void> Worker::work() {
    while (!stopping_) {
        const auto lease = co_await source_.next(kPatience);
        if (lease) co_await play(*lease);
    }
}

asio::awaitable<void> Worker::play(Lease& lease) {
    const auto job = parse_match_job(lease.job().body);
    if (!job) {
        lease.done(to_json(MatchResult{{}, job.error()}));
        co_return;
    }
    const auto signs = std::make_shared<Signs>(
        Signs{asio::steady_timer{change_.get_executor()}, &lease, settings_.sign});
    sign_on(signs);
    const auto result = co_await player_.play(*job, [&lease] { return lease.heartbeat(); });
    signs->lease = nullptr;
    signs->timer.cancel();
    // What an interruption has cut short is somebody else's to play.
    if (result && !player_.interrupted()) lease.done(to_json(*result));
}

}  // namespace sparring::referee
