#include "referee/play/cpu_set.hpp"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <set>

#include "protocol/text.hpp"
#include "referee/play/process_table.hpp"
#include "referee/play/system_files.hpp"

namespace sparring::referee {
namespace {

constexpr int kMostCpus = 8192;  // the kernel's CONFIG_NR_CPUS is not larger

std::optional<Error> too_few(std::size_t there_are, int slots) {
    if (there_are >= static_cast<std::size_t>(slots)) return {};
    return Error{fmt::format("{} games at a time need {} processors, there {} {}", slots, slots,
                             there_are == 1 ? "is" : "are", there_are)};
}

/// A set of the kernel's that is large enough for any machine.
class KernelSet {
  public:
    KernelSet() : set_{CPU_ALLOC(kMostCpus)} { CPU_ZERO_S(size(), set_); }
    KernelSet(const KernelSet&) = delete;
    KernelSet& operator=(const KernelSet&) = delete;
    ~KernelSet() { CPU_FREE(set_); }

    static std::size_t size() { return CPU_ALLOC_SIZE(kMostCpus); }
    cpu_set_t* native() { return set_; }
    void add(int cpu) { CPU_SET_S(static_cast<std::size_t>(cpu), size(), set_); }
    bool has(int cpu) const { return CPU_ISSET_S(static_cast<std::size_t>(cpu), size(), set_); }

  private:
    cpu_set_t* set_;
};

/// Adds the process's threads and its descendants' to `done`; false if a new one refused.
bool bind_tree(pid_t process, KernelSet& set, std::set<pid_t>& done) {
    bool all = true;
    for (const pid_t thread : numbered_entries(fmt::format("/proc/{}/task", process))) {
        if (!done.insert(thread).second) continue;
        // One that has ended meanwhile does not matter; the first is the process itself.
        if (::sched_setaffinity(thread, KernelSet::size(), set.native()) != 0 && errno != ESRCH)
            all = false;
    }
    for (const pid_t child : children_of(process)) all = bind_tree(child, set, done) && all;
    return all;
}

}  // namespace

Expected<std::vector<int>> parse_cpu_list(std::string_view text) {
    std::vector<int> cpus;
    for (std::size_t at = 0; at <= text.size();) {
        const auto comma = std::min(text.find(',', at), text.size());
        const std::string_view part = text.substr(at, comma - at);
        at = comma + 1;
        const auto dash = std::min(part.find('-'), part.size());
        const auto first = text::number<int>(part.substr(0, dash));
        const auto last = dash == part.size() ? first : text::number<int>(part.substr(dash + 1));
        if (!first || !last || *first < 0 || *last < *first || *last >= kMostCpus) {
            return Error{fmt::format(
                "'{}' is neither a processor (0 to {}) nor a range of them, as in 0,2,4-7",
                text::printable(part), kMostCpus - 1)};
        }
        for (int cpu = *first; cpu <= *last; ++cpu) {
            if (std::find(cpus.begin(), cpus.end(), cpu) != cpus.end())
                return Error{fmt::format("processor {} is named twice", cpu)};
            cpus.push_back(cpu);
        }
    }
    return cpus;
}

std::vector<Cpu> read_topology(const std::vector<int>& allowed, const std::string& root) {
    std::vector<Cpu> cpus;
    for (const int number : allowed) {
        const std::string list = file_contents(fmt::format(
            "{}/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list", root, number));
        auto siblings = parse_cpu_list(text::trim(list));
        Cpu cpu{number, 0};
        if (siblings) {
            // Among those that we may use: the second thread of a core whose first one is not ours
            // is as good as a core.
            for (const int sibling : *siblings) {
                if (sibling < number &&
                    std::find(allowed.begin(), allowed.end(), sibling) != allowed.end())
                    ++cpu.thread;
            }
        }
        cpus.push_back(cpu);
    }
    return cpus;
}

std::vector<int> allowed_cpus() {
    KernelSet set;
    std::vector<int> cpus;
    if (::sched_getaffinity(0, KernelSet::size(), set.native()) != 0) return cpus;
    for (int cpu = 0; cpu < kMostCpus; ++cpu) {
        if (set.has(cpu)) cpus.push_back(cpu);
    }
    return cpus;
}

Expected<std::vector<int>> assign_cpus(std::vector<Cpu> cpus, int slots) {
    if (auto error = too_few(cpus.size(), slots)) return *std::move(error);
    std::sort(cpus.begin(), cpus.end(), [](const Cpu& a, const Cpu& b) {
        return a.thread != b.thread ? a.thread < b.thread : a.number < b.number;
    });
    std::vector<int> result;
    for (const Cpu& cpu : cpus) {
        if (result.size() < static_cast<std::size_t>(slots)) result.push_back(cpu.number);
    }
    return result;
}

Expected<std::vector<int>> assign_cpus(const std::vector<int>& listed,
                                       const std::vector<int>& allowed, int slots) {
    for (const int cpu : listed) {
        if (std::find(allowed.begin(), allowed.end(), cpu) == allowed.end()) {
            return Error{fmt::format("there is no processor {} that this process may use", cpu)};
        }
    }
    if (auto error = too_few(listed.size(), slots)) return *std::move(error);
    return std::vector<int>(listed.begin(), listed.begin() + slots);
}

bool set_affinity(pid_t process, int cpu) {
    KernelSet set;
    set.add(cpu);
    std::set<pid_t> done;
    bool all = true;
    std::size_t before = 0;
    // What is started while we look is found in the next round, or inherits from a thread we had.
    do {
        before = done.size();
        all = bind_tree(process, set, done) && all;
    } while (done.size() != before);
    return all && !done.empty();
}

}  // namespace sparring::referee
