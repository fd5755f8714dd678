// Which processors games run on. A game gets one processor: its two engines think in turn, and the
// clocks of neighbours do not disturb each other.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

#include "protocol/expected.hpp"

namespace sparring::referee {

/// "0,2,4-7" as numbers, in that order. The error names the part that is not a number or a range,
/// or the processor that is named twice.
Expected<std::vector<int>> parse_cpu_list(std::string_view text);

/// A logical processor, as the kernel numbers it.
struct Cpu {
    int number = 0;
    int thread = 0;  ///< its place among the hyper-threads of its core: 0 is the first

    friend bool operator==(const Cpu&, const Cpu&) = default;
};

/// The processors of `allowed`, described by files under `root`/sys/devices/system/cpu. One whose
/// files are missing is taken for a core of its own.
std::vector<Cpu> read_topology(const std::vector<int>& allowed, const std::string& root = {});

/// The processors that this process may run on (sched_getaffinity).
std::vector<int> allowed_cpus();

/// One processor for each of `slots` games: whole cores before second hyper-threads, lower numbers
/// first. Precondition: slots >= 1. The error says how many processors there are.
Expected<std::vector<int>> assign_cpus(std::vector<Cpu> cpus, int slots);

/// The same from a list of the user's, whose order is kept; all of it must be in `allowed`.
Expected<std::vector<int>> assign_cpus(const std::vector<int>& listed,
                                       const std::vector<int>& allowed, int slots);

/// Binds all threads of a process and of its descendants to one processor; what they start later
/// inherits that. False if the process is gone or the system refuses.
bool set_affinity(pid_t process, int cpu);

}  // namespace sparring::referee
