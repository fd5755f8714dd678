// A nats-server with JetStream of the test's own: a free port of this machine, a store in a
// temporary folder. It can be killed and started again on what is left.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <initializer_list>
#include <string>

#include "referee/broker/connection.hpp"

namespace sparring::test {

class NatsServer {
  public:
    /// Whether there is a server to be started; a test without one is skipped with a reason.
    static bool installed();

    /// `more` is added to its configuration.
    explicit NatsServer(const std::string& more = {});

    /// With a configuration of the caller's: `file` in `folder`, which stays; clients' port `port`.
    NatsServer(std::filesystem::path folder, std::string file, int port);
    ~NatsServer();
    NatsServer(const NatsServer&) = delete;
    NatsServer& operator=(const NatsServer&) = delete;

    void kill();   ///< SIGKILL
    void start();  ///< after kill(): on the same port and store; waits until it answers

    const std::string& url() const { return url_; }
    referee::broker::Address address() const;
    std::string log() const;

    /// A port that nobody uses now; so are those this much above it.
    static int free_port(std::initializer_list<int> above = {});

  private:
    std::filesystem::path folder_;
    std::string file_ = "server.conf", url_;
    bool own_folder_ = true;
    int port_ = 0;
    pid_t process_ = -1;
};

}  // namespace sparring::test
