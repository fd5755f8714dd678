#include "referee/live/live_request.hpp"

#include <boost/asio/ip/address.hpp>

#include "protocol/text.hpp"

namespace sparring::referee {
namespace {

namespace http = boost::beast::http;

std::string_view view(boost::beast::string_view text) {
    return {text.data(), text.size()};
}

}  // namespace

bool names_loopback(std::string_view host) {
    if (const std::size_t colon = host.rfind(':');
        colon != std::string_view::npos && host.find(']', colon) == std::string_view::npos) {
        if (!text::number<std::uint16_t>(host.substr(colon + 1))) return false;
        host = host.substr(0, colon);
    }
    if (text::equals_ignoring_case(host, "localhost")) return true;
    if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
        host = host.substr(1, host.size() - 2);
    }
    boost::system::error_code error;
    const auto address = boost::asio::ip::make_address(std::string(host), error);
    return !error && address.is_loopback();
}

std::optional<LiveRefusal> refusal(const LiveHead& head, bool has_body, bool loopback) {
    if (head.method() != http::verb::get && head.method() != http::verb::head) {
        return LiveRefusal{http::status::method_not_allowed, "only GET and HEAD are answered"};
    }
    if (has_body) return LiveRefusal{http::status::bad_request, "a request with a body"};
    if (head.target().empty() || head.target().front() != '/') {
        return LiveRefusal{http::status::bad_request, "the path must begin with /"};
    }
    const std::string_view host = view(head[http::field::host]);
    if (head.count(http::field::host) > 1 || (host.empty() && head.version() >= 11)) {
        return LiveRefusal{http::status::bad_request, "one Host header is needed"};
    }
    if (loopback && !names_loopback(host)) {
        return LiveRefusal{http::status::forbidden,
                           "this page is served to localhost only, under that name"};
    }
    return {};
}

std::optional<LiveRequest> read_request(const LiveHead& head) {
    using What = LiveRequest::What;
    std::string_view path = view(head.target());
    path = path.substr(0, path.find('?'));
    LiveRequest request;
    request.head = head.method() == http::verb::head;
    if (path == "/") return request;
    constexpr std::string_view game = "/game/";
    if (path.starts_with(game)) {
        const auto number = text::number<int>(path.substr(game.size()));
        if (!number || *number < 1) return {};
        request.what = What::game;
        request.game = *number;
        return request;
    }
    if (path == "/page.js") {
        request.what = What::script;
    } else if (path == "/page.css") {
        request.what = What::style;
    } else if (path == "/state") {
        request.what = What::state;
    } else if (path == "/events") {
        request.what = What::events;
    } else {
        return {};
    }
    return request;
}

}  // namespace sparring::referee
