#include "tests/referee/nats_server.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <thread>

#include "tests/catch.hpp"

extern char** environ;

namespace sparring::test {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

constexpr const char* kPrograms[] = {"/usr/sbin/nats-server", "/usr/bin/nats-server",
                                     "/usr/local/bin/nats-server"};

const char* program() {
    for (const char* each : kPrograms)
        if (::access(each, X_OK) == 0) return each;
    return nullptr;
}

sockaddr_in here(int port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    return address;
}

/// The port, or the one that the system chose for 0; 0 if it is in use.
int bindable(int port) {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = here(port);
    socklen_t size = sizeof address;
    const bool bound = ::bind(socket, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
                       ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) == 0;
    ::close(socket);
    return bound ? ntohs(address.sin_port) : 0;
}

bool answers(int port) {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = here(port);
    const bool there =
        ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    char greeting = 0;
    const bool greeted = there && ::recv(socket, &greeting, 1, 0) == 1;
    ::close(socket);
    return greeted;
}

}  // namespace

bool NatsServer::installed() {
    return program() != nullptr;
}

int NatsServer::free_port(std::initializer_list<int> above) {
    for (int tries = 0; tries < 1000; ++tries) {
        const int port = bindable(0);
        if (port != 0 && std::ranges::all_of(above, [port](int distance) {
                return port + distance <= 65'535 && bindable(port + distance) != 0;
            }))
            return port;
    }
    FAIL("no free port");
    return 0;
}

NatsServer::NatsServer(fs::path folder, std::string file, int port)
    : folder_{std::move(folder)},
      file_{std::move(file)},
      url_{fmt::format("nats://127.0.0.1:{}", port)},
      own_folder_{false},
      port_{port} {
    start();
}

NatsServer::NatsServer(const std::string& more) : port_{free_port()} {
    std::string pattern = (fs::temp_directory_path() / "sparring-nats-XXXXXX").string();
    REQUIRE(::mkdtemp(pattern.data()) != nullptr);
    folder_ = pattern;
    url_ = fmt::format("nats://127.0.0.1:{}", port_);
    std::ofstream{folder_ / "server.conf"}
        << fmt::format("listen: \"127.0.0.1:{}\"\njetstream {{ store_dir: \"{}\" }}\n{}\n", port_,
                       (folder_ / "store").string(), more);
    start();
}

NatsServer::~NatsServer() {
    kill();
    std::error_code error;
    if (own_folder_) fs::remove_all(folder_, error);
}

referee::broker::Address NatsServer::address() const {
    referee::broker::Address address;
    address.urls.push_back(url_);
    return address;
}

std::string NatsServer::log() const {
    std::ifstream file{folder_ / (file_ + ".log")};
    return {std::istreambuf_iterator<char>{file}, {}};
}

void NatsServer::kill() {
    if (process_ <= 0) return;
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
    process_ = -1;
}

void NatsServer::start() {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    const std::string log = (folder_ / (file_ + ".log")).string();
    posix_spawn_file_actions_addchdir_np(&actions, folder_.c_str());
    posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    std::string name = "nats-server", option = "-c", file = file_;
    char* arguments[] = {name.data(), option.data(), file.data(), nullptr};
    const int failed = ::posix_spawn(&process_, program(), &actions, nullptr, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    REQUIRE(failed == 0);
    const auto end = std::chrono::steady_clock::now() + 60s;
    while (!answers(port_) && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(5ms);
    REQUIRE(answers(port_));
}

}  // namespace sparring::test
