#include "referee/broker/connection.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nats/nats.h>
#include <openssl/crypto.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdlib>
#include <deque>
#include <map>
#include <mutex>
#include <random>

#include "protocol/text.hpp"
#include "referee/broker/refused.hpp"
#include "referee/play/notice.hpp"

namespace sparring::referee::broker {

namespace asio = boost::asio;
using namespace std::chrono_literals;

std::string_view Message::header(std::string_view name) const {
    for (const auto& [key, value] : headers)
        if (text::equals_ignoring_case(key, name)) return value;
    return {};
}

// ---- answers -----------------------------------------------------------------------------------

struct Connection::Inbox::State {
    explicit State(asio::io_context& context)
        : waiting{context, asio::steady_timer::time_point::max()} {}

    void fail(const std::string& why) {
        failure = why;
        waiting.cancel();
    }

    std::deque<Message> messages;
    std::string asked;    // the subject of the question, if there was one
    std::string failure;  // not empty: nothing more will come
    bool ended = false;
    asio::steady_timer waiting;
};

/// Who waits for answers, by the last word of their subjects.
struct Inboxes {
    std::map<std::string, std::weak_ptr<Connection::Inbox::State>, std::less<>> open;
    std::uint64_t next = 0;
    bool interrupted = false;

    void deliver(Message message) {
        const std::string_view subject = message.subject;
        const auto found = open.find(subject.substr(subject.rfind('.') + 1));
        const auto state = found == open.end() ? nullptr : found->second.lock();
        if (!state) return;
        state->messages.push_back(std::move(message));
        state->waiting.cancel();
    }

    void fail(const std::string& why) {
        for (const auto& [word, each] : open)
            if (const auto state = each.lock()) state->fail(why);
    }

    /// The server names the subject that it did not let pass.
    void refuse(const std::string& why) {
        for (const auto& [word, each] : open) {
            const auto state = each.lock();
            if (state && !state->asked.empty() && why.find(state->asked) != std::string::npos)
                state->fail(why);
        }
    }
};

namespace {

// The library's threads may use OpenSSL until the process has gone, so OpenSSL must not clean up at
// its exit; and nats_CloseAndWait() frees what that clean-up frees again (3.4.1). To be said before
// anybody uses OpenSSL.
[[maybe_unused]] const int kNoCleanUp = OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, nullptr);

/// The way from the library's threads to the loop, shut before the loop goes.
struct Gate {
    explicit Gate(asio::io_context& loop) : context{loop} {}

    std::mutex mutex;
    bool open = true;
    asio::io_context& context;

    template <class Action>
    void pass(Action action) {
        const std::lock_guard lock{mutex};
        if (open) asio::post(context, std::move(action));
    }
    void shut() {
        const std::lock_guard lock{mutex};
        open = false;
    }
};

/// What a subscription's thread holds until its last message has been handled.
struct Route {
    std::shared_ptr<Gate> gate;
    std::shared_ptr<Connection::OnMessage> on_message;
};

/// What the library holds for as long as the connection lives: until it says that it is closed.
struct Events {
    std::shared_ptr<Gate> gate;
    std::function<void(Connection::Change, const std::string&)> change;
    std::function<void(const std::string&)> refusal;
};

Message message_of(natsMsg* source) {
    const auto text = [](const char* words) { return std::string{words == nullptr ? "" : words}; };
    Message message{text(natsMsg_GetSubject(source)),
                    text(natsMsg_GetReply(source)),
                    std::string{natsMsg_GetData(source),
                                static_cast<std::size_t>(natsMsg_GetDataLength(source))},
                    {},
                    0};
    const char** keys = nullptr;
    int count = 0;
    if (natsMsgHeader_Keys(source, &keys, &count) == NATS_OK) {
        for (int i = 0; i < count; ++i) {
            const char* value = nullptr;
            if (natsMsgHeader_Get(source, keys[i], &value) == NATS_OK)
                message.headers.emplace_back(keys[i], text(value));
        }
        std::free(const_cast<char**>(keys));
    }
    if (message.body.empty()) {
        if (const auto status = text::number<int>(message.header("Status")))
            message.status = *status;
    }
    return message;
}

void receive(natsConnection*, natsSubscription*, natsMsg* source, void* closure) {
    const Route& route = *static_cast<Route*>(closure);
    route.gate->pass([on_message = route.on_message, message = message_of(source)]() mutable {
        (*on_message)(std::move(message));
    });
    natsMsg_Destroy(source);
}

void forget_route(void* closure) {
    delete static_cast<Route*>(closure);
}

std::string last_error(natsConnection* connection) {
    const char* last = nullptr;
    natsConnection_GetLastError(connection, &last);
    return last == nullptr ? "" : last;
}

void tell(natsConnection* connection, void* closure, Connection::Change change) {
    const Events& events = *static_cast<Events*>(closure);
    events.gate->pass(
        [act = events.change, change, why = last_error(connection)] { act(change, why); });
}

void tell_lost(natsConnection* connection, void* closure) {
    tell(connection, closure, Connection::Change::lost);
}
void tell_found(natsConnection* connection, void* closure) {
    tell(connection, closure, Connection::Change::found);
}
void tell_closed(natsConnection* connection, void* closure) {
    tell(connection, closure, Connection::Change::closed);
    delete static_cast<Events*>(closure);  // it is the last word
}
void tell_refusal(natsConnection* connection, natsSubscription*, natsStatus, void* closure) {
    const Events& events = *static_cast<Events*>(closure);
    events.gate->pass([act = events.refusal, why = last_error(connection)] { act(why); });
}

/// Nobody else's.
std::string token() {
    std::random_device random;
    return fmt::format("{:08x}{:08x}", random(), random());
}

std::string words_of(natsStatus status) {
    const char* said = nats_GetLastError(nullptr);
    return said != nullptr && *said != '\0' ? said : natsStatus_GetText(status);
}

}  // namespace

