// vfork and exec: the child side is system calls only.
#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "protocol/expected.hpp"

namespace sparring::referee {

/// All that a child needs, laid out before the fork. Descriptors are the caller's.
struct Launch {
    std::string program;                   ///< a path
    std::vector<std::string> arguments;    ///< without the program's name
    std::vector<std::string> environment;  ///< NAME=value
    std::string directory;                 ///< working directory; empty = ours
    int input = -1, output = -1, errors = -1;
    int inherited = -1;  ///< a further descriptor that it gets under the same number; -1 = none
    std::vector<int> groups;  ///< cgroup.procs of its control groups, open for writing
    std::vector<std::pair<int, rlimit>> resources;  ///< lowered to what we may give
    std::optional<int> nice;
    bool best_effort = false;  ///< start it although a group or the niceness was refused
};

/// Starts it in a process group of its own that dies with us, and that the kernel takes before us
/// when memory runs out. An Error says why the program cannot run; what the system refuses to us
/// (descriptors, processes) is thrown as std::system_error.
Expected<pid_t> launch(const Launch& launch);

}  // namespace sparring::referee
