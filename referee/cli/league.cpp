#include "referee/cli/league.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>
#include <system_error>

#include "protocol/text.hpp"
#include "referee/archive/utc.hpp"
#include "referee/cli/console.hpp"
#include "referee/cli/league_night.hpp"
#include "referee/cli/option_table.hpp"
#include "referee/cli/run.hpp"
#include "referee/view/table.hpp"

namespace sparring::referee {
namespace {

using namespace league;

struct Order {
    std::string folder;
    bool dry_run = false, check_only = false, pages = false;
    std::vector<Argument> options;  ///< of the match
};

constexpr std::string_view kHelp =
    R"(Usage: referee league FOLDER [-dry-run | -check-only | -pages] [OPTIONS]

One night of a course's tournament. FOLDER/submissions has a folder for each
submission, with a bot.toml in it that says how it is started:

    cmd = "python3 bot.py"

New and changed submissions are checked (referee check), those that fail are
left out and told why in FOLDER/logs/NAME.log, the others play. The standings
are in FOLDER/index.html, each game can be replayed from there. A night that
was interrupted is gone on with.

  -dry-run     show what would be checked and played, and do nothing
  -check-only  check what is new, and write logs and pages
  -pages       write logs and pages again
  OPTIONS      those of a match (referee -help), over FOLDER/league.toml;
               -concurrency N for instance

Without a league.toml: reversi, a Swiss tournament, two games a pairing, 10 s
and 0.1 s a move for a game, random openings, each engine in a sandbox with
1024 MB. A table [league] in it has these keys:

