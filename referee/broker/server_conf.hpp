// Configurations of nats-server for our queue, and of those who use it, as texts: TLS, a user with
// its own account for coordinators and one for workers.
//
// Why two accounts: within one account a server sends answers to whatever subject a request names,
// also to one that the asker may not publish to. A worker whose "no job now" goes to
// $JS.API.STREAM.DELETE... would delete a stream. From an account of its own only what is imported
// is in reach, answers included.
//
// Source: docs.nats.io, "Securing NATS", "Multi Tenancy using Accounts"; nats-server 2.9.10, whose
// CVE-2023-47090 (logins for everybody if only $SYS is configured) does not apply to these files.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace sparring::referee::broker {

struct ServerPlan {
    std::vector<std::string> hosts;  ///< of one server, as clients name it; or one of each server
    int port = 4222;                 ///< for clients; with all on this machine: of the first server
    int servers = 1;                 ///< 3 or 5: a cluster
};

constexpr int kRoutePorts = 2000, kMonitorPorts = 4000;  // above the clients' ports
constexpr int kHighestPort = 61'000;

/// What is wrong with it, if anything is.
std::optional<std::string> problem_of(const ServerPlan& plan);

struct Passwords {
    std::string coordinator, worker;
    std::string server;  ///< among a cluster's servers
};

struct TextFile {
    std::string name, text;
    bool secret = true;
};

/// `server.conf` (of a cluster `server-1.conf`, ...), `coordinator.toml` and `worker.toml`.
/// Precondition: the plan has no problem.
std::vector<TextFile> configurations(const ServerPlan& plan, const Passwords& passwords);

/// Names of the certificates' files in these texts.
constexpr const char* kAuthorityFile = "ca.pem";
constexpr const char* kCertificateFile = "server.pem";
constexpr const char* kKeyFile = "server-key.pem";

}  // namespace sparring::referee::broker
