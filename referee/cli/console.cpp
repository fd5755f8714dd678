#include "referee/cli/console.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "referee/view/standings_text.hpp"
#include "referee/view/table.hpp"

namespace sparring::referee {

using std::chrono::steady_clock;

void complain(const std::string& text) {
    const std::string line = "referee: " + text + "\n";
    std::fwrite(line.data(), 1, line.size(), stderr);
}

Console::Console(const Configuration& configuration, const Scoreboard& board, std::size_t games,
                 std::size_t done)
    : configuration_{configuration},
      board_{board},
      games_{games},
      finished_{done},
      done_{done},
      terminal_{::isatty(STDOUT_FILENO) == 1},
      live_terminal_{::isatty(STDERR_FILENO) == 1},
      began_{steady_clock::now()} {}

const std::string& Console::name(int player) const {
    return board_.names()[static_cast<std::size_t>(player)];
}

void Console::say(const std::string& text) {
    if (configuration_.quiet) return;
    // Events may go to standard output; then people read standard error.
    std::FILE* stream = configuration_.json == "-" ? stderr : stdout;
    if (std::fwrite(text.data(), 1, text.size(), stream) != text.size() ||
        std::fflush(stream) != 0) {
        deaf_ = true;
    }
}

void Console::finished(const FinishedGame& game) {
    const ScheduledGame& scheduled = game.scheduled;
    const GameResult& result = game.result;
    ++finished_;
    clear_live_line();
    say(fmt::format("Finished game {} ({} vs {}): {} {{{}}}\n", scheduled.number,
                    name(scheduled.first), name(scheduled.second), to_text(result.outcome),
                    word(result.reason)));
    const int interval = configuration_.rating_interval;
    if (interval > 0 && finished_ % static_cast<std::size_t>(interval) == 0) show_standings();
    if (is_fault(result.reason) && !configuration_.quiet) {
        complain(
            fmt::format("game {}: {} {}: {}", scheduled.number,
                        name(result.offender == Side::first ? scheduled.first : scheduled.second),
                        word(result.reason), result.detail));
    }
    draw_live_line();
}

void Console::show_standings() {
    if (board_.names().size() == 2) {
        say(score_line(board_.standings(), board_.names()) + "\n");
    } else {
        say("\n" + ranking_text(board_, terminal_) + "\n");
    }
}

void Console::warning(const std::string& text) {
    clear_live_line();
    if (!configuration_.quiet) complain(text);
}

void Console::clear_live_line() {
    if (!live_) return;
    std::fputs("\r\x1b[K", stderr);
    live_ = false;
}

namespace {

/// `[######......]`
std::string bar(std::size_t done, std::size_t all) {
    constexpr std::size_t width = 20;
    const std::size_t full = all == 0 ? 0 : std::min(done * width / all, width);
    return fmt::format("[{:#>{}}{:.>{}}]", "", full, "", width - full);
}

/// `42 s`, `12 min`, `3 h 20 min`
std::string span_of_time(double seconds) {
    if (seconds < 100) return fmt::format("{:.0f} s", seconds);
    const auto minutes = static_cast<long>(seconds / 60 + 0.5);
    if (minutes < 100) return fmt::format("{} min", minutes);
    return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

}  // namespace

void Console::draw_live_line() {
    constexpr std::chrono::milliseconds often{100};
    const auto now = steady_clock::now();
    if (!live_terminal_ || now - drawn_ < often) return;
    drawn_ = now;
    const double seconds = std::chrono::duration<double>(now - began_).count();
    const double rate = static_cast<double>(finished_ - done_) / std::max(seconds, 1e-3);
    std::string line = fmt::format(
        "{} {} of {}{} games, {:.1f}/s, {} left", bar(finished_, games_), finished_,
        configuration_.schedule.tournament == Tournament::knockout ? "at most " : "", games_, rate,
        span_of_time(static_cast<double>(games_ - std::min(finished_, games_)) / rate));
    if (board_.names().size() == 2) line += "; " + score_line(board_.standings(), board_.names());
    std::fputs(("\r\x1b[K" + fitted(line, 79)).c_str(), stderr);
    live_ = true;
}

void Console::conclude() {
    clear_live_line();
    if (board_.names().size() == 2 && finished_ > 0)
        say(score_line(board_.standings(), board_.names()) + "\n");
    const std::string tables = standings_text(board_, terminal_);
    if (!tables.empty()) say("\n" + tables);
}

}  // namespace sparring::referee
