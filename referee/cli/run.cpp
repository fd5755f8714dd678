#include "referee/cli/run.hpp"

#include <fmt/format.h>

#include <csignal>
#include <string_view>

#include "protocol/text.hpp"
#include "referee/cli/archive_commands.hpp"
#include "referee/cli/arguments.hpp"
#include "referee/cli/broker.hpp"
#include "referee/cli/check.hpp"
#include "referee/cli/configuration.hpp"
#include "referee/cli/console.hpp"
#include "referee/cli/convert.hpp"
#include "referee/cli/dxp.hpp"
#include "referee/cli/dxp_seat.hpp"
#include "referee/cli/export.hpp"
#include "referee/cli/league.hpp"
#include "referee/cli/match.hpp"
#include "referee/cli/report.hpp"
#include "referee/cli/stats.hpp"
#include "referee/cli/worker.hpp"

namespace sparring::referee {
namespace {

struct CommandRow {
    std::string_view name, words, help;
    int (*run)(std::span<const std::string> words);  ///< the words after the name
};

const std::vector<CommandRow>& commands() {
    static const std::vector<CommandRow> table{
        {"resume", "FILE [OPTIONS]", "go on with an archive's tournament", resume_command},
        {"report", "FILE [-html OUT] [-json OUT]",
         "the tables of an archive, and its report as a page", report_command},
        {"export", "FILE [-as FORMAT] [-o OUT] [-games 1,5-9]",
         "its games as pgn, csv, moves-csv, json, contest", export_command},
        {"convert", "FILE -to FORM [-o OUT]", "files of games in other forms: docs/records.md",
         convert_command},
        {"stats", "W L D | -pairs LL LD DD WD WW", "what such results mean (-sprt elo0= elo1= ..)",
         stats_command},
        {"digest", "FILE", "one number for all that an archive's games decided", digest_command},
        {"check", "cmd=FILE [OPTIONS]", "is an engine in order? docs/check.md lists the steps",
         check_command},
        {"dxp", "cmd=FILE [OPTIONS]", "plays draughts over TCP (DXP), with any engine",
         dxp_command},
        {"dxp-seat", "FILE [ARGUMENTS]", "makes a UGI engine of a DXP program; proto=dxp uses it",
         dxp_seat_command},
        {"league", "FOLDER [OPTIONS]", "a night of a course's tournament (has a -help)",
         league_command},
        {"worker", "-broker URL|FILE [OPTIONS]", "plays what others have queued: docs/cluster.md",
         worker_command},
        {"broker", "conf|init|status|purge", "the queue on a NATS server: docs/cluster.md",
         broker_command},
    };
    return table;
}

}  // namespace

int fail(int status, const std::string& text) {
    complain(text);
    return status;
}

std::string commands_help() {
    std::string text = "  Commands:\n";
    for (const CommandRow& command : commands()) {
        const std::string head = fmt::format("{} {}", command.name, command.words);
        text += head.size() > 22 ? fmt::format("  {}\n  {:<22} {}\n", head, "", command.help)
                                 : fmt::format("  {:<22} {}\n", head, command.help);
    }
    return text;
}

int run(std::span<const std::string> command_line) {
    std::signal(SIGPIPE, SIG_IGN);  // an engine that is gone is noticed by its pipe
    const bool league = !command_line.empty() && command_line.front() == "league";
    for (const std::string& word : league ? std::span<const std::string>{} : command_line) {
        if (word == "-help" || word == "--help" || word == "-h") {
            fmt::print("{}", help_text());
            return kPlayed;
        }
        if (word == "-version" || word == "--version") {
            fmt::print("referee {}\n", SPARRING_VERSION);
            return kPlayed;
        }
    }
    if (command_line.empty() || command_line.front().starts_with('-'))
        return match_command(command_line);
    std::vector<std::string> names;
    for (const CommandRow& command : commands()) {
        names.emplace_back(command.name);
        if (command.name == command_line.front()) return command.run(command_line.subspan(1));
    }
    return fail(kWrongUsage,
                fmt::format("'{}' is neither a command nor an option (options begin with '-'){}",
                            text::printable(command_line.front()),
                            suggestion(command_line.front(), names, "")));
}

}  // namespace sparring::referee
