#include "referee/live/live_server.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace sparring::referee {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

constexpr std::size_t kMostEvents = 256;  // a batch as large as this does not wait for its beat
constexpr std::size_t kOtherConnections = 64;
constexpr int kSendBuffer = 128 << 10;  // bytes the kernel keeps for a connection
constexpr std::chrono::milliseconds kLastCall{500};

std::string now_text() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z",
                       fmt::gmtime(static_cast<std::time_t>(ms / 1000)), ms % 1000);
}

}  // namespace

LivePage::Server::Server(LiveSettings settings, GameLookup lookup, Log log)
    : settings_{std::move(settings)}, lookup_{std::move(lookup)}, log_{std::move(log)} {}

LivePage::Server::~Server() {
    if (!thread_.joinable()) return;
    asio::post(context_, [this] { close(); });
    thread_.join();
}

std::optional<std::string> LivePage::Server::listen() {
    boost::system::error_code error;
    tcp::resolver resolver{context_};
    const auto found = resolver.resolve(settings_.host, std::to_string(settings_.port),
                                        tcp::resolver::passive, error);
    if (error) return fmt::format("'{}': {}", settings_.host, error.message());
    endpoint_ = found.begin()->endpoint();
    acceptor_.open(endpoint_.protocol(), error);
    if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor_.bind(endpoint_, error);
    if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
    if (!error) endpoint_ = acceptor_.local_endpoint(error);
    if (error) {
        return fmt::format("cannot listen on {} port {}: {}", settings_.host, settings_.port,
                           error.message());
    }
    asio::co_spawn(context_, accept(), asio::detached);
    // The page gives way to the games, and signals are the referee's business.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    thread_ = std::thread{[this] {
        ::setpriority(PRIO_PROCESS, 0, 10);  // 0: this thread
        context_.run();
    }};
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return {};
}

void LivePage::Server::publish(std::string event) {
    bool first = false;
    {
        const std::lock_guard lock{mutex_};
        first = inbox_.empty();
        inbox_.push_back(std::move(event));
    }
    if (first) asio::post(context_, [this] { begin_beat(); });
}

/// What is published until the beat is over costs its publisher no wake-up of this thread.
void LivePage::Server::begin_beat() {
    if (beating_ || closing_) return;
    beating_ = true;
    beat_.expires_after(settings_.beat);
    beat_.async_wait([this](boost::system::error_code) {
        beating_ = false;
        take();
        send_batch();
    });
}

void LivePage::Server::take() {
    std::vector<std::string> events;
    {
        const std::lock_guard lock{mutex_};
        events.swap(inbox_);
    }
    for (std::string& text : events) {
        const LiveEvent event = LiveEvent::read(std::move(text));
        state_.apply(event);
        batch_.add(event);
        if (batch_.size() >= kMostEvents) send_batch();
    }
    if (!events.empty()) snapshot_ = nullptr;
}

void LivePage::Server::send_batch() {
    auto [sure, moves] = batch_.take();
    const auto shared = [](std::string text) -> Text {
        return text.empty() ? nullptr : std::make_shared<const std::string>(std::move(text));
    };
    const Text sure_text = shared(std::move(sure));
    const Text moves_text = shared(std::move(moves));
    for (LiveViewer* viewer : viewers_) {
        viewer->offer(sure_text, moves_text, settings_.lag, settings_.backlog);
    }
}

LivePage::Server::Text LivePage::Server::snapshot() {
    take();
    if (!snapshot_) snapshot_ = std::make_shared<const std::string>(state_.snapshot(now_text()));
    return snapshot_;
}

asio::awaitable<void> LivePage::Server::accept() {
    while (!closing_) {
        auto [error, socket] = co_await acceptor_.async_accept(asio::as_tuple(asio::use_awaitable));
        if (closing_) break;
        if (error) {  // no descriptors left, as a rule: others may be given back
            log_(fmt::format("live page: a viewer could not be let in: {}", error.message()));
            pause_.expires_after(std::chrono::seconds{1});
            co_await pause_.async_wait(asio::as_tuple(asio::use_awaitable));
            continue;
        }
        if (streams_.size() >= settings_.viewers + kOtherConnections) continue;  // closes it
        boost::system::error_code ignored;
        socket.set_option(asio::socket_base::send_buffer_size(kSendBuffer), ignored);
        socket.set_option(tcp::no_delay(true), ignored);
        asio::co_spawn(context_, attend(Stream{std::move(socket)}), asio::detached);
    }
}

/// Everybody gets what is there, but nobody is waited for long. When the last coroutine has ended,
/// so does the thread.
void LivePage::Server::close() {
    take();
    closing_ = true;
    beat_.cancel();
    pause_.cancel();
    send_batch();
    boost::system::error_code ignored;
    acceptor_.close(ignored);
    for (LiveViewer* viewer : viewers_) viewer->end();
    for (const auto& [stream, between] : streams_) {
        if (between) stream->close();
    }
    if (streams_.empty()) return;
    last_call_.expires_after(kLastCall);
    last_call_.async_wait([this](boost::system::error_code) {
        for (const auto& [stream, between] : streams_) stream->close();
    });
}

}  // namespace sparring::referee
