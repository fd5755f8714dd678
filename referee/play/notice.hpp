// Waiting in coroutines of one loop: for a timer, or until something has changed.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>

namespace sparring::referee {

/// Until the timer expires or is cancelled.
boost::asio::awaitable<void> waited(boost::asio::steady_timer& timer);

/// The same, from now on for so long.
boost::asio::awaitable<void> rest(boost::asio::steady_timer& timer, std::chrono::milliseconds time);

/// Something has changed; those who wait look what it is.
class Notice {
  public:
    using Instant = std::chrono::steady_clock::time_point;

    explicit Notice(boost::asio::io_context& context) : timer_{context, Instant::max()} {}

    /// Until the next give(), or until `end`: one that nobody waited for is forgotten. Some may be
    /// woken for nothing.
    boost::asio::awaitable<void> wait(Instant end = Instant::max());

    /// To all who wait.
    void give() { timer_.cancel(); }

  private:
    boost::asio::steady_timer timer_;  // never expires
};

}  // namespace sparring::referee
