// A TCP connection that carries DXP's messages: bounded in time and size, the other side is never
// trusted. Everything happens on the thread of its io_context.
#pragma once

#include <array>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "protocol/dxp.hpp"
#include "protocol/expected.hpp"

namespace sparring::referee {

class DxpLink {
  public:
    using Instant = std::chrono::steady_clock::time_point;
    using Socket = boost::asio::ip::tcp::socket;

    explicit DxpLink(Socket socket);

    /// Tries again until the deadline, for a program that is just being started.
    static boost::asio::awaitable<Expected<std::shared_ptr<DxpLink>>> connect(std::string host,
                                                                              std::uint16_t port,
                                                                              Instant deadline);

    /// Takes one connection.
    static boost::asio::awaitable<Expected<std::shared_ptr<DxpLink>>> accept(
        boost::asio::ip::tcp::acceptor& acceptor, Instant deadline);

    /// What came, or why nothing will: Kind::deadline leaves the link usable.
    struct Heard {
        enum class Kind { message, deadline, closed, overflown } kind = Kind::closed;
        dxp::Message message = dxp::Chat{};
    };
    boost::asio::awaitable<Heard> receive(std::optional<Instant> deadline);

    /// Never waits: a side that does not read what is at most some hundred bytes is gone.
    bool send(const dxp::Message& message);

    void close();

  private:
    Socket socket_;
    dxp::Reader reader_;
    std::array<char, 512> buffer_{};
    std::string_view unread_;  // of the buffer
};

/// Listens at an address, port 0 = a free one. `localhost` and numbers will do.
Expected<boost::asio::ip::tcp::acceptor> dxp_acceptor(boost::asio::any_io_executor executor,
                                                      const std::string& host, std::uint16_t port);

}  // namespace sparring::referee
