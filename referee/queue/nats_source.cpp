#include "referee/queue/nats_source.hpp"

#include <fmt/format.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <set>

#include "referee/broker/jetstream.hpp"
#include "referee/broker/subjects.hpp"
#include "referee/play/notice.hpp"
#include "referee/queue/worker_messages.hpp"

namespace sparring::referee {

namespace asio = boost::asio;
using namespace std::chrono_literals;
using broker::JetStream;
using Clock = std::chrono::steady_clock;

namespace {

constexpr auto kJobPull = 20s;          // a request for a job is renewed so often
constexpr auto kSlack = 2s;             // for the server's word that a request is over
constexpr auto kDeliveryPause = 250ms;  // before what the broker did not take is tried again

constexpr std::size_t kRemembered = 1000;  // cancellations

bool concerns(const std::string& subject, const Cancellation& cancellation, const OwnedJob& job,
              std::uint64_t message) {
    return subject == broker::control_subject(job.owner) && job.job.run == cancellation.run &&
           job.job.generation <= cancellation.generation && message <= cancellation.message;
}

}  // namespace

class NatsSource::Core : public std::enable_shared_from_this<Core> {
  public:
    Core(broker::Connection& link, std::string worker, const std::string& worker_class,
         const broker::ConsumerState& rules)
        : connection{link},
          stream{link},
          name{std::move(worker)},
          consumer{broker::workers(worker_class)},
          lease{rules.lease},
          most_deliveries{rules.most_deliveries} {}

    void start();
    asio::awaitable<std::unique_ptr<Lease>> next(std::chrono::milliseconds timeout);
    asio::awaitable<std::size_t> deliver(std::chrono::milliseconds time);
    asio::awaitable<void> bring(std::string owner, JobResult result, std::string reply);
    void interrupt();
    void sign(const std::string& owner, WorkerSign::Kind kind, const std::string& id,
              int deliveries);
    void give_back(const std::string& reply, std::chrono::milliseconds delay);

    broker::Connection& connection;
    JetStream stream;
    std::string name, consumer;
    std::chrono::milliseconds lease;
    int most_deliveries;
    std::set<OwnLease*> leases;
    std::deque<std::pair<std::string, Cancellation>> dropped;  // with their subjects
    std::set<broker::Connection::Inbox*> pulls;
    std::vector<std::unique_ptr<broker::Connection::Inbox>> free;
    std::size_t undelivered = 0;
    bool interrupted = false, ended = false;

  private:
    std::unique_ptr<Lease> lease_of(const broker::Message& message);
};

class NatsSource::OwnLease final : public Lease {
  public:
    OwnLease(std::shared_ptr<Core> core, OwnedJob job, const broker::Delivery& delivery,
             std::string reply)
        : core_{std::move(core)},
          job_{std::move(job)},
          deliveries_{delivery.count},
          message_{delivery.number},
          reply_{std::move(reply)},
          heard_{Clock::now()} {
        core_->leases.insert(this);
        core_->connection.publish(reply_, "+WPI");
        core_->sign(job_.owner, WorkerSign::Kind::taken, job_.job.id, deliveries_);
    }
    OwnLease(const OwnLease&) = delete;
    OwnLease& operator=(const OwnLease&) = delete;
    ~OwnLease() override {
        give_back(0ms);
        core_->leases.erase(this);
    }

    const Job& job() const override { return job_.job; }
    int deliveries() const override { return deliveries_; }

    bool heartbeat() override {
        if (over_ || cancelled_) return false;
        const auto now = Clock::now();
        if (now - heard_ > core_->lease) return false;
        // What is said into a lost connection is not heard.
        if (!core_->connection.connected()) return true;
        heard_ = now;
        core_->connection.publish(reply_, "+WPI");
        core_->sign(job_.owner, WorkerSign::Kind::alive, job_.job.id, deliveries_);
        return true;
    }

    void done(std::string body) override {
        if (over_) return;
        over_ = true;
        if (cancelled_) return core_->connection.publish(reply_, "+TERM");
        JobResult result{job_.job.id, std::move(body), core_->name, deliveries_};
        asio::co_spawn(core_->connection.context(),
                       core_->bring(job_.owner, std::move(result), reply_), asio::detached);
    }

    void give_back(std::chrono::milliseconds delay) override {
        if (over_) return;
        over_ = true;
        if (cancelled_) return core_->connection.publish(reply_, "+TERM");
        core_->give_back(reply_, delay);
        core_->sign(job_.owner, WorkerSign::Kind::back, job_.job.id, deliveries_);
    }

    void hear(const std::string& subject, const Cancellation& cancellation) {
        cancelled_ = cancelled_ || concerns(subject, cancellation, job_, message_);
    }

