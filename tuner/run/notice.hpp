// Lets coroutines of one loop wait until something has changed; then they look what it is.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

namespace sparring::tuner {

class Notice {
  public:
    explicit Notice(boost::asio::io_context& context);

    /// Until the next give(): one that nobody waited for is forgotten.
    boost::asio::awaitable<void> wait();

    /// To all who wait.
    void give() { timer_.cancel(); }

  private:
    boost::asio::steady_timer timer_;  // never expires
};

}  // namespace sparring::tuner
