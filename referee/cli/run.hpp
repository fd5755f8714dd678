// The referee's command: options in, games played, standings out.
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
    kInterrupted = 130,
};

/// `command_line` without the program's name. Returns the exit status.
int run(std::span<const std::string> command_line);

}  // namespace sparring::referee
