// The referee's commands: `referee [match options]`, `referee resume FILE`, ...
#pragma once

#include <span>
#include <string>

namespace sparring::referee {

enum ExitCode : int {
    kPlayed = 0,
    kCheckFailed = 1,
    kWrongUsage = 2,
    kNoStart = 3,
    kAborted = 4,
    kBusy = 5,
    kInterrupted = 130,
};

/// `command_line` without the program's name. Returns the exit status.
int run(std::span<const std::string> command_line);

/// Lines of the help.
std::string commands_help();

/// Says what is wrong on standard error and returns `status`.
int fail(int status, const std::string& text);

}  // namespace sparring::referee
