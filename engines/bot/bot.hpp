// The loop that every engine runs: reads lines, finds out which dialect the host speaks, lets a
// session answer, and holds the thread of the search. It is the only place in an engine with
// threads besides the search's own.
//
// Lines are handled in order. During a search the session says which act at once; all others wait
// for its end.
#pragma once

#include <atomic>
#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "engines/bot/brain.hpp"
#include "engines/bot/lines.hpp"
#include "engines/bot/manner.hpp"
#include "engines/bot/own_time.hpp"
#include "engines/bot/session.hpp"

namespace sparring::bot {

class Bot {
  public:
    /// Options that `manner` sets have been accepted by the brain before.
    Bot(LineReader& input, Output& output, Brain& brain, Manner manner);
    ~Bot();

    /// Until the host says goodbye or the input ends.
    void run();

    // ---- for sessions ----

    Brain& brain() { return brain_; }
    Output& output() { return output_; }
    const Manner& manner() const { return manner_; }
    OwnTime& own_time() { return own_time_; }

    /// Precondition: nothing is being searched. The session hears of it through progress(),
    /// answer() and conclude().
    void think(const Limits& limits);
    bool thinking() const { return thinking_; }
    /// The search ends soon, with its result.
    void stop_thinking();

  private:
    bool handle(const std::string& line);
    bool take(std::string line);
    bool take_waiting();
    bool conclude();
    void join();
    void open(Dialect dialect);
    void recognise(const std::string& line);

    LineReader& input_;
    Output& output_;
    Brain& brain_;
    Manner manner_;
    OwnTime own_time_;
    std::unique_ptr<Session> session_;
    bool first_line_ = true;
    std::deque<std::string> waiting_;  // lines that came during the search

    std::thread thread_;
    Found found_;            // the search thread's until it has been joined
    bool thinking_ = false;  // a search thread exists; the reading thread's own flag
    std::chrono::steady_clock::time_point began_{};
    std::atomic<bool> search_done_{false}, stop_requested_{false};
};

}  // namespace sparring::bot
