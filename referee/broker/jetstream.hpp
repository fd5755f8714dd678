// JetStream's API: what is asked for and answered as JSON over the connection. Only what we use.
//
// Source: docs.nats.io, "NATS API Reference" (subjects $JS.API.>), server 2.9; times on the wire
// are nanoseconds.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/expected.hpp"
#include "referee/broker/connection.hpp"

namespace sparring::referee::broker {

struct StreamSettings {
    std::string name;
    std::vector<std::string> subjects;
    bool work_queue = true;  ///< a message goes when it has been acknowledged; else by limits
    std::int64_t most_messages = -1,
                 most_per_subject = -1;             ///< -1: no limit; full: new ones are refused
    std::chrono::milliseconds oldest{0};            ///< 0: no limit
    std::chrono::milliseconds duplicates{600'000};  ///< how long ids of messages are known
    int replicas = 1;
};

struct ConsumerSettings {
    std::string stream, name, filter;
    std::chrono::milliseconds lease{
        30'000};                        ///< without a sign of life, then it is delivered again
    int most_deliveries = -1;           ///< -1: no limit
    std::int64_t most_leased = 20'000;  ///< delivered and not acknowledged, in all
};

struct StreamState {
    std::uint64_t messages = 0, last = 0;  ///< `last`: the number of the newest there ever was
};

struct ConsumerState {
    std::uint64_t delivered = 0;         ///< the number of the newest message that was
    std::uint64_t waiting = 0;           ///< not delivered yet
    std::uint64_t leased = 0;            ///< delivered, not acknowledged
    std::uint64_t redelivered = 0;       ///< of those leased
    std::uint64_t pulls = 0;             ///< requests of workers who wait
    std::chrono::milliseconds lease{0};  ///< as it is configured
    int most_deliveries = -1;
};

/// What a stored message's acknowledgement says.
struct Stored {
    std::uint64_t number = 0;
    bool duplicate = false;  ///< its id was known
};

struct Refusal {
    int code = 0;  ///< JetStream's `err_code`; 0: no answer at all
    std::string words;
};

/// Numbers of JetStream's refusals.
namespace refusal {
constexpr int kNoStream = 10059, kNoConsumer = 10014, kFull = 10077;
constexpr int kNoMessage = 10037, kNoSequence = 10043, kNotDeleted = 10057;
}  // namespace refusal

/// Where a delivered message came from, read from its reply subject.
struct Delivery {
    std::string stream, consumer;
    int count = 0;              ///< deliveries of the message, this one included
    std::uint64_t number = 0;   ///< of the message in its stream
    std::uint64_t pending = 0;  ///< messages that wait behind it
};

/// $JS.ACK.<stream>.<consumer>.<count>.<number>.<consumer's>.<time>.<pending>, also with a domain
/// and an account's hash in front of the stream.
std::optional<Delivery> parse_delivery(std::string_view reply);

class JetStream {
  public:
    explicit JetStream(Connection& connection) : connection_{connection} {}

    template <class T>
    struct Answer {
        std::optional<T> value{};
        Refusal refusal{};  ///< if there is no value

        explicit operator bool() const { return value.has_value(); }
        const T& operator*() const { return *value; }
        const T* operator->() const { return &*value; }
    };
    struct Nothing {};

    /// Makes it, or changes what is there to these settings.
    boost::asio::awaitable<Answer<StreamState>> set_stream(StreamSettings settings);
    boost::asio::awaitable<Answer<ConsumerState>> set_consumer(ConsumerSettings settings);

    boost::asio::awaitable<Answer<StreamState>> stream(std::string name);
    boost::asio::awaitable<Answer<ConsumerState>> consumer(std::string stream, std::string name);
    /// Names of the stream's consumers.
    boost::asio::awaitable<Answer<std::vector<std::string>>> consumers(std::string stream);
    boost::asio::awaitable<Answer<Nothing>> remove_stream(std::string name);
    boost::asio::awaitable<Answer<Nothing>> remove_consumer(std::string stream, std::string name);

    boost::asio::awaitable<Answer<Nothing>> remove_message(std::string stream,
                                                           std::uint64_t number);

    /// The first message of a subject, from a number on: its number. (Asked for the last one,
    /// server 2.9.10 does not find those that came back at a hard end of its own.)
    boost::asio::awaitable<Answer<std::uint64_t>> find(std::string stream, std::string subject,
                                                       std::uint64_t from = 1);

    /// Stores a message; `id` makes it known for the stream's time of duplicates.
    boost::asio::awaitable<Answer<Stored>> store(std::string subject, std::string body,
                                                 std::string id, Headers headers = {});

    /// Asks for up to `count` messages, whose replies come to `inbox`; without waiting if the time
    /// is not above 0.
    void pull(const std::string& stream, const std::string& consumer, const std::string& inbox,
              int count, std::chrono::milliseconds time);

    Connection& connection() { return connection_; }

  private:
    boost::asio::awaitable<Answer<nlohmann::json>> call(std::string what, std::string body = {});

    Connection& connection_;
};

}  // namespace sparring::referee::broker
