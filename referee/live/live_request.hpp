// What a request to the live page asks for, and what it is refused with. Pure.
#pragma once

#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/status.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace sparring::referee {

struct LiveRequest {
    enum class What { page, script, style, state, events, game };
    What what = What::page;
    int game = 0;
    bool head = false;  ///< HEAD: everything but the body
};

struct LiveRefusal {
    boost::beast::http::status status;
    std::string why;
};

using LiveHead = boost::beast::http::request_header<>;

/// `loopback`: the page listens there; then the request must name it so, or a web page of
/// somebody else's could read ours by having its own name resolve to loopback (DNS rebinding).
std::optional<LiveRefusal> refusal(const LiveHead& head, bool has_body, bool loopback);

/// Nothing if there is no such page. Precondition: not refused.
std::optional<LiveRequest> read_request(const LiveHead& head);

/// Whether a Host header (`localhost:8080`, `[::1]`) names this machine's loopback.
bool names_loopback(std::string_view host);

}  // namespace sparring::referee
