#include "referee/queue/nats_queue.hpp"

#include <fmt/format.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <set>

#include "referee/broker/jetstream.hpp"
#include "referee/broker/subjects.hpp"
#include "referee/play/notice.hpp"
#include "referee/queue/remote_jobs.hpp"
#include "referee/queue/worker_book.hpp"
#include "referee/queue/worker_messages.hpp"

namespace sparring::referee {

namespace asio = boost::asio;
using namespace std::chrono_literals;
using broker::JetStream;
using Clock = std::chrono::steady_clock;

namespace {

constexpr int kBatch = 256;               // results that are asked for at a time
constexpr std::size_t kOnTheirWay = 128;  // jobs that the broker has not acknowledged yet
constexpr auto kResultPull = 20s;
constexpr auto kStorePause = 250ms;  // before what the broker did not take is tried again
constexpr auto kLeaving = 15s;       // for a lost broker, and jobs on their way, at the end
constexpr auto kDrain = 10s;         // for what has come since last time

}  // namespace

class NatsQueue::Core : public std::enable_shared_from_this<Core> {
  public:
    Core(broker::Connection& connection, NatsQueueSettings settings, const QueueSettings& rules)
        : owner_{settings.owner},
          class_{settings.worker_class},
          connection_{connection},
          stream_{connection},
          on_warning_{std::move(settings.on_warning)},
          lease_{rules.lease},
          jobs{rules},
          book_{rules.lease},
          change_{connection.context()},
          work_{connection.context()},
          tick_{connection.context()} {}

    void start(std::uint64_t first) {
        expected_ = first;
        drained_ = expected_ == 0;
        const std::weak_ptr<Core> weak = weak_from_this();
        connection_.subscribe(broker::sign_subject(owner_), [weak](const broker::Message& message) {
            const auto core = weak.lock();
            const auto sign = parse_worker_sign(message.body);
            if (!core || !sign) return;
            core->jobs.sign(*sign, Clock::now());
            core->book_.sign(*sign, Clock::now());
            core->changed();
        });
        const auto serve = [this](asio::awaitable<void> loop) {
            asio::co_spawn(connection_.context(), std::move(loop),
                           [self = shared_from_this()](std::exception_ptr error) {
                               if (error) std::rethrow_exception(error);
                           });
        };
        serve(store_jobs());
        serve(collect());
        serve(watch());
    }

    void end() {
        ended_ = true;
        interrupted_ = true;
        if (pulled_) pulled_->end();
        change_.give();
        work_.give();
        tick_.cancel();
    }

    /// Something of the table is different: those who wait look again.
    void changed() {
        if (ended_) return;
        for (const std::string& subject : jobs.acknowledgements())
            connection_.publish(subject, "+ACK");
        change_.give();
        work_.give();
    }

    asio::awaitable<std::vector<JobResult>> results(std::chrono::milliseconds timeout) {
        const auto self = shared_from_this();
        const auto now = Clock::now();
        const auto end = timeout > std::chrono::duration_cast<std::chrono::milliseconds>(
                                       Clock::time_point::max() - now)
                             ? Clock::time_point::max()
                             : now + timeout;
        while (jobs.results_ready() == 0 && !interrupted_ && Clock::now() < end)
            co_await change_.wait(end);
        co_return jobs.results();
    }

    void cancel(std::string_view run, int generation) {
        announce(jobs.cancel(run, generation));
        changed();
    }

    void interrupt() {
        interrupted_ = true;
        change_.give();
    }

    asio::awaitable<void> leave() {
        const auto self = shared_from_this();
        leaving_ = true;
        asio::steady_timer pause{connection_.context()};
        const auto end = Clock::now() + kLeaving;
        while ((on_their_way_ > 0 || !connection_.connected()) && Clock::now() < end)
            co_await rest(pause, 5ms);
        const auto dropped = co_await broker::drop_all_of(stream_, class_, owner_);
        if (!dropped)
            warn(
                fmt::format("something of this run may be left on the broker ({}); referee broker "
                            "purge -owner {}",
                            dropped.refusal.words, owner_));
    }

    std::vector<WorkerState> workers() { return book_.workers(Clock::now()); }

    RemoteJobs& table() { return jobs; }

  private:
    void warn(const std::string& text) {
        if (!warned_.insert(text).second || !on_warning_) return;
        on_warning_(text);
    }

    void announce(const Cancellation& cancellation) {
        connection_.publish(broker::control_subject(owner_), to_json(cancellation));
    }

    // ---- jobs to the broker ----

