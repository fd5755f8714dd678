#include "tuner/cli/commands.hpp"

#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <vector>

#include "protocol/text.hpp"

namespace sparring::tuner {
namespace {

struct CommandRow {
    std::string_view name, words, help;
    int (*run)(std::span<const std::string> words);
};

const std::vector<CommandRow>& commands() {
    static const std::vector<CommandRow> table{
        {"init", "-e CMD [OPTIONS]", "a first configuration for an engine", init_command},
        {"run", "FILE [OPTIONS]", "a new run, as a file or a preset describes it", run_command},
        {"resume", "DIR [OPTIONS]", "go on with a run that was interrupted", resume_command},
        {"check", "FILE [OPTIONS]", "is everything in order? What will it cost?", check_command},
        {"doctor", "[DIR|FILE]", "are this machine, a configuration, a run in order?",
         doctor_command},
        {"status", "DIR", "how far a run is", status_command},
        {"report", "DIR [-o FOLDER]", "what came out, as a page, as Markdown and as charts",
         report_command},
        {"plot", "DIR [NAME...]", "the charts alone", plot_command},
        {"test", "DIR [OPTIONS]", "more test games of a run's answer", test_command},
        {"compare", "DIR... [OPTIONS]", "tuners by their runs, with what that can show",
         compare_command},
        {"export", "DIR [OPTIONS]", "the values found, as other programs read them",
         export_command},
        {"import", "FILE", "parameter lists of OpenBench and fishtest", import_command},
        {"digest", "DIR", "one number for all that a run's games decided", digest_command},
        {"eval", "--stdio FILE", "play for another program's optimiser (docs/tune-protocol.md)",
         eval_command},
        {"serve", "--stdio FILE", "a strategy for games that another program plays", serve_command},
    };
    return table;
}

std::string help() {
    std::string text =
        "Tunes the options of an engine by letting versions of it play games.\n\n"
        "  tuner COMMAND ...        tuner COMMAND --help says more\n\n";
    for (const CommandRow& row : commands())
        text += fmt::format("  {:<8} {:<16} {}\n", row.name, row.words, row.help);
    return text +
           "\nExit status: 0 done, 1 a check says no, 2 usage or configuration, 3 an engine does "
           "not start,\n4 aborted, 130 interrupted.\n";
}

}  // namespace

int fail(int status, const std::string& text) {
    // Nobody may be there to hear it; that is no reason to end otherwise.
    std::fputs(("tuner: " + text + "\n").c_str(), stderr);
    return status;
}

int run(std::span<const std::string> command_line) {
    std::signal(SIGPIPE, SIG_IGN);  // an engine that is gone is noticed by its pipe
    if (command_line.empty() || command_line.front() == "--help" || command_line.front() == "-h" ||
        command_line.front() == "help") {
        std::fputs(help().c_str(), stdout);
        return command_line.empty() ? kWrongUsage : kDone;
    }
    if (command_line.front() == "--version") {
        fmt::print("tuner {}\n", SPARRING_VERSION);
        return kDone;
    }
    std::vector<std::string> names;
    for (const CommandRow& row : commands()) {
        names.emplace_back(row.name);
        if (row.name == command_line.front()) {
            try {
                return row.run(command_line.subspan(1));
            } catch (const std::exception& error) {
                return fail(kAborted, fmt::format("{}: {}", row.name, error.what()));
            }
        }
    }
    const auto near = text::nearest(command_line.front(), names);
    return fail(kWrongUsage,
                fmt::format("'{}' is no command{}", text::printable(command_line.front()),
                            near ? fmt::format("; did you mean {}?", *near)
                                 : fmt::format("; there are {}", fmt::join(names, ", "))));
}

}  // namespace sparring::tuner
