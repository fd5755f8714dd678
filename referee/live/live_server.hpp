// The live page's server: everything here runs on its thread but publish().
#pragma once

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/span_body.hpp>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "referee/live/live_page.hpp"
#include "referee/live/live_request.hpp"
#include "referee/live/live_state.hpp"
#include "referee/live/live_viewer.hpp"

namespace sparring::referee {

class LivePage::Server {
  public:
    Server(LiveSettings settings, GameLookup lookup, Log log);
    ~Server();

    /// Error text, or nothing.
    std::optional<std::string> listen();
    void publish(std::string event);
    boost::asio::ip::tcp::endpoint endpoint() const { return endpoint_; }
    std::size_t viewer_count() const { return viewer_count_; }

  private:
    using Stream = boost::beast::tcp_stream;
    using Text = std::shared_ptr<const std::string>;
    using Response = boost::beast::http::response<boost::beast::http::span_body<const char>>;

    boost::asio::awaitable<void> accept();
    boost::asio::awaitable<void> attend(Stream stream);
    boost::asio::awaitable<void> converse(Stream& stream);
    boost::asio::awaitable<bool> answer(Stream& stream, const LiveHead& head, bool has_body);
    boost::asio::awaitable<bool> send(Stream& stream, Response response, bool head);
    boost::asio::awaitable<bool> refuse(Stream& stream, const LiveRefusal& refusal, bool head);
    boost::asio::awaitable<void> show_events(Stream& stream, bool head);
    boost::asio::awaitable<void> drain(Stream& stream);
    Text game_record(int game);

    void begin_beat();
    void take();
    void send_batch();
    Text snapshot();
    void close();

    const LiveSettings settings_;
    const GameLookup lookup_;
    const Log log_;

    std::mutex mutex_;
    std::vector<std::string> inbox_;  // guarded by mutex_

    boost::asio::io_context context_{1};
    boost::asio::ip::tcp::acceptor acceptor_{context_};
    boost::asio::ip::tcp::endpoint endpoint_;
    boost::asio::steady_timer beat_{context_};
    boost::asio::steady_timer pause_{context_};  // before accepting again after a failure
    boost::asio::steady_timer last_call_{context_};
    LiveState state_;
    LiveBatch batch_;
    Text snapshot_;                    // null if something has happened since
    std::map<Stream*, bool> streams_;  // true: between two requests
    std::set<LiveViewer*> viewers_;
    std::atomic<std::size_t> viewer_count_ = 0;
    bool beating_ = false, closing_ = false;
    std::thread thread_;
};

}  // namespace sparring::referee
