#include "referee/broker/jetstream.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "protocol/text.hpp"

namespace sparring::referee::broker {

namespace asio = boost::asio;
using Json = nlohmann::json;
using namespace std::chrono_literals;

namespace {

constexpr auto kPatience = 5s;
constexpr JetStream::Nothing kNothing;

std::int64_t ns(std::chrono::milliseconds time) {
    return std::chrono::nanoseconds{time}.count();
}

std::uint64_t number(const Json& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

const Json& part(const Json& json, const char* key) {
    static const Json nothing = Json::object();
    const auto found = json.find(key);
    return found != json.end() && found->is_object() ? *found : nothing;
}

StreamState stream_state(const Json& json) {
    const Json& state = part(json, "state");
    return {number(state, "messages"), number(state, "last_seq")};
}

ConsumerState consumer_state(const Json& json) {
    const Json& config = part(json, "config");
    const std::int64_t most = config.value("max_deliver", std::int64_t{-1});
    return {number(part(json, "delivered"), "stream_seq"),
            number(json, "num_pending"),
            number(json, "num_ack_pending"),
            number(json, "num_redelivered"),
            number(json, "num_waiting"),
            std::chrono::milliseconds{number(config, "ack_wait") / 1'000'000},
            static_cast<int>(most)};
}

std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> words;
    for (;;) {
        const std::size_t dot = text.find('.');
        words.push_back(text.substr(0, dot));
        if (dot == std::string_view::npos) return words;
        text.remove_prefix(dot + 1);
    }
}

// GCC 12 does not take aggregates in a coroutine's statements.
template <class T>
JetStream::Answer<T> good(T value) {
    return {std::move(value), {}};
}
template <class T, class Other>
JetStream::Answer<T> refused(const JetStream::Answer<Other>& other) {
    return {{}, other.refusal};
}

Stored stored(const Json& json) {
    return {number(json, "seq"), json.value("duplicate", false)};
}

std::string text_of(const StreamSettings& settings) {
    const bool unique = settings.most_per_subject > 0;
    const Json config{{"name", settings.name},
                      {"subjects", settings.subjects},
                      {"retention", settings.work_queue ? "workqueue" : "limits"},
                      {"storage", "file"},
                      {"max_msgs", settings.most_messages},
                      {"max_msgs_per_subject", settings.most_per_subject},
                      {"discard", "new"},
                      {"discard_new_per_subject", unique},
                      {"max_age", ns(settings.oldest)},
                      {"duplicate_window", ns(settings.duplicates)},
                      {"num_replicas", settings.replicas},
                      {"allow_direct", false}};
    return config.dump();
}

std::string text_of(const ConsumerSettings& settings) {
    const Json request{{"stream_name", settings.stream},
                       {"config",
                        {{"durable_name", settings.name},
                         {"filter_subject", settings.filter},
                         {"ack_policy", "explicit"},
                         {"deliver_policy", "all"},
                         {"replay_policy", "instant"},
                         {"ack_wait", ns(settings.lease)},
                         {"max_deliver", settings.most_deliveries},
                         {"max_ack_pending", settings.most_leased},
                         {"max_waiting", 20'000}}}};
    return request.dump();
}

/// An object with one key.
template <class Value>
std::string text_of(const char* key, const Value& value) {
    return Json{{key, value}}.dump();
}

/// An answer as an object, or why it is none.
JetStream::Answer<Json> read(const Expected<Message>& answer) {
    constexpr int kNobody = 503;
    if (!answer) return {{}, {0, answer.error()}};
    if (answer->status == kNobody)
        return {{}, {0, "nobody answers: JetStream is not enabled, or has no leader now"}};
    Json json = Json::parse(answer->body, nullptr, false);
    if (!json.is_object()) return {{}, {0, "an answer that is no JSON object"}};
    if (const auto error = json.find("error"); error != json.end() && error->is_object())
        return {{},
                {static_cast<int>(number(*error, "err_code")),
                 error->value("description", std::string{"an error without words"})}};
    return {std::move(json), {}};
}

}  // namespace

std::optional<Delivery> parse_delivery(std::string_view reply) {
    const auto words = split(reply);
    if (words.size() < 9 || words[0] != "$JS" || words[1] != "ACK") return {};
    const std::size_t at = words.size() == 9 ? 2 : 4;
    if (words.size() < at + 7) return {};
    const auto count = text::number<int>(words[at + 2]);
    const auto sequence = text::number<std::uint64_t>(words[at + 3]);
    const auto pending = text::number<std::uint64_t>(words[at + 6]);
    if (!count || !sequence || !pending) return {};
    return Delivery{std::string{words[at]}, std::string{words[at + 1]}, *count, *sequence,
                    *pending};
}

asio::awaitable<JetStream::Answer<Json>> JetStream::call(std::string what, std::string body) {
    const auto answer = co_await connection_.request("$JS.API." + what, std::move(body), kPatience);
    co_return read(answer);
}

asio::awaitable<JetStream::Answer<StreamState>> JetStream::set_stream(StreamSettings settings) {
    const std::string config = text_of(settings);
    auto made = co_await call("STREAM.CREATE." + settings.name, config);
    if (!made && made.refusal.code != 0)
        made = co_await call("STREAM.UPDATE." + settings.name, config);
    if (!made) co_return refused<StreamState>(made);
    co_return good<StreamState>(stream_state(*made));
}

asio::awaitable<JetStream::Answer<ConsumerState>> JetStream::set_consumer(
    ConsumerSettings settings) {
    const auto made =
        co_await call(fmt::format("CONSUMER.DURABLE.CREATE.{}.{}", settings.stream, settings.name),
                      text_of(settings));
    if (!made) co_return refused<ConsumerState>(made);
    co_return good<ConsumerState>(consumer_state(*made));
}

asio::awaitable<JetStream::Answer<StreamState>> JetStream::stream(std::string name) {
    const auto info = co_await call("STREAM.INFO." + name);
    if (!info) co_return refused<StreamState>(info);
    co_return good<StreamState>(stream_state(*info));
}

asio::awaitable<JetStream::Answer<ConsumerState>> JetStream::consumer(std::string stream,
                                                                      std::string name) {
    const auto info = co_await call(fmt::format("CONSUMER.INFO.{}.{}", stream, name));
    if (!info) co_return refused<ConsumerState>(info);
    co_return good<ConsumerState>(consumer_state(*info));
}

asio::awaitable<JetStream::Answer<std::vector<std::string>>> JetStream::consumers(
    std::string stream) {
    std::vector<std::string> names;
    for (;;) {
        const auto page = co_await call("CONSUMER.NAMES." + stream,
                                        fmt::format("{{\"offset\": {}}}", names.size()));
        if (!page) co_return refused<std::vector<std::string>>(page);
        const std::size_t before = names.size();
        if (const auto list = page->find("consumers"); list != page->end() && list->is_array())
            for (const Json& name : *list)
                if (name.is_string()) names.push_back(name.get<std::string>());
        if (names.size() == before || names.size() >= number(*page, "total")) break;
    }
    co_return good(std::move(names));
}

asio::awaitable<JetStream::Answer<JetStream::Nothing>> JetStream::remove_stream(std::string name) {
    const auto gone = co_await call("STREAM.DELETE." + name);
    if (!gone) co_return refused<Nothing>(gone);
    co_return good(kNothing);
}

asio::awaitable<JetStream::Answer<JetStream::Nothing>> JetStream::remove_consumer(
    std::string stream, std::string name) {
    const auto gone = co_await call(fmt::format("CONSUMER.DELETE.{}.{}", stream, name));
    if (!gone) co_return refused<Nothing>(gone);
    co_return good(kNothing);
}

asio::awaitable<JetStream::Answer<JetStream::Nothing>> JetStream::remove_message(
    std::string stream, std::uint64_t which) {
    const auto done = co_await call("STREAM.MSG.DELETE." + stream, text_of("seq", which));
    if (!done) co_return refused<Nothing>(done);
    co_return good(kNothing);
}

asio::awaitable<JetStream::Answer<std::uint64_t>> JetStream::find(std::string stream,
                                                                  std::string subject,
                                                                  std::uint64_t from) {
    const Json what{{"seq", from}, {"next_by_subj", subject}};
    const auto found = co_await call("STREAM.MSG.GET." + stream, what.dump());
    if (!found) co_return refused<std::uint64_t>(found);
    co_return good<std::uint64_t>(number(part(*found, "message"), "seq"));
}

asio::awaitable<JetStream::Answer<Stored>> JetStream::store(std::string subject, std::string body,
                                                            std::string id, Headers headers) {
    headers.emplace_back("Nats-Msg-Id", std::move(id));
    const auto answer = read(co_await connection_.request(std::move(subject), std::move(body),
                                                          kPatience, std::move(headers)));
    if (!answer) co_return refused<Stored>(answer);
    co_return good(stored(*answer));
}

void JetStream::pull(const std::string& stream, const std::string& consumer,
                     const std::string& inbox, int count, std::chrono::milliseconds time) {
    Json request{{"batch", count}};
    if (time > 0ms) {
        request["expires"] = ns(time);
    } else {
        request["no_wait"] = true;
    }
    connection_.publish(fmt::format("$JS.API.CONSUMER.MSG.NEXT.{}.{}", stream, consumer),
                        request.dump(), {}, inbox);
}

}  // namespace sparring::referee::broker
