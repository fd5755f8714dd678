#include "referee/dxp/link.hpp"

#include <fmt/format.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace sparring::referee {

namespace asio = boost::asio;
using asio::ip::tcp;
using namespace asio::experimental::awaitable_operators;
using namespace std::chrono_literals;

namespace {

constexpr auto kQuiet = asio::as_tuple(asio::use_awaitable);

}  // namespace

DxpLink::DxpLink(Socket socket) : socket_{std::move(socket)} {
    boost::system::error_code ignored;
    socket_.set_option(tcp::no_delay{true}, ignored);
    socket_.non_blocking(true, ignored);
}

asio::awaitable<Expected<std::shared_ptr<DxpLink>>> DxpLink::connect(std::string host,
                                                                     std::uint16_t port,
                                                                     Instant deadline) {
    const auto executor = co_await asio::this_coro::executor;
    tcp::resolver resolver{executor};
    asio::steady_timer timer{executor};
    std::string why = "no answer";
    do {
        auto [unknown, found] = co_await resolver.async_resolve(host, std::to_string(port), kQuiet);
        if (unknown) co_return Error{fmt::format("host '{}': {}", host, unknown.message())};
        tcp::socket socket{executor};
        timer.expires_at(deadline);
        auto result =
            co_await (asio::async_connect(socket, found, kQuiet) || timer.async_wait(kQuiet));
        if (result.index() == 1) break;
        const auto error = std::get<0>(std::get<0>(result));
        if (!error) co_return std::make_shared<DxpLink>(std::move(socket));
        why = error.message();
        timer.expires_after(50ms);
        co_await timer.async_wait(kQuiet);
    } while (std::chrono::steady_clock::now() < deadline);
    co_return Error{fmt::format("cannot connect to {}:{}: {}", host, port, why)};
}

asio::awaitable<Expected<std::shared_ptr<DxpLink>>> DxpLink::accept(tcp::acceptor& acceptor,
                                                                    Instant deadline) {
    asio::steady_timer timer{acceptor.get_executor(), deadline};
    auto result = co_await (acceptor.async_accept(kQuiet) || timer.async_wait(kQuiet));
    if (result.index() == 1) co_return Error{"nobody has connected"};
    auto& [error, socket] = std::get<0>(result);
    if (error) co_return Error{error.message()};
    co_return std::make_shared<DxpLink>(std::move(socket));
}

asio::awaitable<DxpLink::Heard> DxpLink::receive(std::optional<Instant> deadline) {
    using Kind = Heard::Kind;
    asio::steady_timer timer{socket_.get_executor(), deadline.value_or(Instant::max())};
    for (;;) {
        unread_.remove_prefix(reader_.feed(unread_));
        if (const auto text = reader_.take()) co_return Heard{Kind::message, dxp::parse(*text)};
        if (reader_.overflown()) co_return Heard{Kind::overflown};
        auto result = co_await (socket_.async_read_some(asio::buffer(buffer_), kQuiet) ||
                                timer.async_wait(kQuiet));
        if (result.index() == 1) co_return Heard{Kind::deadline};
        const auto& [error, size] = std::get<0>(result);
        if (error) co_return Heard{Kind::closed};
        unread_ = {buffer_.data(), size};
    }
}

bool DxpLink::send(const dxp::Message& message) {
    std::string text = dxp::to_text(message);
    if (text.empty()) return true;
    text += '\0';
    boost::system::error_code error;
    return socket_.write_some(asio::buffer(text), error) == text.size() && !error;
}

void DxpLink::close() {
    boost::system::error_code ignored;
    socket_.shutdown(tcp::socket::shutdown_both, ignored);
    socket_.close(ignored);
}

Expected<tcp::acceptor> dxp_acceptor(asio::any_io_executor executor, const std::string& host,
                                     std::uint16_t port) {
    boost::system::error_code error;
    const auto address = asio::ip::make_address(host == "localhost" ? "127.0.0.1" : host, error);
    if (error) return Error{fmt::format("'{}' is no address to listen at", host)};
    tcp::acceptor acceptor{executor};
    const tcp::endpoint endpoint{address, port};
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address{true}, error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(1, error);
    if (error) return Error{fmt::format("cannot listen at {}:{}: {}", host, port, error.message())};
    return acceptor;
}

}  // namespace sparring::referee