    asio::awaitable<void> store_jobs() {
        const auto self = shared_from_this();
        asio::steady_timer pause{connection_.context()};
        while (!ended_) {
            if (leaving_) {
                co_await work_.wait();
                continue;
            }
            // In their order: what is dropped must be gone before the same is stored anew.
            for (RemoteJobs::Removal& each : jobs.removals()) removals_.push_back(std::move(each));
            if (!removals_.empty()) {
                if (on_their_way_ > 0) {
                    co_await work_.wait();
                } else if (co_await removed(removals_.front())) {
                    removals_.pop_front();
                } else {
                    co_await rest(pause, kStorePause);
                }
                continue;
            }
            if (paused_) {
                paused_ = false;
                co_await rest(pause, kStorePause);
                continue;
            }
            if (drained_ && on_their_way_ < kOnTheirWay) {
                if (auto order = jobs.next_order()) {
                    ++on_their_way_;
                    asio::co_spawn(connection_.context(), store(std::move(*order)), asio::detached);
                    continue;
                }
            }
            co_await work_.wait();
        }
    }

    /// One by one: server 2.9.10 that purges a subject takes jobs of other subjects from the
    /// workers, too.
    asio::awaitable<bool> removed(RemoteJobs::Removal removal) {
        std::uint64_t message = removal.message;
        if (message == 0) {
            const auto found = co_await stream_.find(
                broker::kJobs, broker::job_subject(class_, owner_, *removal.job));
            if (!found) co_return gone(found.refusal);
            message = *found;
        }
        if (ended_) co_return true;
        const auto done = co_await stream_.remove_message(broker::kJobs, message);
        co_return done || gone(done.refusal);
    }

    bool gone(const broker::Refusal& refusal) {
        using namespace broker::refusal;
        for (const int code : {kNoMessage, kNoSequence, kNotDeleted})
            if (refusal.code == code) return true;
        if (!ended_ && connection_.connected()) warn("cannot drop a job: " + refusal.words);
        return false;
    }

    asio::awaitable<void> store(RemoteJobs::Order order) {
        const auto self = shared_from_this();
        const Job& job = *order.job;
        const std::string subject = broker::job_subject(class_, owner_, job);
        auto answer = co_await stream_.store(subject, job.body, owner_ + '/' + order.message,
                                             headers_of(job, owner_));
        // The subject has its job already: of an earlier coordinator.
        if (!answer && answer.refusal.code == broker::refusal::kFull && !ended_) {
            const auto there = co_await stream_.find(broker::kJobs, subject);
            if (there) answer.value = broker::Stored{*there, true};
        }
        --on_their_way_;
        if (ended_) co_return;
        if (answer) {
            if (const auto late = jobs.stored(order.number, answer->number, Clock::now()))
                announce(*late);
        } else {
            jobs.not_stored(order.number);
            paused_ = true;
            if (connection_.connected())
                warn("the broker does not take a job: " + answer.refusal.words);
        }
        changed();
    }

    // ---- results from the broker ----

    asio::awaitable<void> collect() {
        const auto self = shared_from_this();
        asio::steady_timer pause{connection_.context()};
        pulled_ = connection_.mailbox();
        while (!ended_ && !leaving_) {
            stream_.pull(broker::kResults, broker::coordinator(owner_), pulled_->subject(), kBatch,
                         kResultPull);
            int left = kBatch;
            while (left > 0 && !ended_) {
                const auto message = co_await pulled_->next(kResultPull + 5s);
                if (!message || ended_) break;
                if (message->status != 0) {
                    if (!usual(message->status) && !leaving_) {
                        warn(fmt::format("results: {} {}", message->status,
                                         message->header("Description")));
                        co_await rest(pause, kStorePause);
                    }
                    break;
                }
                --left;
                take(*message);
            }
            pulled_->renew();
            if (!ended_ && !connection_.connected()) co_await rest(pause, kStorePause);
        }
    }

    static bool usual(int status) {
        constexpr int kNothing = 404, kOver = 408;
        return status == kNothing || status == kOver;
    }

    void take(const broker::Message& message) {
        if (auto result = read_result(message)) {
            book_.arrived(*result, Clock::now());
            jobs.arrived(std::move(*result), message.reply);
        } else {
            connection_.publish(message.reply, "+TERM");
            warn("a result that says not what it is of, left aside");
        }
        if (!drained_ && --expected_ == 0) drained_ = true;
        changed();
    }

    // ---- time ----

