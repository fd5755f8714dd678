#include <fmt/format.h>

#include <algorithm>

#include "protocol/text.hpp"
#include "referee/archive/utc.hpp"
#include "referee/league/pages.hpp"
#include "referee/league/submission.hpp"
#include "referee/statistics/elo.hpp"
#include "referee/view/table.hpp"

namespace sparring::referee::league {
namespace {

constexpr std::size_t kFaultsShown = 5, kTrafficLines = 12, kErrorsShown = 30, kWidth = 160;

std::string fact(std::string_view name, const std::string& text) {
    return fmt::format("{:<12}{}\n", name, text);
}

std::string local_text(const std::string& utc) {
    const auto time = local_time(utc);
    if (!time) return utc;
    return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}", time->tm_year + 1900, time->tm_mon + 1,
                       time->tm_mday, time->tm_hour, time->tm_min);
}

std::string result_word(Outcome outcome, Side side) {
    if (outcome == Outcome::none) return "void";
    if (outcome == Outcome::draw) return "draw";
    return outcome == win_of(side) ? "won" : "lost";
}

/// His games of the last night.
std::string games_text(const Night& night, const std::string& player) {
    Table table;
    table.column("game");
    table.column("you", Table::Align::left);
    table.column("opponent", Table::Align::left);
    table.column("result", Table::Align::left);
    table.column("plies");
    table.column("ended by", Table::Align::left);
    std::string pages;
    for (std::size_t i = 0; i < night.games.size(); ++i) {
        const PlayedGame& game = night.games[i];
        const std::string& first = night.players[static_cast<std::size_t>(game.first)];
        const std::string& second = night.players[static_cast<std::size_t>(game.second)];
        if (player != first && player != second) continue;
        const Side side = player == first ? Side::first : Side::second;
        std::string why = game.reason;
        if (game.offender) why += *game.offender == side ? " (yours)" : " (theirs)";
        table.row({fmt::format("{}", game.number), side == Side::first ? "first" : "second",
                   side == Side::first ? second : first, result_word(game.outcome, side),
                   fmt::format("{}", game.plies), why});
        const std::string link = replay_link(night, i);
        const std::string page = link.substr(0, link.find('#'));
        if (pages.find(page) == pages.npos)
            pages += fmt::format("{}results/{}", pages.empty() ? "" : ", ", page);
    }
    return fmt::format("{}\nOn a board: {} (#game-N behind the address opens game N)\n",
                       table.text(false, 100), pages);
}

/// What it lost games by, with what was said last.
std::string faults_text(const Night& night, const std::string& player, const Traces& traces) {
    std::string text;
    std::size_t shown = 0, faults = 0;
    for (const PlayedGame& game : night.games) {
        if (!game.offender) continue;
        const int offender = *game.offender == Side::first ? game.first : game.second;
        if (night.players[static_cast<std::size_t>(offender)] != player) continue;
        if (++faults > kFaultsShown) continue;
        text += fmt::format("\ngame {}: {}: {}\n", game.number, game.reason,
                            text::printable(game.detail, 400));
        const auto trace = std::find_if(traces.faults.begin(), traces.faults.end(),
                                        [&](const auto& each) { return each.game == game.number; });
        if (trace != traces.faults.end()) {
            if (shown++ == 0) text += "    (seconds since its process began; < to it, > from it)\n";
            text += last_lines(trace->traffic, kTrafficLines);
        }
    }
    if (faults > kFaultsShown) text += fmt::format("\nand {} more\n", faults - kFaultsShown);
    return text;
}

std::string rating_text(const Standing& standing) {
    const CarriedRating& rating = standing.rating;
    if (standing.player.empty() || !rating.rated) return "none yet";
    return fmt::format(
        "{} +/- {:.0f} as {}, over {} games{}", signed_text(rating.elo, 0), rating.error,
        standing.player, rating.games,
        standing.change ? fmt::format("; change {}", signed_text(*standing.change, 0)) : "");
}

std::string check_text(const Entry& entry) {
    if (!entry.version || !entry.version->verdict) return "";
    const Verdict& verdict = *entry.version->verdict;
    return fact("Check", fmt::format("{}: {} ({})", verdict.passed ? "passed" : "FAILED",
                                     verdict.summary, local_text(verdict.time)));
}

}  // namespace

std::string last_lines(std::string_view text, std::size_t most) {
    std::vector<std::string_view> lines;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find('\n', at), text.size());
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    std::string shown;
    for (std::size_t i = lines.size() - std::min(most, lines.size()); i < lines.size(); ++i) {
        std::string line{lines[i]};
        std::replace(line.begin(), line.end(), '\t', ' ');
        shown += "    " + text::printable(line, kWidth) + "\n";
    }
    return shown;
}

std::string submitter_log(const League& league, const Terms& terms, const Entry& entry,
                          const Traces& traces, const std::string& now) {
    std::string text = fmt::format("{} in {}, {}\n\n", entry.name, terms.title, now);
    text += fact("Game", fmt::format("{}, {}, {}", terms.game, terms.form, terms.each));
    text += fact("Submission", entry.version ? fmt::format("version {}, here since {}, SHA-256 {}",
                                                           entry.version->number,
                                                           local_text(entry.version->since),
                                                           entry.version->digest.substr(0, 16))
                                             : "not taken");
    text += check_text(entry);
    text += fact("Plays", entry.left_out.empty() ? "yes" : "NO: " + entry.left_out);
    const auto standing =
        std::find_if(league.standings.begin(), league.standings.end(),
                     [&](const Standing& each) { return each.submitter == entry.name; });
    if (standing != league.standings.end()) text += fact("Rating", rating_text(*standing));
    if (!entry.findings.empty()) {
        text += "\nWhat was found\n\n" + entry.findings;
        if (entry.version && entry.version->verdict)
            text += fmt::format("\nThe same at home: referee check -game {} -fast cmd=\"..\"\n",
                                terms.game);
    }
    if (standing == league.standings.end() || !standing->last) return text;

    const Night& night = league.nights.back();
    const NightResult& last = *standing->last;
    text += fmt::format("\nNight of {}: {} points in {} games as {}, {} lost by faults\n\n",
                        night.name, last.points, last.games, last.player, last.faults);
    text += games_text(night, last.player);
    if (const auto faults = faults_text(night, last.player, traces); !faults.empty())
        text += "\nFaults\n" + faults;
    if (!traces.errors.empty())
        text += "\nThe last it wrote to standard error\n" + last_lines(traces.errors, kErrorsShown);
    return text;
}

}  // namespace sparring::referee::league
