#include "referee/broker/server_conf.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "protocol/text.hpp"
#include "referee/broker/certificates.hpp"

namespace sparring::referee::broker {

namespace {

// @WORD@ is filled in.
constexpr std::string_view kServer = R"(# @NAME@: carries the jobs and results of Sparring's runs.
# For nats-server 2.9.10 and newer; written by `referee broker conf`.
# Start it in this folder, which holds the files named here:  nats-server -c @FILE@
# This file holds passwords: keep it to yourself. They are random and 192 bits long, so the
# server's advice in its log to store only their bcrypt hashes may be left aside.

server_name: "@NAME@"

# Where clients connect. 0.0.0.0 (IPv4) and [::] (both) are all addresses of this machine; name one
# to be reached only there.
listen: "@LISTEN@:@PORT@"

# Figures about the server for whoever is logged in on this machine; there is no password here.
http: "127.0.0.1:@MONITOR@"

# The largest message: a job with its openings, a result with its games.
max_payload: 1MB

# Jobs and results until they are confirmed. What is stored never grows beyond this.
jetstream {
  store_dir: "@STORE@"
  max_file_store: 8GB
}

# Nobody connects without TLS. The certificate names the hosts that clients may use.
tls {
  cert_file: "@CERTIFICATE@"
  key_file: "@KEY@"
  timeout: 10  # seconds
}

# Nobody connects without a password. Two accounts, so that workers reach nothing but what they
# import. Do not add an account named $SYS (CVE-2023-47090, before 2.9.23).
accounts {
  COORDINATORS {
    jetstream: enabled
    users: [
      {
        user: "coordinator"
        password: "@COORDINATOR_PASSWORD@"
        permissions {
          publish: ["$JS.API.>", "$JS.ACK.>", "sparring.>"]
          subscribe: ["sparring.>", "_INBOX_coordinator.>"]
        }
      }
    ]
    exports: [
      { service: "$JS.API.CONSUMER.MSG.NEXT.SPARRING_JOBS.*", accounts: [WORKERS] }  # take a job
      { service: "$JS.API.CONSUMER.INFO.SPARRING_JOBS.*", accounts: [WORKERS] }  # is there a queue?
      { service: "$JS.ACK.SPARRING_JOBS.>", accounts: [WORKERS] }  # a job is done, or given back
      { service: "sparring.result.*", accounts: [WORKERS] }
      { service: "sparring.sign.*", accounts: [WORKERS] }  # signs of life
      { stream: "sparring.control.*", accounts: [WORKERS] }  # what workers shall leave off
    ]
  }
  WORKERS {
    users: [
      {
        user: "worker"
        password: "@WORKER_PASSWORD@"
        permissions {
          publish: [
            "$JS.API.CONSUMER.MSG.NEXT.SPARRING_JOBS.*"
            "sparring.info.*"
            "$JS.ACK.SPARRING_JOBS.>"
            "sparring.result.*"
            "sparring.sign.*"
          ]
          subscribe: ["sparring.control.*", "_INBOX_worker.>"]
        }
      }
    ]
    # Asked under its own name, JetStream would answer for this account too: that it is not here.
    mappings { "$JS.API.CONSUMER.INFO.SPARRING_JOBS.*": "sparring.info.$1" }
    imports: [
      { service: { account: COORDINATORS, subject: "$JS.API.CONSUMER.MSG.NEXT.SPARRING_JOBS.*" } }
      {
        service: { account: COORDINATORS, subject: "$JS.API.CONSUMER.INFO.SPARRING_JOBS.*" }
        to: "sparring.info.*"
      }
      { service: { account: COORDINATORS, subject: "$JS.ACK.SPARRING_JOBS.>" } }
      { service: { account: COORDINATORS, subject: "sparring.result.*" } }
      { service: { account: COORDINATORS, subject: "sparring.sign.*" } }
      { stream: { account: COORDINATORS, subject: "sparring.control.*" } }
    ]
  }
}
)";

constexpr std::string_view kCluster = R"(
# The other servers of the cluster. They know each other by the certificate and a password.
cluster {
  name: "sparring"
  listen: "@LISTEN@:@ROUTE@"
  authorization {
    user: "server"
    password: "@SERVER_PASSWORD@"
    timeout: 10  # seconds
  }
  tls {
    cert_file: "@CERTIFICATE@"
    key_file: "@KEY@"
    ca_file: "@AUTHORITY@"
    timeout: 10  # seconds
  }
  routes: [
@ROUTES@  ]
}
)";

constexpr std::string_view kClient = R"(# @WHO@ Written by `referee broker conf`.
# The file holds a password: keep it to yourself. @AUTHORITY@ lies beside it.
url = @URLS@
user = "@USER@"
password = "@PASSWORD@"
certificates = "@AUTHORITY@"
@MORE@)";

using Values = std::vector<std::pair<std::string_view, std::string>>;

std::string filled(std::string_view form, const Values& values) {
    std::string result;
    for (;;) {
        const std::size_t begin = form.find('@');
        result += form.substr(0, begin);
        if (begin == std::string_view::npos) return result;
        const std::size_t end = form.find('@', begin + 1);
        const std::string_view word = form.substr(begin + 1, end - begin - 1);
        for (const auto& [key, value] : values)
            if (key == word) result += value;
        form.remove_prefix(end + 1);
    }
}

