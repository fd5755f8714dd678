// One connection to the live page: requests, answers, the stream of events.
#include <fmt/format.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>

#include "referee/live/live_server.hpp"
#include "referee/view/page.hpp"

namespace sparring::referee {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;

constexpr auto kReport = asio::as_tuple(asio::use_awaitable);
constexpr std::uint32_t kHeadSize = 8 << 10;   // bytes of a request's line and headers
constexpr std::size_t kBufferSize = 16 << 10;  // bytes read ahead
constexpr int kRequests = 1000;                // of one connection
constexpr std::size_t kDrain = 256 << 10;      // bytes read and dropped after a refusal
constexpr std::chrono::seconds kDrainTime{1};

/// Nothing is loaded from elsewhere, no script but ours runs, no other site may frame or read us.
constexpr std::pair<const char*, const char*> kProtection[] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
     "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cache-Control", "no-store"},
};

template <class Message>
void protect(Message& message) {
    for (const auto& [name, value] : kProtection) message.set(name, value);
}

http::response<http::span_body<const char>> response(http::status status, const char* type,
                                                     std::string_view body) {
    http::response<http::span_body<const char>> result{status, 11};
    protect(result);
    result.set(http::field::content_type, type);
    result.body() = {body.data(), body.size()};
    result.content_length(body.size());
    return result;
}

/// What is left to say to somebody whose request could not be read; nothing if he is gone or too
/// slow.
std::optional<LiveRefusal> refusal_for(boost::system::error_code error) {
    if (error == http::error::header_limit || error == http::error::buffer_overflow) {
        return LiveRefusal{http::status::request_header_fields_too_large,
                           fmt::format("a request's head may have {} bytes", kHeadSize)};
    }
    const bool unreadable =
        error.category() == http::make_error_code(http::error::bad_method).category();
    if (!unreadable || error == http::error::end_of_stream ||
        error == http::error::partial_message) {
        return {};
    }
    return LiveRefusal{http::status::bad_request, error.message()};
}

/// Runs a function at the end of a scope.
template <class Function>
struct Finally {
    Function function;
    explicit Finally(Function f) : function{std::move(f)} {}
    Finally(const Finally&) = delete;
    Finally& operator=(const Finally&) = delete;
    ~Finally() { function(); }
};

}  // namespace

asio::awaitable<void> LivePage::Server::attend(Stream stream) {
    streams_.emplace(&stream, false);
    const Finally forget{[&] {
        streams_.erase(&stream);
        if (streams_.empty()) last_call_.cancel();
    }};
    try {
        co_await converse(stream);
    } catch (const std::exception& failure) {
        log_(fmt::format("live page: {}", failure.what()));
    }
}

asio::awaitable<void> LivePage::Server::converse(Stream& stream) {
    beast::flat_buffer buffer{kBufferSize};
    for (int request = 0; request < kRequests && !closing_; ++request) {
        http::request_parser<http::empty_body> parser;
        parser.header_limit(kHeadSize);
        parser.body_limit(boost::none);
        stream.expires_after(settings_.head_limit);
        streams_[&stream] = true;
        const auto [error, bytes] =
            co_await http::async_read_header(stream, buffer, parser, kReport);
        streams_[&stream] = false;
        if (error) {
            const auto refused = refusal_for(error);
            if (refused && co_await refuse(stream, *refused, false)) co_await drain(stream);
            co_return;
        }
        const LiveHead& head = parser.get().base();
        if (!co_await answer(stream, head, !parser.is_done()) || !parser.keep_alive()) break;
    }
    co_await drain(stream);
}

/// False: nothing more is to be read from this connection.
asio::awaitable<bool> LivePage::Server::answer(Stream& stream, const LiveHead& head,
                                               bool has_body) {
    using What = LiveRequest::What;
    const bool only_head = head.method() == http::verb::head;
    if (const auto refused = refusal(head, has_body, endpoint_.address().is_loopback())) {
        co_await refuse(stream, *refused, only_head);
        co_return false;
    }
    const auto request = read_request(head);
    const auto what = request ? std::optional{request->what} : std::nullopt;
    if (what == What::events) {
        co_await show_events(stream, only_head);
        co_return false;
    }
    const char* type = "application/json";
    std::string_view body;
    Text held;
    if (what == What::page) {
        type = "text/html; charset=utf-8";
        body = live_html();
    } else if (what == What::script) {
        type = "text/javascript; charset=utf-8";
        body = live_script();
    } else if (what == What::style) {
        type = "text/css; charset=utf-8";
        body = page_style();
    } else if (what) {
        held = what == What::state ? snapshot() : game_record(request->game);
        if (held) body = *held;
    }
    if (body.empty()) {
        const LiveRefusal nothing{http::status::not_found, "there is nothing here"};
        co_return co_await refuse(stream, nothing, only_head);
    }
    co_return co_await send(stream, response(http::status::ok, type, body), only_head);
}

