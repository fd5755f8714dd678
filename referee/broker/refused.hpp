// Why a broker did not take us, in words for who can do something about it.
#pragma once

#include <string>
#include <string_view>

#include "referee/broker/connection.hpp"

namespace sparring::referee::broker {

/// `status` is nats.c's (natsStatus), `said` its last error. Looks host names up if nobody
/// answered.
std::string why_refused(const Address& address, int status, std::string_view said);

/// The host that all URLs name, in lower case and without brackets; empty if there are several.
std::string only_host(const Address& address);

}  // namespace sparring::referee::broker
