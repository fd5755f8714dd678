// Somebody who watches the live page: a connection and what is still to be written to it.
#pragma once

#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <deque>
#include <memory>
#include <string>

namespace sparring::referee {

/// Texts are shared by all viewers. Used on the page's thread only.
class LiveViewer {
  public:
    using Text = std::shared_ptr<const std::string>;

    explicit LiveViewer(boost::beast::tcp_stream& stream)
        : stream_{stream}, wake_{stream.get_executor()} {}

    /// A beat's events. `moves` is left out if `lag` bytes or more are waiting; with more than
    /// `backlog` the connection is closed: a browser comes back by itself and begins with a
    /// snapshot.
    void offer(const Text& sure, const Text& moves, std::size_t lag, std::size_t backlog) {
        const bool late = waiting_ >= lag;
        if (sure) push(sure);
        if (moves && !late) push(moves);
        if (waiting_ > backlog) stream_.close();
    }

    void push(Text text) {
        waiting_ += text->size();
        queue_.push_back(std::move(text));
        wake_.cancel();
    }

    /// What is waiting is still written, then it is over.
    void end() {
        ended_ = true;
        wake_.cancel();
    }

    bool ended() const { return ended_; }
    bool idle() const { return queue_.empty(); }
    const std::string& next() const { return *queue_.front(); }  ///< precondition: not idle
    void pop() {
        waiting_ -= queue_.front()->size();
        queue_.pop_front();
    }
    boost::asio::steady_timer& wake() {
        return wake_;
    }  ///< cancelled when there is something to do

  private:
    boost::beast::tcp_stream& stream_;
    boost::asio::steady_timer wake_;
    std::deque<Text> queue_;
    std::size_t waiting_ = 0;
    bool ended_ = false;
};

}  // namespace sparring::referee