  private:
    std::shared_ptr<Core> core_;
    OwnedJob job_;
    int deliveries_;
    std::uint64_t message_;
    std::string reply_;
    Clock::time_point heard_;
    bool over_ = false, cancelled_ = false;
};

void NatsSource::Core::start() {
    const std::weak_ptr<Core> weak = weak_from_this();
    connection.subscribe(broker::kAllControls, [weak](const broker::Message& message) {
        const auto core = weak.lock();
        const auto cancellation = parse_cancellation(message.body);
        if (!core || !cancellation) return;
        for (OwnLease* each : core->leases) each->hear(message.subject, *cancellation);
        // Some that the broker is still to drop may be on their way.
        core->dropped.emplace_back(message.subject, *cancellation);
        if (core->dropped.size() > kRemembered) core->dropped.pop_front();
    });
}

void NatsSource::Core::sign(const std::string& owner, WorkerSign::Kind kind, const std::string& id,
                            int deliveries) {
    connection.publish(broker::sign_subject(owner),
                       to_json(WorkerSign{kind, id, deliveries, name}));
}

void NatsSource::Core::give_back(const std::string& reply, std::chrono::milliseconds delay) {
    connection.publish(reply, delay > 0ms ? fmt::format("-NAK {{\"delay\": {}}}",
                                                        std::chrono::nanoseconds{delay}.count())
                                          : "-NAK");
}

std::unique_ptr<Lease> NatsSource::Core::lease_of(const broker::Message& message) {
    const auto delivery = broker::parse_delivery(message.reply);
    if (!delivery) return nullptr;
    auto job = read_job(message);
    if (!job) {
        connection.publish(message.reply, "+TERM");
        return nullptr;
    }
    if (job->version > kMessageVersion) {
        give_back(message.reply, 5s);  // to a worker that is newer
        return nullptr;
    }
    for (const auto& [subject, cancellation] : dropped) {
        if (!concerns(subject, cancellation, *job, delivery->number)) continue;
        connection.publish(message.reply, "+TERM");
        return nullptr;
    }
    return std::make_unique<OwnLease>(shared_from_this(), std::move(*job), *delivery,
                                      message.reply);
}

asio::awaitable<std::unique_ptr<Lease>> NatsSource::Core::next(std::chrono::milliseconds timeout) {
    const auto self = shared_from_this();
    const auto began = Clock::now();
    asio::steady_timer pause{connection.context()};
    do {
        if (interrupted) break;
        const auto past =
            std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began);
        const auto time = std::clamp<std::chrono::milliseconds>(timeout - past, 0ms, kJobPull);
        auto answers = free.empty() ? connection.mailbox() : std::move(free.back());
        if (!free.empty() && !free.back()) free.pop_back();
        pulls.insert(answers.get());
        stream.pull(broker::kJobs, consumer, answers->subject(), 1, time);
        // The server ends the request: so no job comes to one who has gone.
        const auto message = co_await answers->next(time + kSlack);
        pulls.erase(answers.get());
        // It is used again if nothing more can come to it.
        if (message) free.push_back(std::move(answers));
        if (message && message->status == 0) {
            if (auto lease_here = lease_of(*message)) co_return lease_here;
            continue;
        }
        constexpr int kNothing = 404, kOver = 408;
        const bool quiet = message && (message->status == kNothing || message->status == kOver);
        if (!quiet && !interrupted) {
            co_await rest(pause, std::min<std::chrono::milliseconds>(kDeliveryPause, timeout));
        }
    } while (Clock::now() - began < timeout);
    co_return nullptr;
}

/// The job is acknowledged only when its result is stored.
asio::awaitable<void> NatsSource::Core::bring(std::string owner, JobResult result,
                                              std::string reply) {
    const auto self = shared_from_this();
    ++undelivered;
    const std::string id = fmt::format("{}/{}/{}", owner, result.id, result.deliveries);
    const std::string subject = broker::result_subject(owner);
    const broker::Headers headers = headers_of(result);
    asio::steady_timer pause{connection.context()};
    for (;;) {
        const auto stored = co_await stream.store(subject, result.body, id, headers);
        if (stored || ended) break;
        connection.publish(reply, "+WPI");
        sign(owner, WorkerSign::Kind::alive, result.id, result.deliveries);
        co_await rest(pause, kDeliveryPause);
    }
    if (!ended) connection.publish(reply, "+ACK");
    --undelivered;
}

asio::awaitable<std::size_t> NatsSource::Core::deliver(std::chrono::milliseconds time) {
    const auto self = shared_from_this();
    const auto end = Clock::now() + time;
    asio::steady_timer pause{connection.context()};
    while (undelivered > 0 && Clock::now() < end) {
        co_await rest(pause, 5ms);
    }
    co_return undelivered;
}

void NatsSource::Core::interrupt() {
    interrupted = true;
    for (broker::Connection::Inbox* each : pulls) each->end();
}

asio::awaitable<Expected<std::unique_ptr<NatsSource>>> NatsSource::open(
    broker::Connection& connection, std::string worker, std::string worker_class) {
    using Result = Expected<std::unique_ptr<NatsSource>>;
    JetStream stream{connection};
    const auto consumer = co_await stream.consumer(broker::kJobs, broker::workers(worker_class));
    if (!consumer)
        co_return Result{Error{fmt::format(
            "no queue '{}' on the broker ({}); who keeps the broker makes it: referee broker init",
            worker_class, consumer.refusal.words)}};
    std::unique_ptr<NatsSource> source{new NatsSource};
    source->core_ = std::make_shared<Core>(connection, std::move(worker), worker_class, *consumer);
    source->core_->start();
    co_return Result{std::move(source)};
}

NatsSource::~NatsSource() {
    if (!core_) return;
    core_->interrupt();
    core_->ended = true;
}

asio::awaitable<std::unique_ptr<Lease>> NatsSource::next(std::chrono::milliseconds timeout) {
    return core_->next(timeout);
}

asio::awaitable<std::size_t> NatsSource::deliver(std::chrono::milliseconds time) {
    return core_->deliver(time);
}

void NatsSource::interrupt() {
    core_->interrupt();
}

int NatsSource::most_deliveries() const {
    return core_->most_deliveries;
}

std::chrono::milliseconds NatsSource::lease() const {
    return core_->lease;
}

}  // namespace sparring::referee
