#include "referee/play/notice.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace sparring::referee {

namespace asio = boost::asio;

asio::awaitable<void> waited(asio::steady_timer& timer) {
    boost::system::error_code cancelled;
    co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
}

asio::awaitable<void> rest(asio::steady_timer& timer, std::chrono::milliseconds time) {
    timer.expires_after(time);
    co_await waited(timer);
}

asio::awaitable<void> Notice::wait(Instant end) {
    // Several wait on one timer: none of them may set its end.
    asio::steady_timer own{timer_.get_executor(), end};
    if (end != Instant::max()) {
        own.async_wait([this](boost::system::error_code over) {
            if (!over) give();
        });
    }
    co_await waited(timer_);
}

}  // namespace sparring::referee
