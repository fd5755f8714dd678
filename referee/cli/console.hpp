// What the referee prints while it plays and at the end.
#pragma once

#include <chrono>
#include <string>

#include "referee/cli/configuration.hpp"
#include "referee/play/observer.hpp"
#include "referee/statistics/scoreboard.hpp"

namespace sparring::referee {

class Console {
  public:
    /// `games` of the whole schedule, `done` of them in earlier runs.
    Console(const Configuration& configuration, const Scoreboard& board, std::size_t games,
            std::size_t done);

    /// `Finished game 12 (A vs B): 1-0 {reason}`; a fault is explained on standard error. The
    /// scoreboard has the game already.
    void finished(const FinishedGame& game);
    void warning(const std::string& text);

    /// The score of two players, and all tables.
    void conclude();

    /// Nobody hears what it says.
    bool deaf() const { return deaf_; }

  private:
    void say(const std::string& text);
    void clear_live_line();
    void draw_live_line();
    void show_standings();
    const std::string& name(int player) const;

    const Configuration& configuration_;
    const Scoreboard& board_;
    std::size_t games_, finished_, done_;
    bool terminal_;       // standard output is one: colour
    bool live_terminal_;  // standard error is one: the live line, also while the output is piped
    bool live_ = false;   // a live line stands on the screen
    bool deaf_ = false;
    std::chrono::steady_clock::time_point began_, drawn_{};
};

/// One line on standard error; never throws, whoever closed it.
void complain(const std::string& text);

}  // namespace sparring::referee