  title = "League"     of the page
  nights = 14          the last so many count for the ratings
  anchor = "NAME"      the submission whose rating is 0 (the mean of all is)
  check = "fast"       full, fast or none
  tolerate = [..]      names of steps of the check that may fail
  patience = 120       seconds for one check
  unchanged = "play"   or "skip": if nothing is new since the last night
  size = 256           MB that a submission may have

Exit status: 0 played, or nothing to do; 1 not two submissions in order, with
-check-only one that is not, with -strict a fault in a game; 2 wrong usage; 3
engines cannot be started on this machine; 4 aborted (run it again to go on); 5
another one is at work in FOLDER; 130 interrupted. docs/course.md says more.
)";

Expected<Order> parse(std::span<const std::string> words) {
    if (words.empty() || words.front().starts_with('-'))
        return Error{"expected the league's FOLDER before the options"};
    auto arguments = split_arguments(words.subspan(1));
    if (!arguments) return Error{arguments.error()};
    Order order;
    order.folder = words.front();
    const std::vector<std::pair<std::string_view, bool*>> own{
        {"dry-run", &order.dry_run}, {"check-only", &order.check_only}, {"pages", &order.pages}};
    std::vector<std::string> names;
    for (const auto& [name, flag] : own) names.emplace_back(name);
    for (Argument& argument : *arguments) {
        const auto mine = std::find_if(
            own.begin(), own.end(), [&](const auto& each) { return each.first == argument.name; });
        if (mine == own.end()) {
            const auto near = suggestion(argument.name, names, "-");
            if (!find_option(argument) && !near.empty())
                return Error{fmt::format("unknown option '-{}'{}", argument.name, near)};
            order.options.push_back(std::move(argument));
        } else if (!argument.words.empty()) {
            return Error{fmt::format("-{} takes no value", argument.name)};
        } else {
            *mine->second = true;
        }
    }
    if (order.dry_run + order.check_only + order.pages > 1)
        return Error{"give one of -dry-run, -check-only and -pages"};
    return order;
}

void say(const std::string& text) {
    fmt::print("{}\n", text);
    std::fflush(stdout);
}

// ---- what would be done ------------------------------------------------------------------------

std::string plan_of(const Candidate& candidate) {
    if (candidate.unchecked) return candidate.changed ? "new: is checked" : "is checked again";
    if (!candidate.plays()) return "left out: " + candidate.entry.left_out;
    return candidate.changed ? "new: plays" : "plays";
}

int show_plan(const LeagueNight& league, const std::vector<Candidate>& candidates) {
    Table table;
    table.column("Submission", Table::Align::left);
    table.column("version");
    table.column("", Table::Align::left);
    std::vector<const Candidate*> players;
    for (const Candidate& candidate : candidates) {
        const auto& version = candidate.entry.version;
        table.row({candidate.entry.name, version ? fmt::format("{}", version->number) : "",
                   plan_of(candidate)});
        if (candidate.plays() || candidate.unchecked) players.push_back(&candidate);
    }
    fmt::print("{}", table.text(::isatty(STDOUT_FILENO) == 1, 200));
    if (const auto night = league.unfinished())
        fmt::print("\nThe night of {} is not finished and would be gone on with.\n", *night);
    if (players.size() < 2) {
        fmt::print("\nNot two submissions are in order: there is nothing to play.\n");
        return kCheckFailed;
    }
    const auto plan = league.schedule(players.size());
    if (!plan) return fail(kWrongUsage, "league: " + plan.error());
    fmt::print("\nIf all of them pass: {} players, {} games. {}.\n", players.size(), *plan,
               league.terms_text());
    return kPlayed;
}

// ---- what is done ------------------------------------------------------------------------------

/// False if the user has had enough.
bool check_all(const LeagueNight& league, std::vector<Candidate>& candidates) {
    for (Candidate& candidate : candidates) {
        if (candidate.unchecked) {
            const std::string began = utc_now();
            if (!examine(league.folder(), league.settings(), candidate)) return false;
            const auto& verdict = candidate.entry.version->verdict;
            if (verdict && candidate.plays())
                say(fmt::format("{} passed the check: {} ({:.1f} s)", candidate.entry.name,
                                verdict->summary, seconds_between(began, utc_now())));
        }
        if (!candidate.plays())
            say(fmt::format("{} is left out: {}", candidate.entry.name, candidate.entry.left_out));
    }
    return true;
}

/// Whether the same versions have played the last night.
bool nothing_new(const LeagueNight& league, const std::vector<Candidate>& candidates) {
    const auto& nights = league.nights();
    if (nights.empty()) return false;
    std::set<std::string> now;
    for (const Candidate& candidate : candidates) {
        if (candidate.plays())
            now.insert(player_name(candidate.entry.name, candidate.entry.version->number));
    }
    const auto& last = nights.back().players;
    return now == std::set<std::string>{last.begin(), last.end()};
}

/// Plays tonight's games, if there are any. The exit status.
int play_tonight(LeagueNight& league, std::vector<Candidate>& candidates) {
    std::vector<const Candidate*> players;
    for (const Candidate& candidate : candidates) {
        if (candidate.plays()) players.push_back(&candidate);
    }
    if (players.size() < 2) {
        say("Not two submissions are in order: nothing is played.");
        return kCheckFailed;
    }
    if (!league.settings().play_unchanged && nothing_new(league, candidates)) {
        say("Nothing is new since the last night: nothing is played ([league] unchanged).");
        return kPlayed;
    }
    const auto games = league.schedule(players.size());
    if (!games) return fail(kWrongUsage, "league: " + games.error());
    say(fmt::format("{} players, {} games: {}", players.size(), *games, league.terms_text()));
    return league.play(players);
}

int finish(LeagueNight& league, const std::vector<Candidate>& candidates, int status) {
    if (const auto problem = league.write_pages(candidates))
        return fail(kAborted, "league: " + *problem);
    const std::string table =
        standings_text(league.standings(candidates), ::isatty(STDOUT_FILENO) == 1);
    say("\n" + table + "\nPage: " + league.folder().path("index.html"));
    return status;
}

int work(const Order& order, LeagueNight& league) {
    const std::string today = local_date();
    if (const auto night = league.unfinished(); night && !order.check_only && !order.pages) {
        say(fmt::format("Going on with the night of {}", *night));
        const int status = league.resume(*night);
        if (status != kPlayed && status != kCheckFailed) return status;
        // A night that went wrong beyond repair does not stand for today's.
        if (night->starts_with(today) && !league.is_given_up(*night))
            return finish(league, league.look(true), status);
    }
    auto candidates = league.look(true);
    if (!order.pages && !check_all(league, candidates)) return kInterrupted;
    int status = kPlayed;
    if (order.check_only) {
        const bool all = std::all_of(candidates.begin(), candidates.end(),
                                     [](const Candidate& each) { return each.plays(); });
        status = all ? kPlayed : kCheckFailed;
    } else if (!order.pages) {
        status = play_tonight(league, candidates);
        if (status != kPlayed && status != kCheckFailed) return status;
    }
    return finish(league, candidates, status);
}

}  // namespace

int league_command(std::span<const std::string> words) {
    const auto is_help = [](const std::string& word) {
        return word == "-help" || word == "--help" || word == "-h";
    };
    if (std::any_of(words.begin(), words.end(), is_help)) {
        fmt::print("{}", kHelp);
        return kPlayed;
    }
    const auto wrong = [](const std::string& text) { return fail(kWrongUsage, "league: " + text); };
    const auto order = parse(words);
    if (!order) return wrong(order.error() + " (referee league -help)");
    try {
        auto folder = Folder::open(order->folder);
        if (!folder) return wrong(folder.error());
        // Files that league.toml names lie beside it.
        std::filesystem::current_path(folder->path(""));
        auto settings = read_settings(folder->settings(), order->options);
        if (!settings) return wrong(settings.error());
        if (const auto problem = fault_of_machine(*settings))
            return fail(kNoStart, "league: " + *problem);
        if (!order->dry_run) {
            if (const auto busy = folder->lock()) return fail(kBusy, "league: " + *busy);
        }
        LeagueNight league{*std::move(folder), *std::move(settings)};
        if (const auto games = league.schedule(2); !games) return wrong(games.error());
        return order->dry_run ? show_plan(league, league.look(false)) : work(*order, league);
    } catch (const std::system_error& error) {
        return fail(kAborted, fmt::format("league: {}", error.what()));
    }
}

}  // namespace sparring::referee
