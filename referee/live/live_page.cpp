#include "referee/live/live_page.hpp"

#include <fmt/format.h>

#include "protocol/text.hpp"
#include "referee/live/live_server.hpp"

namespace sparring::referee {

Expected<LiveSettings> parse_web_address(std::string_view text) {
    LiveSettings settings;
    const std::size_t colon = text.rfind(':');
    std::string_view host =
        colon == std::string_view::npos ? std::string_view{} : text.substr(0, colon);
    const auto port = sparring::text::number<std::uint16_t>(
        colon == std::string_view::npos ? text : text.substr(colon + 1));
    const bool bracketed = host.size() > 2 && host.front() == '[' && host.back() == ']';
    if (bracketed) host = host.substr(1, host.size() - 2);
    const bool unclear = !bracketed && host.find_first_of(":[]") != std::string_view::npos;
    if (!port || unclear || (colon != std::string_view::npos && host.empty())) {
        return Error{
            fmt::format("web '{}': expected [HOST:]PORT, as in 8080, 0.0.0.0:8080 or "
                        "[::1]:8080",
                        sparring::text::printable(text))};
    }
    if (!host.empty()) settings.host = host;
    settings.port = *port;
    return settings;
}

LivePage::LivePage(std::unique_ptr<Server> server) : server_{std::move(server)} {}
LivePage::~LivePage() = default;

Expected<std::unique_ptr<LivePage>> LivePage::open(const LiveSettings& settings, GameLookup lookup,
                                                   Log log) {
    auto server = std::make_unique<Server>(settings, std::move(lookup), std::move(log));
    if (const auto error = server->listen()) return Error{"live page: " + *error};
    return std::unique_ptr<LivePage>{new LivePage{std::move(server)}};
}

std::uint16_t LivePage::port() const {
    return server_->endpoint().port();
}

std::string LivePage::url() const {
    const auto endpoint = server_->endpoint();
    const std::string host = endpoint.address().to_string();
    return endpoint.address().is_v6() ? fmt::format("http://[{}]:{}/", host, endpoint.port())
                                      : fmt::format("http://{}:{}/", host, endpoint.port());
}

void LivePage::publish(std::string event) {
    server_->publish(std::move(event));
}

std::size_t LivePage::viewers() const {
    return server_->viewer_count();
}

}  // namespace sparring::referee
