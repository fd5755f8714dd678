#include "tuner/run/notice.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace sparring::tuner {

namespace asio = boost::asio;

Notice::Notice(asio::io_context& context)
    : timer_{context, std::chrono::steady_clock::time_point::max()} {}

asio::awaitable<void> Notice::wait() {
    boost::system::error_code cancelled;
    co_await timer_.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
}

}  // namespace sparring::tuner