// ---- the connection ----------------------------------------------------------------------------

struct Connection::Impl {
    explicit Impl(asio::io_context& loop) : context{loop}, gate{std::make_shared<Gate>(loop)} {}

    asio::io_context& context;
    std::shared_ptr<Gate> gate;
    std::shared_ptr<Inboxes> inboxes = std::make_shared<Inboxes>();
    std::string inbox;  // all our answers' subjects begin so
    std::vector<natsSubscription*> subscriptions;
    natsOptions* options = nullptr;
    natsConnection* connection = nullptr;
};

Connection::Connection() = default;

Expected<std::unique_ptr<Connection>> Connection::open(asio::io_context& context,
                                                       const Address& address,
                                                       const std::string& name,
                                                       OnChange on_change) {
    std::unique_ptr<Connection> result{new Connection};
    result->impl_ = std::make_unique<Impl>(context);
    Impl& impl = *result->impl_;
    const std::weak_ptr<Inboxes> inboxes = impl.inboxes;
    auto events = std::make_unique<Events>();
    events->gate = impl.gate;
    events->change = [inboxes, on_change = std::move(on_change)](Change change,
                                                                 const std::string& why) {
        // What one server was asked no other will answer.
        if (const auto all = inboxes.lock()) all->fail("the connection was lost");
        if (on_change) on_change(change, why);
    };
    events->refusal = [inboxes](const std::string& why) {
        if (const auto all = inboxes.lock()) all->refuse(why);
    };

    std::vector<const char*> urls;
    for (const std::string& url : address.urls) urls.push_back(url.c_str());
    const bool secure = std::ranges::any_of(
        address.urls, [](const std::string& url) { return url.starts_with("tls://"); });
    natsStatus status = natsOptions_Create(&impl.options);
    const auto set = [&status](natsStatus next) {
        if (status == NATS_OK) status = next;
    };
    natsOptions* options = impl.options;
    set(natsOptions_SetServers(options, urls.data(), static_cast<int>(urls.size())));
    set(natsOptions_SetName(options, name.c_str()));
    set(natsOptions_SetTimeout(options, 5000));
    set(natsOptions_SetSendAsap(options, true));
    set(natsOptions_SetMaxReconnect(options, -1));
    set(natsOptions_SetReconnectWait(options, 250));
    set(natsOptions_SetReconnectJitter(options, 250, 250));
    set(natsOptions_SetPingInterval(options, 10'000));
    set(natsOptions_UseGlobalMessageDelivery(options, true));
    if (!address.user.empty())
        set(natsOptions_SetUserInfo(options, address.user.c_str(), address.password.c_str()));
    if (secure) set(natsOptions_SetSecure(options, true));
    // Else a certificate for any other host would do. For several hosts there is no such option.
    if (const std::string host = only_host(address); !host.empty())
        set(natsOptions_SetExpectedHostname(options, host.c_str()));
    if (!address.certificates.empty())
        set(natsOptions_LoadCATrustedCertificates(options, address.certificates.c_str()));
    set(natsOptions_SetDisconnectedCB(options, tell_lost, events.get()));
    set(natsOptions_SetReconnectedCB(options, tell_found, events.get()));
    set(natsOptions_SetClosedCB(options, tell_closed, events.get()));
    set(natsOptions_SetErrorHandler(options, tell_refusal, events.get()));
    if (status == NATS_OK) status = natsConnection_Connect(&impl.connection, options);
    if (status != NATS_OK)
        return Error{fmt::format("cannot connect to {}: {}", fmt::join(address.urls, ", "),
                                 why_refused(address, status, words_of(status)))};
    events.release();  // tell_closed() has it

    impl.inbox = fmt::format("{}.{}.", address.inbox, token());
    result->subscribe(impl.inbox + "*", [inboxes](Message message) {
        if (const auto all = inboxes.lock()) all->deliver(std::move(message));
    });
    return result;
}

Connection::~Connection() {
    impl_->gate->shut();
    impl_->inboxes->fail("the connection was closed");
    if (impl_->connection != nullptr) {
        natsConnection_FlushTimeout(impl_->connection, 1000);
        natsConnection_Close(impl_->connection);  // nothing arrives while subscriptions go
    }
    for (natsSubscription* subscription : impl_->subscriptions)
        natsSubscription_Destroy(subscription);
    natsConnection_Destroy(impl_->connection);
    natsOptions_Destroy(impl_->options);
}

bool Connection::connected() const {
    return natsConnection_Status(impl_->connection) == NATS_CONN_STATUS_CONNECTED;
}

asio::io_context& Connection::context() const {
    return impl_->context;
}

void Connection::publish(const std::string& subject, std::string_view body, const Headers& headers,
                         const std::string& reply) {
    natsMsg* message = nullptr;
    if (natsMsg_Create(&message, subject.c_str(), reply.empty() ? nullptr : reply.c_str(),
                       body.data(), static_cast<int>(body.size())) != NATS_OK)
        return;
    for (const auto& [key, value] : headers) natsMsgHeader_Set(message, key.c_str(), value.c_str());
    natsConnection_PublishMsg(impl_->connection, message);
    natsMsg_Destroy(message);
}

void Connection::subscribe(const std::string& subject, OnMessage on_message) {
    auto route = std::make_unique<Route>(
        Route{impl_->gate, std::make_shared<OnMessage>(std::move(on_message))});
    natsSubscription* subscription = nullptr;
    if (natsConnection_Subscribe(&subscription, impl_->connection, subject.c_str(), receive,
                                 route.get()) != NATS_OK)
        return;
    if (natsSubscription_SetOnCompleteCB(subscription, forget_route, route.get()) == NATS_OK)
        route.release();
    natsSubscription_SetPendingLimits(subscription, -1, -1);
    impl_->subscriptions.push_back(subscription);
}

asio::awaitable<Expected<Message>> Connection::request(std::string subject, std::string body,
                                                       std::chrono::milliseconds timeout,
                                                       Headers headers) {
    const auto answers = inbox();
    answers->state_->asked = subject;
    publish(subject, body, headers, answers->subject());
    co_return co_await answers->next(timeout);
}

std::unique_ptr<Connection::Inbox> Connection::mailbox() {
    auto result = inbox();
    // Longer than what the answers to single questions are sent to.
    result->subject_ += ".mail";
    const std::weak_ptr<Inbox::State> box = result->state_;
    subscribe(result->subject_, [box](Message message) {
        const auto state = box.lock();
        if (!state) return;
        state->messages.push_back(std::move(message));
        state->waiting.cancel();
    });
    return result;
}

std::unique_ptr<Connection::Inbox> Connection::inbox() {
    std::unique_ptr<Inbox> result{new Inbox};
    Inboxes& all = *impl_->inboxes;
    const std::string word = std::to_string(++all.next);
    result->state_ = std::make_shared<Inbox::State>(impl_->context);
    if (all.interrupted) result->state_->failure = "interrupted";
    result->word_ = word;
    result->subject_ = impl_->inbox + word;
    result->all_ = impl_->inboxes;
    all.open.emplace(word, result->state_);
    return result;
}

void Connection::interrupt() {
    impl_->inboxes->interrupted = true;
    impl_->inboxes->fail("interrupted");
}

bool Connection::flush(std::chrono::milliseconds timeout) {
    return natsConnection_FlushTimeout(impl_->connection, timeout.count()) == NATS_OK;
}

// ---- an inbox ----------------------------------------------------------------------------------

Connection::Inbox::~Inbox() {
    if (const auto all = all_.lock()) all->open.erase(word_);
}

void Connection::Inbox::end() {
    state_->ended = true;
    state_->fail("interrupted");
}

void Connection::Inbox::renew() {
    if (!state_->ended) state_->failure.clear();
}

asio::awaitable<Expected<Message>> Connection::Inbox::next(std::chrono::milliseconds timeout) {
    constexpr int kHeartbeat = 100;
    const std::shared_ptr<State> state = state_;
    const auto end = std::chrono::steady_clock::now() + timeout;
    for (;;) {
        while (!state->messages.empty()) {
            Message message = std::move(state->messages.front());
            state->messages.pop_front();
            if (message.status != kHeartbeat) co_return message;
        }
        if (!state->failure.empty()) co_return Error{state->failure};
        if (std::chrono::steady_clock::now() >= end)
            co_return Error{fmt::format("no answer in {} ms", timeout.count())};
        state->waiting.expires_at(end);
        co_await waited(state->waiting);
    }
}

}  // namespace sparring::referee::broker
