// What the referee prints while it plays and at the end.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "referee/cli/configuration.hpp"
#include "referee/statistics/standings.hpp"

namespace sparring::referee {

class Console {
  public:
    Console(const Configuration& configuration, std::size_t games);

    /// `Finished game 12 (A vs B): 1-0 {reason}`; a fault is explained on standard error.
    void finished(const FinishedGame& game);
    void warning(const std::string& text);

    /// The score of two players, and all tables.
    void conclude();

    /// Nobody hears what it says.
    bool deaf() const { return deaf_; }
    bool faults() const { return faults_; }
    bool failed_starts() const { return failed_starts_; }

  private:
    void say(const std::string& text);
    void clear_live_line();
    void draw_live_line();

    const Configuration& configuration_;
    std::vector<std::string> names_;
    Standings standings_;
    std::size_t games_;
    std::size_t finished_ = 0;
    bool terminal_;       // standard output is one: colour
    bool live_terminal_;  // standard error is one: the live line, also while the output is piped
    bool live_ = false;   // a live line stands on the screen
    bool faults_ = false, failed_starts_ = false, deaf_ = false;
    std::chrono::steady_clock::time_point began_, drawn_{};
};

/// One line on standard error; never throws, whoever closed it.
void complain(const std::string& text);

/// `1-0`, `0-1`, `1/2-1/2`, `*`.
std::string_view result_text(Outcome outcome);

/// A game as the standings see it.
Score score_of(const GameResult& result);

}  // namespace sparring::referee
