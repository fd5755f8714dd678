#include "referee/queue/worker.hpp"

#include <boost/asio/co_spawn.hpp>
#include <memory>

namespace sparring::referee {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::milliseconds kBreath{5};

/// Of life, as long as a job is in hand: a search may take longer than a lease.
struct Signs {
    asio::steady_timer timer;
    Lease* lease;  ///< null: no longer
    std::chrono::milliseconds every;
};

/// The lease does not outlive it.
struct Silence {
    std::shared_ptr<Signs> signs;
    ~Silence() {
        signs->lease = nullptr;
        signs->timer.cancel();
    }
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
               const WorkerSettings& settings)
    : context_{table.context()},
      source_{source},
      settings_{settings},
      seating_{table, engines, 2 * static_cast<std::size_t>(settings.concurrency)},
      change_{table.context()} {}

void Worker::interrupt() {
    stopping_ = true;
    seating_.interrupt();
}

asio::awaitable<void> Worker::run() {
    working_ = settings_.concurrency;
    for (int i = 0; i < settings_.concurrency; ++i)
        asio::co_spawn(context_, work(), [this](std::exception_ptr error) {
            if (error) stopping_ = true;
            if (error && !error_) error_ = error;
            --working_;
            change_.give();
        });
    while (working_ > 0) co_await change_.wait();
    co_await seating_.close();
    if (error_) std::rethrow_exception(error_);
}

asio::awaitable<void> Worker::work() {
    while (!stopping_) {
        const auto began = std::chrono::steady_clock::now();
        const auto lease = co_await source_.next(settings_.patience);
        if (lease) {
            co_await play(*lease);
        } else if (std::chrono::steady_clock::now() - began < kBreath && !stopping_) {
            // A source that was interrupted answers at once; others want the loop, too.
            asio::steady_timer pause{context_};
            co_await rest(pause, kBreath);
        }
    }
}

asio::awaitable<void> Worker::play(Lease& lease) {
    const auto signs =
        std::make_shared<Signs>(Signs{asio::steady_timer{context_}, &lease, settings_.sign});
    const Silence silence{signs};
    sign_on(signs);
    auto reply = co_await reply_to(lease);
    // What an interruption has cut short is somebody else's to play.
    if (!reply || seating_.interrupted()) co_return;
    // Whoever waits for the job shall hear why nobody has played it.
    if (reply->elsewhere && lease.deliveries() < settings_.most_deliveries) {
        lease.give_back(settings_.elsewhere);
    } else {
        lease.done(std::move(reply->body));
    }
}

/// Nothing, if the job is not wanted any more or has been interrupted.
asio::awaitable<std::optional<Worker::Reply>> Worker::reply_to(Lease& lease) {
    const AnyJob job = parse_job(lease.job().body);
    if (const auto* match = std::get_if<MatchJob>(&job)) {
        const auto result = co_await matches_.play(*match, [&lease] { return lease.heartbeat(); });
        if (!result) co_return std::nullopt;
        co_return Reply{to_json(*result), may_be_played_elsewhere(result->refusal)};
    }
    if (const auto* game = std::get_if<GameJob>(&job)) {
        if (!lease.heartbeat()) co_return std::nullopt;
        const auto reply = co_await games_.play(*game);
        if (!reply) co_return std::nullopt;
        co_return Reply{to_json(*reply), may_be_played_elsewhere(reply->refusal)};
    }
    const auto& unknown = std::get<UnknownJob>(job);
    co_return Reply{to_json(unknown), may_be_played_elsewhere(unknown.refused.refusal)};
}

}  // namespace sparring::referee
