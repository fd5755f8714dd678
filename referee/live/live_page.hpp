// The live page: a small web server that shows a run while it goes on (docs/live-page.md). It has a
// thread of its own behind a queue, so that no viewer can ever touch a game's clock, and it only
// ever answers.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/expected.hpp"

namespace sparring::referee {

struct LiveSettings {
    std::string host = "127.0.0.1";                 ///< an address, or a name that has one
    std::uint16_t port = 0;                         ///< 0: any free one
    std::size_t viewers = 256;                      ///< at a time; more are told to come back
    std::chrono::milliseconds beat{50};             ///< events go out together, so often
    std::chrono::milliseconds head_limit{5'000};    ///< for a request to arrive whole
    std::chrono::milliseconds write_limit{30'000};  ///< for one answer, or one beat, to be taken
    std::chrono::milliseconds keep_alive{15'000};   ///< a comment to a viewer if nothing happened
    std::size_t lag = 256 << 10;    ///< bytes from which a viewer goes without single moves
    std::size_t backlog = 4 << 20;  ///< bytes from which it is dropped
};

/// `[HOST:]PORT`: `8080`, `0.0.0.0:8080`, `[::1]:8080`, `localhost:0`. Without a host: loopback.
Expected<LiveSettings> parse_web_address(std::string_view text);

class LivePage {
  public:
    /// A finished game in the form of the report's games; nothing if it is not known. May be empty:
    /// then the games that ended last can be looked at all the same. Called on the page's thread.
    using GameLookup = std::function<std::optional<std::string>(int game)>;
    /// What whoever runs the page should know. Called on the page's thread.
    using Log = std::function<void(const std::string& text)>;

    /// Listens from now on. Error: the address is unknown or taken.
    static Expected<std::unique_ptr<LivePage>> open(const LiveSettings& settings, GameLookup lookup,
                                                    Log log);

    /// Viewers get what was published, as far as they take it at once.
    ~LivePage();
    LivePage(const LivePage&) = delete;
    LivePage& operator=(const LivePage&) = delete;

    std::uint16_t port() const;
    std::string url() const;

    /// One event as JSON. From any thread; does nothing but put it into a queue.
    void publish(std::string event);

    std::size_t viewers() const;

  private:
    class Server;
    explicit LivePage(std::unique_ptr<Server> server);
    std::unique_ptr<Server> server_;
};

}  // namespace sparring::referee