    asio::awaitable<void> watch() {
        const auto self = shared_from_this();
        const auto began = Clock::now();
        auto looked = began;
        while (!ended_) {
            co_await rest(tick_, std::clamp<std::chrono::milliseconds>(lease_ / 5, 5ms, 1000ms));
            if (ended_) break;
            const auto now = Clock::now();
            if (!drained_ && now - began > kDrain) drained_ = true;
            jobs.settle(now);
            changed();
            if (now - looked < 2 * lease_ || !connection_.connected()) continue;
            looked = now;
            co_await look_for_lost_jobs();
        }
    }

    /// Stored once, and nobody shows a sign of it, though the workers have got further.
    asio::awaitable<void> look_for_lost_jobs() {
        const auto silent = jobs.silent(Clock::now(), 2 * lease_);
        if (silent.empty()) co_return;
        const auto consumer = co_await stream_.consumer(broker::kJobs, broker::workers(class_));
        if (ended_) co_return;
        if (!consumer) {
            if (consumer.refusal.code == broker::refusal::kNoStream ||
                consumer.refusal.code == broker::refusal::kNoConsumer)
                warn("the broker has lost its streams; make them again: referee broker init");
            co_return;
        }
        const bool idle = consumer->waiting == 0 && consumer->leased == 0;
        for (const RemoteJobs::Silent& each : silent)
            if (idle || consumer->delivered >= each.message) jobs.store_again(each.number);
        changed();
    }

    std::string owner_, class_;
    broker::Connection& connection_;
    JetStream stream_;
    std::function<void(const std::string&)> on_warning_;
    std::chrono::milliseconds lease_;
    RemoteJobs jobs;
    WorkerBook book_;
    std::deque<RemoteJobs::Removal> removals_;
    std::size_t on_their_way_ = 0;
    std::uint64_t expected_ = 0;  // results that were there at the start
    bool drained_ = false, paused_ = false, interrupted_ = false, ended_ = false;
    bool leaving_ = false;  // nothing is stored or dropped one by one any more
    std::unique_ptr<broker::Connection::Inbox> pulled_;
    std::set<std::string> warned_;
    Notice change_, work_;  // something is different: for who waits for results, for who stores
    asio::steady_timer tick_;
};

asio::awaitable<Expected<std::unique_ptr<NatsQueue>>> NatsQueue::open(
    broker::Connection& connection, NatsQueueSettings settings) {
    using Result = Expected<std::unique_ptr<NatsQueue>>;
    JetStream stream{connection};
    const auto workers =
        co_await stream.consumer(broker::kJobs, broker::workers(settings.worker_class));
    if (!workers) {
        co_return Result{
            Error{fmt::format("no queue '{}' on the broker ({}); make it: referee broker init",
                              settings.worker_class, workers.refusal.words)}};
    }
    // Made anew, so that what was handed to an earlier coordinator and not confirmed comes again.
    const std::string name = broker::coordinator(settings.owner);
    co_await stream.remove_consumer(broker::kResults, name);
    const auto results = co_await stream.set_consumer(broker::result_consumer(settings.owner));
    if (!results) co_return Result{Error{"cannot read results: " + results.refusal.words}};
    QueueSettings rules;
    rules.capacity = settings.capacity;
    rules.lease = workers->lease;
    rules.most_deliveries = workers->most_deliveries;
    std::unique_ptr<NatsQueue> queue{new NatsQueue};
    queue->core_ = std::make_shared<Core>(connection, std::move(settings), rules);
    queue->core_->start(results->waiting);
    co_return Result{std::move(queue)};
}

NatsQueue::~NatsQueue() {
    if (core_) core_->end();
}

std::size_t NatsQueue::submit(std::span<const Job> jobs) {
    const std::size_t count = core_->table().submit(jobs);
    core_->changed();
    return count;
}

asio::awaitable<std::vector<JobResult>> NatsQueue::results(std::chrono::milliseconds timeout) {
    return core_->results(timeout);
}

void NatsQueue::confirm(std::string_view id) {
    core_->table().confirm(id);
    core_->changed();
}

void NatsQueue::forget(std::string_view id) {
    core_->table().forget(id);
    core_->changed();
}

void NatsQueue::cancel(std::string_view run, int generation) {
    core_->cancel(run, generation);
}

QueueState NatsQueue::state() const {
    return core_->table().state();
}

std::vector<WorkerState> NatsQueue::workers() const {
    return core_->workers();
}

asio::awaitable<void> NatsQueue::leave() {
    return core_->leave();
}

void NatsQueue::interrupt() {
    core_->interrupt();
}

}  // namespace sparring::referee
