#include "referee/broker/refused.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nats/nats.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include "protocol/text.hpp"

namespace sparring::referee::broker {

namespace asio = boost::asio;

namespace {

std::string host_of(std::string_view url) {
    const std::size_t scheme = url.find("://");
    std::string_view host = scheme == std::string_view::npos ? url : url.substr(scheme + 3);
    if (host.starts_with('[')) return std::string{host.substr(1, host.find(']') - 1)};
    return text::lower(host.substr(0, host.find(':')));
}

/// A host that has no address, or nothing.
std::string unknown_host(const Address& address) {
    asio::io_context context;
    asio::ip::tcp::resolver resolver{context};
    for (const std::string& url : address.urls) {
        boost::system::error_code error;
        resolver.resolve(host_of(url), "", error);
        if (error) return host_of(url);
    }
    return {};
}

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

std::string about_certificate(const Address& address, std::string_view said) {
    if (contains(said, "loading trusted certificates"))
        return fmt::format(
            "cannot read certificates from '{}'; expected a PEM file, the broker's "
            "ca.pem",
            text::printable(address.certificates, 200));
    if (contains(said, "hostname mismatch") || contains(said, "IP address mismatch"))
        return fmt::format(
            "its certificate is not for the host '{}'; use a name that was given to "
            "`referee broker conf -host`",
            only_host(address));
    if (contains(said, "expired") || contains(said, "not yet valid"))
        return fmt::format("its certificate is not valid now, or a clock is wrong ({})", said);
    if (!contains(said, "certificate")) return fmt::format("TLS failed ({})", said);
    const bool secure = std::ranges::any_of(
        address.urls, [](const std::string& url) { return url.starts_with("tls://"); });
    const std::string whom =
        address.certificates.empty()
            ? "; name the broker's ca.pem as `certificates` in a file (referee broker conf "
              "writes worker.toml so)"
            : fmt::format(": it is not from the authority in '{}'; is that this broker's ca.pem?",
                          text::printable(address.certificates, 200));
    return fmt::format("{}its certificate is not trusted{}",
                       secure ? "" : "it requires TLS (tls:// instead of nats://), and ", whom);
}

}  // namespace

std::string only_host(const Address& address) {
    std::string host;
    for (const std::string& url : address.urls) {
        const std::string own = host_of(url);
        if (!host.empty() && own != host) return {};
        host = own;
    }
    return host;
}

std::string why_refused(const Address& address, int status, std::string_view said) {
    switch (static_cast<natsStatus>(status)) {
        case NATS_NO_SERVER: {
            const std::string unknown = unknown_host(address);
            return unknown.empty()
                       ? "nobody listens there; is nats-server running, and is the port right?"
                       : fmt::format("there is no host '{}'", text::printable(unknown));
        }
        case NATS_TIMEOUT:
            return "no answer in time; is the host up, does a firewall let the port pass, and is "
                   "it a NATS server?";
        case NATS_CONNECTION_AUTH_FAILED:
            return address.user.empty()
                       ? "it wants a user and a password; give the file worker.toml or "
                         "coordinator.toml that `referee broker conf` wrote"
                       : fmt::format("wrong password for user '{}', or no such user",
                                     text::printable(address.user));
        case NATS_SECURE_CONNECTION_WANTED:
            return "it does not offer TLS, and tls:// insists on it";
        case NATS_SECURE_CONNECTION_REQUIRED:
            return "it requires TLS; use tls:// instead of nats://";
        case NATS_SSL_ERROR:
            return about_certificate(address, said);
        default:
            return said.empty() ? natsStatus_GetText(static_cast<natsStatus>(status))
                                : std::string{said};
    }
}

}  // namespace sparring::referee::broker