bool is_here(std::string_view host) {
    return text::equals_ignoring_case(host, "localhost") || host == "127.0.0.1";
}

bool all_here(const ServerPlan& plan) {
    return std::ranges::all_of(plan.hosts, is_here);
}

bool is_ipv6(std::string_view host) {
    return host.find(':') != std::string_view::npos;
}

/// As URLs have it.
std::string bracketed(const std::string& host) {
    return is_ipv6(host) ? '[' + host + ']' : host;
}

std::string listen_address(const ServerPlan& plan) {
    if (all_here(plan)) return "127.0.0.1";
    return std::ranges::any_of(plan.hosts, is_ipv6) ? "[::]" : "0.0.0.0";
}

/// Of server `index`, from 0, as clients and the other servers name it.
std::string host(const ServerPlan& plan, int index) {
    return bracketed(all_here(plan) ? plan.hosts.front() : plan.hosts[index]);
}

int port(const ServerPlan& plan, int index) {
    return plan.port + (all_here(plan) ? index : 0);
}

TextFile server(const ServerPlan& plan, int index, const Passwords& passwords) {
    const bool cluster = plan.servers > 1;
    const std::string number = cluster ? fmt::format("-{}", index + 1) : "";
    const std::string file = fmt::format("server{}.conf", number);
    std::string routes;
    for (int other = 0; cluster && other < plan.servers; ++other) {
        // A server that is asked for localhost may try an address where nobody listens.
        const std::string there = all_here(plan) ? "127.0.0.1" : host(plan, other);
        if (other != index)
            routes += fmt::format("    \"nats-route://server:{}@{}:{}\"\n", passwords.server, there,
                                  port(plan, other) + kRoutePorts);
    }
    const Values values{{"NAME", "sparring" + number},
                        {"FILE", file},
                        {"LISTEN", listen_address(plan)},
                        {"PORT", std::to_string(port(plan, index))},
                        {"MONITOR", std::to_string(port(plan, index) + kMonitorPorts)},
                        {"ROUTE", std::to_string(port(plan, index) + kRoutePorts)},
                        {"ROUTES", routes},
                        {"STORE", "store" + number},
                        {"AUTHORITY", kAuthorityFile},
                        {"CERTIFICATE", kCertificateFile},
                        {"KEY", kKeyFile},
                        {"COORDINATOR_PASSWORD", passwords.coordinator},
                        {"WORKER_PASSWORD", passwords.worker},
                        {"SERVER_PASSWORD", passwords.server}};
    return {file, filled(kServer, values) + (cluster ? filled(kCluster, values) : "")};
}

TextFile client(const ServerPlan& plan, const std::string& user, const std::string& password) {
    std::vector<std::string> urls;
    for (int index = 0; index < plan.servers; ++index)
        urls.push_back(fmt::format("\"tls://{}:{}\"", host(plan, index), port(plan, index)));
    const bool worker = user == "worker";
    const std::string replicas =
        fmt::format("replicas = {}  # each server stores everything\n", plan.servers);
    return {
        user + ".toml",
        filled(kClient, {{"WHO", worker ? "For workers: `referee worker -broker worker.toml`."
                                        : "For whoever starts runs: `-broker coordinator.toml`."},
                         {"URLS", plan.servers == 1 ? urls.front()
                                                    : fmt::format("[{}]", fmt::join(urls, ", "))},
                         {"USER", user},
                         {"PASSWORD", password},
                         {"AUTHORITY", kAuthorityFile},
                         {"MORE", plan.servers > 1 && !worker ? replicas : ""}})};
}

}  // namespace

std::optional<std::string> problem_of(const ServerPlan& plan) {
    if (plan.hosts.empty()) return "no host: clients must know how the server's machine is called";
    for (const std::string& each : plan.hosts)
        if (!is_host(each))
            return fmt::format("'{}' is neither a host name nor an IP address",
                               text::printable(each));
    if (plan.port < 1 || plan.port > kHighestPort)
        return fmt::format("port {}: expected 1 to {} (the ports {} and {} above it are used, too)",
                           plan.port, kHighestPort, kRoutePorts, kMonitorPorts);
    if (plan.servers == 1) return {};
    if (plan.servers != 3 && plan.servers != 5)
        return fmt::format("a cluster of {}: expected 3 or 5, so that most are left if one fails",
                           plan.servers);
    if (!all_here(plan) && std::ssize(plan.hosts) != plan.servers)
        return fmt::format(
            "a cluster of {} with {} host(s): expected one host for each server, or "
            "localhost for all",
            plan.servers, plan.hosts.size());
    return {};
}

std::vector<TextFile> configurations(const ServerPlan& plan, const Passwords& passwords) {
    std::vector<TextFile> files;
    for (int index = 0; index < plan.servers; ++index)
        files.push_back(server(plan, index, passwords));
    files.push_back(client(plan, "coordinator", passwords.coordinator));
    files.push_back(client(plan, "worker", passwords.worker));
    return files;
}

}  // namespace sparring::referee::broker
