#include "referee/queue/broker_queue.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <boost/asio/co_spawn.hpp>
#include <optional>

namespace sparring::referee {

namespace asio = boost::asio;

namespace {

struct Owned {
    std::unique_ptr<broker::Connection> connection;
    std::unique_ptr<NatsQueue> queue;  // goes before the connection
};

}  // namespace

Expected<std::shared_ptr<JobQueue>> open_broker_queue(asio::io_context& context,
                                                      const broker::Address& address,
                                                      NatsQueueSettings settings) {
    using Change = broker::Connection::Change;
    const auto warn = settings.on_warning;
    auto connection = broker::Connection::open(
        context, address, connection_name("coordinator"),
        [warn](Change change, const std::string& why) {
            if (!warn || change == Change::closed) return;
            warn(change == Change::lost ? fmt::format("the broker is lost{}{}; waiting for it",
                                                      why.empty() ? "" : ": ", why)
                                        : "the broker is there again");
        });
    if (!connection) return Error{connection.error()};
    std::optional<Expected<std::unique_ptr<NatsQueue>>> opened;
    std::exception_ptr failure;
    asio::co_spawn(
        context,
        [&]() -> asio::awaitable<void> {
            opened = co_await NatsQueue::open(**connection, std::move(settings));
        },
        [&failure](std::exception_ptr error) { failure = error; });
    while (!opened && !failure && context.run_one() > 0) {
    }
    context.restart();
    if (failure) std::rethrow_exception(failure);
    if (!opened) return Error{"the broker does not answer"};
    if (!*opened) return Error{opened->error()};
    auto owned = std::make_shared<Owned>();
    owned->connection = *std::move(connection);
    owned->queue = *std::move(*opened);
    return std::shared_ptr<JobQueue>{owned, owned->queue.get()};
}

std::string connection_name(const std::string& program) {
    std::array<char, 256> host{};
    ::gethostname(host.data(), host.size() - 1);
    return fmt::format("{}@{}.{}", program, host.data(), ::getpid());
}

}  // namespace sparring::referee
