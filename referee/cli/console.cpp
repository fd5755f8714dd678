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

std::string_view result_text(Outcome outcome) {
    switch (outcome) {
        case Outcome::first_wins:
            return "1-0";
        case Outcome::second_wins:
            return "0-1";
        case Outcome::draw:
            return "1/2-1/2";
        case Outcome::none:
            break;
    }
    return "*";
}

Score score_of(const GameResult& result) {
    Score score{result.outcome, result.reason, result.offender, {}};
    for (const PlyRecord& ply : result.plies) {
        Effort& effort = score.efforts[static_cast<std::size_t>(ply.side)];
        ++effort.moves;
        effort.time += ply.elapsed;
        effort.slowest = std::max(effort.slowest, ply.elapsed);
        if (ply.report.depth) {
            effort.depths += *ply.report.depth;
            ++effort.with_depth;
        }
    }
    return score;
}

Console::Console(const Configuration& configuration, std::size_t games)
    : configuration_{configuration},
      standings_{configuration.schedule.players, in_pairs(configuration.schedule)},
      games_{games},
      terminal_{::isatty(STDOUT_FILENO) == 1},
      live_terminal_{::isatty(STDERR_FILENO) == 1},
      began_{steady_clock::now()} {
    for (const EngineSettings& engine : configuration.match.engines) names_.push_back(engine.name);
}

void Console::say(const std::string& text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() ||
        std::fflush(stdout) != 0) {
        deaf_ = true;
    }
}

void Console::finished(const FinishedGame& game) {
    const ScheduledGame& scheduled = game.scheduled;
    const GameResult& result = game.result;
    const std::string& first = names_[static_cast<std::size_t>(scheduled.first)];
    const std::string& second = names_[static_cast<std::size_t>(scheduled.second)];
    standings_.add(scheduled, score_of(result));
    ++finished_;

    clear_live_line();
    say(fmt::format("Finished game {} ({} vs {}): {} {{{}}}\n", scheduled.number, first, second,
                    result_text(result.outcome), word(result.reason)));
    const int interval = configuration_.rating_interval;
    if (interval > 0 && finished_ % static_cast<std::size_t>(interval) == 0 && names_.size() == 2) {
        say(score_line(standings_, names_) + "\n");
    }
    if (is_fault(result.reason)) {
        faults_ = true;
        failed_starts_ = failed_starts_ || result.reason == Reason::no_start;
        complain(fmt::format("game {}: {} {}: {}", scheduled.number,
                             result.offender == Side::first ? first : second, word(result.reason),
                             result.detail));
    }
    draw_live_line();
}

void Console::warning(const std::string& text) {
    clear_live_line();
    complain(text);
}

void Console::clear_live_line() {
    if (!live_) return;
    std::fputs("\r\x1b[K", stderr);
    live_ = false;
}

void Console::draw_live_line() {
    constexpr std::chrono::milliseconds often{100};
    const auto now = steady_clock::now();
    if (!live_terminal_ || now - drawn_ < often) return;
    drawn_ = now;
    const double seconds = std::chrono::duration<double>(now - began_).count();
    const double rate = static_cast<double>(finished_) / std::max(seconds, 1e-3);
    std::string line = fmt::format("{} of {} games, {:.1f}/s, {:.0f} s left", finished_, games_,
                                   rate, static_cast<double>(games_ - finished_) / rate);
    if (names_.size() == 2) line += "; " + score_line(standings_, names_);
    std::fputs(("\r\x1b[K" + fitted(line, 79)).c_str(), stderr);
    live_ = true;
}

void Console::conclude() {
    clear_live_line();
    if (names_.size() == 2 && finished_ > 0) say(score_line(standings_, names_) + "\n");
    const std::string tables = standings_text(standings_, names_, terminal_);
    if (!tables.empty()) say("\n" + tables);
}

}  // namespace sparring::referee
