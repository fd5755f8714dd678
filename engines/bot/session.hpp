// A conversation with a host in one dialect: an object for as long as the engine runs. What the
// words mean is in protocol/<dialect>; a session joins them with the brain.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engines/bot/brain.hpp"
#include "protocol/dialect.hpp"

namespace sparring::bot {

class Bot;

class Session {
  public:
    explicit Session(Bot& bot) : bot_{bot} {}
    virtual ~Session() = default;
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// How moves are written to this host.
    virtual Dialect dialect() const = 0;

    /// Before the first line.
    virtual void open() {}

    /// A line, while nothing is being searched. False ends the engine.
    virtual bool handle(std::string_view line) = 0;

    /// A line that comes during a search: dealt with, to be kept until the search has ended, or the
    /// end of the engine.
    enum class Meanwhile { done, later, quit };
    virtual Meanwhile meanwhile(std::string_view line) = 0;

    /// On the search's own thread, at once: after each iteration, and with the result. A search
    /// without limits holds its result back until it is stopped.
    virtual void progress(const ugi::Info&) {}
    virtual void answer(const Found&) {}

    /// The same result on the thread that handles lines, when the search has ended; here the game
    /// may go on and a new search begin. False ends the engine.
    virtual bool conclude(const Found&) { return true; }

  protected:
    Bot& bot() { return bot_; }
    Brain& brain();
    void say(std::string_view line);  ///< one line, or several, in one write

  private:
    Bot& bot_;
};

std::unique_ptr<Session> ugi_session(Bot& bot);
std::unique_ptr<Session> uci_session(Bot& bot);
std::unique_ptr<Session> hub_session(Bot& bot);
std::unique_ptr<Session> gtp_session(Bot& bot);
std::unique_ptr<Session> nboard_session(Bot& bot);
std::unique_ptr<Session> cs2_session(Bot& bot);
std::unique_ptr<Session> sau_session(Bot& bot);
std::unique_ptr<Session> botzone_session(Bot& bot);

std::unique_ptr<Session> make_session(Dialect dialect, Bot& bot);

}  // namespace sparring::bot
