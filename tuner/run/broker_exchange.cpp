#include "tuner/run/broker_exchange.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/steady_timer.hpp>
#include <random>

#include "referee/broker/address.hpp"
#include "referee/broker/subjects.hpp"
#include "referee/play/notice.hpp"
#include "referee/queue/broker_queue.hpp"

namespace sparring::tuner {

namespace asio = boost::asio;
namespace broker = referee::broker;
using namespace std::chrono_literals;

namespace {

constexpr int kBatch = 64;   // messages that are asked for at a time
constexpr auto kAway = 60s;  // how long a broker that is away is waited for
constexpr auto kPause = 250ms;

asio::awaitable<void> pause(asio::io_context& context) {
    asio::steady_timer timer{context};
    co_await referee::rest(timer, kPause);
}

}  // namespace

BrokerExchange::BrokerExchange(asio::io_context& context, std::string broker, std::string_view run)
    : context_{context}, broker_{std::move(broker)}, run_{exchange_name(run)} {
    std::random_device random;
    consumer_ = fmt::format("islands_{}_{:08x}{:08x}", run_, random(), random());
}

BrokerExchange::~BrokerExchange() {
    if (connection_)
        connection_->publish(
            fmt::format("$JS.API.CONSUMER.DELETE.{}.{}", broker::kMigrants, consumer_), "");
}

/// Why there is no stream, if so.
asio::awaitable<std::optional<std::string>> BrokerExchange::reach() {
    if (inbox_) co_return std::nullopt;
    if (!connection_) {
        const auto address = broker::read_address(broker_);
        if (!address) co_return address.error();
        auto opened =
            broker::Connection::open(context_, *address, referee::connection_name("island"));
        if (!opened) co_return opened.error();
        connection_ = *std::move(opened);
    }
    broker::JetStream stream{*connection_};
    broker::ConsumerSettings settings;
    settings.stream = broker::kMigrants;
    settings.name = consumer_;
    settings.filter = broker::migrants_of(run_);
    const auto made = co_await stream.set_consumer(settings);
    if (!made)
        co_return fmt::format("{}: {} (referee broker init makes it)", broker::kMigrants,
                              made.refusal.words);
    inbox_ = connection_->mailbox();
    co_return std::nullopt;
}

asio::awaitable<std::optional<std::string>> BrokerExchange::publish(MigrantLabel label,
                                                                    std::string text) {
    if (auto problem = co_await reach()) co_return problem;
    broker::JetStream stream{*connection_};
    const std::string subject = broker::migrant_subject(
        run_, label.island, label.last ? "last" : std::to_string(label.generation));
    const auto end = std::chrono::steady_clock::now() + kAway;
    for (;;) {
        const auto stored = co_await stream.store(subject, text, subject);
        // What is there under a label stays.
        if (stored || stored.refusal.code == broker::refusal::kFull) co_return std::nullopt;
        if (std::chrono::steady_clock::now() > end) co_return subject + ": " + stored.refusal.words;
        co_await pause(context_);
    }
}

asio::awaitable<Expected<std::vector<MigrantLetter>>> BrokerExchange::arrived(
    std::chrono::milliseconds patience) {
    using Result = Expected<std::vector<MigrantLetter>>;
    if (const auto problem = co_await reach()) co_return Result{Error{*problem}};
    broker::JetStream stream{*connection_};
    std::vector<MigrantLetter> letters;
    const auto end = std::chrono::steady_clock::now() + patience;
    // First what is there; then, if that is nothing, what comes.
    for (auto time = 0ms;;) {
        inbox_->renew();
        stream.pull(broker::kMigrants, consumer_, inbox_->subject(), kBatch, time);
        int got = 0;
        for (; got < kBatch; ++got) {
            const auto message = co_await inbox_->next(time + 2s);
            if (!message || message->status != 0) break;
            letters.push_back({message->subject, message->body});
            connection_->publish(message->reply, "+ACK");
            if (time > 0ms) break;  // one is enough to go on
        }
        if (got == kBatch) continue;
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
            end - std::chrono::steady_clock::now());
        if (!letters.empty() || left <= 0ms) co_return Result{std::move(letters)};
        if (!connection_->connected()) co_await pause(context_);
        time = std::min<std::chrono::milliseconds>(left, 500ms);
    }
}

}  // namespace sparring::tuner
