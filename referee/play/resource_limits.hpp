// What an engine may use of the machine, and by which of the kernel's means that is enforced here.
#pragma once

#include <sys/resource.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/play/control_group.hpp"

namespace sparring::referee {

/// Nothing is limited unless it is set.
struct ResourceLimits {
    std::optional<std::int64_t> memory;       ///< bytes, of all its processes
    std::optional<std::int64_t> cpu_seconds;  ///< of each process, over its whole life
    std::optional<int> threads;               ///< threads and processes at a time
    std::optional<int> nice;                  ///< -20 (first) to 19 (last)
    bool best_effort = false;                 ///< what cannot be enforced is left out
};

/// How the limits of one engine are enforced.
struct Enforcement {
    std::optional<std::int64_t> group_memory;       ///< bytes, by a control group
    std::optional<int> group_tasks;                 ///< by a control group
    std::optional<int> sandbox_tasks;               ///< RLIMIT_NPROC inside the sandbox
    std::vector<std::pair<int, rlimit>> resources;  ///< setrlimit's
    std::vector<std::string> missing;  ///< what cannot be enforced, with what would help
};

/// A sandbox without `threads` has room for so many.
inline constexpr int kSandboxThreads = 256;

/// Pure. `file_size` (bytes) bounds every file that is written; none = no bound. The tasks of a
/// sandbox can be counted there alone; outside, RLIMIT_NPROC counts all that the user runs, and
/// nothing that root runs.
Enforcement plan_limits(const ResourceLimits& limits, bool sandboxed,
                        std::optional<std::int64_t> file_size, const ControlGroupPlaces& places);

/// What of the limits would not be enforced for an engine on this machine; empty = all are.
std::vector<std::string> unenforceable(const ResourceLimits& limits, bool sandboxed);

}  // namespace sparring::referee