LivePage::Server::Text LivePage::Server::game_record(int game) {
    try {
        take();
        auto record = lookup_ ? lookup_(game) : std::nullopt;
        if (!record) record = state_.game(game);
        if (record) return std::make_shared<const std::string>(std::move(*record));
    } catch (const std::exception& failure) {
        log_(fmt::format("live page: game {}: {}", game, failure.what()));
    }
    return nullptr;
}

/// False if the other side did not take it.
asio::awaitable<bool> LivePage::Server::send(Stream& stream, Response response, bool head) {
    stream.expires_after(settings_.write_limit);
    http::response_serializer<http::span_body<const char>> serializer{response};
    const auto [error, bytes] = head
                                    ? co_await http::async_write_header(stream, serializer, kReport)
                                    : co_await http::async_write(stream, serializer, kReport);
    co_return !error;
}

asio::awaitable<bool> LivePage::Server::refuse(Stream& stream, const LiveRefusal& refusal,
                                               bool head) {
    const std::string body = refusal.why + "\n";
    Response message = response(refusal.status, "text/plain; charset=utf-8", body);
    if (refusal.status == http::status::method_not_allowed) {
        message.set(http::field::allow, "GET, HEAD");
    }
    if (refusal.status == http::status::service_unavailable) {
        message.set(http::field::retry_after, "10");
    }
    if (refusal.status != http::status::not_found) message.keep_alive(false);
    co_return co_await send(stream, std::move(message), head);
}

asio::awaitable<void> LivePage::Server::show_events(Stream& stream, bool head) {
    if (viewers_.size() >= settings_.viewers) {
        const LiveRefusal full{http::status::service_unavailable, "too many viewers"};
        co_await refuse(stream, full, head);
        co_return;
    }
    http::response<http::empty_body> start{http::status::ok, 11};
    protect(start);
    start.set(http::field::content_type, "text/event-stream");
    start.keep_alive(false);
    stream.expires_after(settings_.write_limit);
    http::response_serializer<http::empty_body> serializer{start};
    const auto [failure, written] = co_await http::async_write_header(stream, serializer, kReport);
    if (failure || head || closing_) co_return;

    const Text now = snapshot();
    send_batch();  // to the others: what is in the snapshot must not come again
    LiveViewer viewer{stream};
    viewers_.insert(&viewer);
    viewer_count_ = viewers_.size();
    const Finally leave{[&] {
        viewers_.erase(&viewer);
        viewer_count_ = viewers_.size();
    }};
    viewer.push(std::make_shared<const std::string>("retry: 2000\ndata: " + *now + "\n\n"));
    const Text comment = std::make_shared<const std::string>(":\n\n");
    while (true) {
        if (viewer.idle() && viewer.ended()) co_return;
        if (viewer.idle()) {
            viewer.wake().expires_after(settings_.keep_alive);
            const auto [woken] = co_await viewer.wake().async_wait(kReport);
            if (!woken) viewer.push(comment);
            continue;
        }
        stream.expires_after(settings_.write_limit);
        const auto [error, bytes] =
            co_await asio::async_write(stream, asio::buffer(viewer.next()), kReport);
        if (error) co_return;
        viewer.pop();
    }
}

/// Reads what is still coming, so that the kernel does not take our answer back with a reset.
asio::awaitable<void> LivePage::Server::drain(Stream& stream) {
    boost::system::error_code error;
    stream.socket().shutdown(asio::socket_base::shutdown_send, error);
    stream.expires_after(kDrainTime);
    std::array<char, 4096> rest{};
    for (std::size_t total = 0; !error && !closing_ && total < kDrain;) {
        const auto [failure, bytes] = co_await stream.async_read_some(asio::buffer(rest), kReport);
        error = failure;
        total += bytes;
    }
}

}  // namespace sparring::referee
