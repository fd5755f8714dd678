// One engine under examination: the session with it, what it is to be judged by, and what it has
// said so far. Steps are rows of a table; a dialect brings its own.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/games/catalogue.hpp"
#include "protocol/option.hpp"
#include "referee/check/session.hpp"
#include "referee/check/survey.hpp"
#include "referee/check/verdict.hpp"
#include "referee/play/player.hpp"

namespace sparring::referee::check {

/// A position to ask about: the whole `position` command without line end, and the same by our
/// rules.
struct Situation {
    std::string command;
    std::shared_ptr<const games::Position> position;
};

/// One `go` and what came of it.
struct Search {
    Situation at;
    std::string go;                  ///< the whole line
    std::vector<std::string> came;   ///< up to `bestmove`
    std::vector<std::string> after;  ///< from there up to `readyok`
    std::string move;                ///< as the engine wrote it
    Duration elapsed{};
};

struct Plan {
    EngineSettings engine;  ///< its program has been looked for; margin, stall, startup, ping count
    games::Choice game;
    bool rules = true;  ///< false for a game that only the engines know
    bool fast = false;  ///< fewer games
    std::uint64_t seed = 1;

    /// How many of what takes long.
    int times(int full, int with_fast) const { return fast ? with_fast : full; }
};

class Examination;

struct Step {
    enum Needs : unsigned {
        nothing = 0,
        running = 1,    ///< an engine that has been greeted
        rules = 2,      ///< our rules of the game
        essential = 4,  ///< whoever fails here is not asked further
    };

    std::string_view name;
    unsigned needs = running;
    boost::asio::awaitable<Verdict> (*run)(Examination&, std::string_view detail) = nullptr;
    std::string_view detail{};  ///< handed to `run`
};

/// How a dialect greets: starts nothing, says hello to a process that has just been started, sets
/// variant and options. A failure, or nothing.
using Greeting = boost::asio::awaitable<std::optional<Verdict>> (*)(Examination&);

struct Summary {
    int passed = 0, failed = 0, skipped = 0;
    bool started = true;         ///< every essential step was passed
    bool misconfigured = false;  ///< an option of the user's was refused
    bool interrupted = false;
};

class Examination {
  public:
    Examination(ProcessTable& table, Plan examined, Greeting greeting)
        : plan{std::move(examined)}, session{table, plan.engine.command}, greeting_{greeting} {}
    Examination(const Examination&) = delete;
    Examination& operator=(const Examination&) = delete;

    boost::asio::awaitable<Summary> run(std::span<const Step> steps,
                                        const std::function<void(const Judged&)>& tell);

    /// A new process, greeted.
    boost::asio::awaitable<std::optional<Verdict>> restart();

    void interrupt();

    const Plan plan;
    Session session;

    // What the engine has said.
    std::vector<Option> options;
    std::vector<std::string> hello;  ///< all lines up to `ugiok`
    std::string id_name, id_author;
    std::vector<Search> searches;
    std::string known_move;  ///< a move from the start, of an engine whose game we do not know
    std::optional<Survey> survey;
    bool misconfigured = false;

  private:
    boost::asio::awaitable<Verdict> judge(const Step& step);

    Greeting greeting_;
    std::optional<std::string> lost_;  // the essential step that was failed
    bool interrupted_ = false;
};

}  // namespace sparring::referee::check
