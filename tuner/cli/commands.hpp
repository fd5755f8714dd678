// The tuner's commands: `tuner run FILE`, `tuner resume DIR`, ...
#pragma once

#include <span>
#include <string>

namespace sparring::tuner {

enum ExitCode : int {
    kDone = 0,
    kFailed = 1,  ///< a check or a comparison says no
    kWrongUsage = 2,
    kNoStart = 3,  ///< an engine does not start
    kAborted = 4,
    kTimedOut = 4,  ///< of `eval --once`
    kInterrupted = 130,
};

/// `command_line` without the program's name. Returns the exit status.
int run(std::span<const std::string> command_line);

/// Says what is wrong on standard error and returns `status`.
int fail(int status, const std::string& text);

// Each gets the words after its name.
int init_command(std::span<const std::string> words);
int run_command(std::span<const std::string> words);
int resume_command(std::span<const std::string> words);
int check_command(std::span<const std::string> words);
int doctor_command(std::span<const std::string> words);
int status_command(std::span<const std::string> words);
int digest_command(std::span<const std::string> words);
int report_command(std::span<const std::string> words);
int plot_command(std::span<const std::string> words);
int test_command(std::span<const std::string> words);
int compare_command(std::span<const std::string> words);
int export_command(std::span<const std::string> words);
int import_command(std::span<const std::string> words);
int eval_command(std::span<const std::string> words);
int serve_command(std::span<const std::string> words);

}  // namespace sparring::tuner
