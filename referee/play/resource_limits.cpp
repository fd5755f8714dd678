#include "referee/play/resource_limits.hpp"

#include <fmt/format.h>

namespace sparring::referee {
namespace {

rlimit limit(std::int64_t soft, std::int64_t hard) {
    return {static_cast<rlim_t>(soft), static_cast<rlim_t>(hard)};
}

}  // namespace

Enforcement plan_limits(const ResourceLimits& limits, bool sandboxed,
                        std::optional<std::int64_t> file_size, const ControlGroupPlaces& places) {
    Enforcement plan;
    plan.resources.emplace_back(RLIMIT_CORE, limit(0, 0));
    if (file_size) plan.resources.emplace_back(RLIMIT_FSIZE, limit(*file_size, *file_size));
    if (limits.cpu_seconds) {
        // SIGXCPU, which may be caught; a second later SIGKILL.
        plan.resources.emplace_back(RLIMIT_CPU,
                                    limit(*limits.cpu_seconds, *limits.cpu_seconds + 1));
    }
    if (limits.memory && places.memory) {
        plan.group_memory = limits.memory;
    } else if (limits.memory) {
        plan.resources.emplace_back(RLIMIT_AS, limit(*limits.memory, *limits.memory));
    }
    if (sandboxed) {
        plan.sandbox_tasks = limits.threads.value_or(kSandboxThreads);
    } else if (limits.threads && places.pids) {
        plan.group_tasks = limits.threads;
    } else if (limits.threads) {
        plan.missing.push_back(fmt::format(
            "threads={} cannot be enforced here: there is no control group (cgroup) that we may "
            "divide; sandbox=bwrap can, and so can a referee that is started with "
            "'systemd-run --user --scope -p Delegate=yes referee ...'",
            *limits.threads));
    }
    return plan;
}

std::vector<std::string> unenforceable(const ResourceLimits& limits, bool sandboxed) {
    return plan_limits(limits, sandboxed, {}, control_groups().places()).missing;
}

}  // namespace sparring::referee
