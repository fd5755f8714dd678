// What `referee broker conf` writes, in a temporary folder, and connections to what it configures.
#pragma once

#include <fmt/format.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/broker/address.hpp"
#include "referee/cli/broker_conf.hpp"
#include "tests/catch.hpp"
#include "tests/referee/nats_server.hpp"

// A false alarm of GCC 12 where a coroutine's frame is made and freed in one function.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif

namespace sparring::test {

class TemporaryFolder {
  public:
    TemporaryFolder() {
        std::string pattern =
            (std::filesystem::temp_directory_path() / "sparring-conf-XXXXXX").string();
        REQUIRE(::mkdtemp(pattern.data()) != nullptr);
        path_ = pattern;
    }
    ~TemporaryFolder() {
        std::error_code error;
        std::filesystem::remove_all(path_, error);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    std::string file(const std::string& name) const { return (path_ / name).string(); }
    std::string text(const std::string& name) const {
        std::ifstream file{path_ / name};
        return {std::istreambuf_iterator<char>{file}, {}};
    }

  private:
    std::filesystem::path path_;
};

inline int write_conf(const std::string& folder, const std::vector<std::string>& options) {
    std::vector<std::string> words{folder};
    words.insert(words.end(), options.begin(), options.end());
    return referee::broker_conf(words);
}

inline referee::broker::Address address_in(const TemporaryFolder& folder, const std::string& name) {
    auto address = referee::broker::read_address(folder.file(name));
    if (!address) FAIL(address.error());
    return *std::move(address);
}

/// A connection and the loop that it is seen from.
class Client {
  public:
    explicit Client(const referee::broker::Address& address) {
        auto opened = referee::broker::Connection::open(context, address, "test");
        if (!opened) FAIL(opened.error());
        connection = *std::move(opened);
    }

    template <class T>
    T wait(boost::asio::awaitable<T> doing) {
        std::optional<T> done;
        boost::asio::co_spawn(
            context,
            [&]() -> boost::asio::awaitable<void> { done.emplace(co_await std::move(doing)); },
            [](std::exception_ptr error) {
                if (error) std::rethrow_exception(error);
            });
        while (!done) context.run_one_for(std::chrono::seconds{20});
        context.restart();
        return *std::move(done);
    }

    /// The answer's body, or "refused: " and why.
    std::string ask(const std::string& subject, const std::string& body = {}) {
        const auto answer =
            wait(connection->request(subject, body, std::chrono::milliseconds{20'000}));
        return answer ? answer->body : "refused: " + answer.error();
    }

    /// Sees what arrives meanwhile.
    void rest(std::chrono::milliseconds time) {
        boost::asio::steady_timer timer{context, time};
        timer.async_wait([](boost::system::error_code) {});
        context.run_for(time);
        context.restart();
    }

    boost::asio::io_context context;
    std::unique_ptr<referee::broker::Connection> connection;
};

/// Why it is not let in; empty if it is.
inline std::string refusal_of(const referee::broker::Address& address) {
    boost::asio::io_context context;
    const auto opened = referee::broker::Connection::open(context, address, "test");
    return opened ? "" : opened.error();
}

}  // namespace sparring::test
