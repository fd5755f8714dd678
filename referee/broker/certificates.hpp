// Keys, certificates and passwords of a broker of one's own: an authority that signs one
// certificate and is then forgotten, so nobody can sign another.
//
// Source: RFC 5280 (certificates), RFC 6125 (names in them); OpenSSL 3, libcrypto.
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <string_view>

#include "protocol/expected.hpp"

namespace sparring::referee::broker {

/// PEM texts; EC P-256. The certificate serves servers, and servers that call each other.
struct Certificates {
    std::string authority, certificate, key;
};

/// A host as clients name it: a DNS name, or an IPv4 or IPv6 address without brackets.
bool is_ip_address(std::string_view host);
bool is_host(std::string_view host);

/// Valid for all `hosts` and for localhost, from a day before `now` (clocks differ) for ten years.
/// The error names what is no host.
Expected<Certificates> make_certificates(std::span<const std::string> hosts,
                                         std::chrono::system_clock::time_point now);

/// 192 random bits in hexadecimal.
Expected<std::string> make_password();

}  // namespace sparring::referee::broker
