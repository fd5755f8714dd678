// Starts a child process with pipes, without leaking a descriptor either way.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "protocol/expected.hpp"
#include "referee/play/file_descriptor.hpp"
#include "referee/play/find_program.hpp"
#include "referee/play/resource_limits.hpp"
#include "referee/play/sandbox.hpp"

namespace sparring::referee {

/// How an engine is started.
struct Command {
    std::string program;                 ///< a path, as find_program() returns it
    std::vector<std::string> arguments;  ///< without the program's name
    std::string directory = {};          ///< working directory; empty = ours
    std::string errors_to = {};  ///< file that standard error is appended to; empty = discarded
    ResourceLimits limits = {};
    Sandbox sandbox = {};
    std::vector<std::string> environment = {};  ///< NAME=value, beside ours
};

struct Child {
    pid_t pid = 0;
    FileDescriptor exit;    ///< pidfd: readable once the process has ended
    FileDescriptor input;   ///< our end of its standard input, non-blocking
    FileDescriptor output;  ///< our end of its standard output, non-blocking
};

/// Starts `command` in a process group of its own that dies with us. `marker` ("NAME=value") is
/// added to its environment, and names its control group. An Error says why the program cannot run,
/// or which of its limits cannot be enforced here; what the system refuses to
/// us (descriptors, processes) is thrown as std::system_error.
Expected<Child> spawn(const Command& command, const std::string& marker);

}  // namespace sparring::referee
