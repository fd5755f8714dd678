#include "referee/play/process_table.hpp"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>

#include "protocol/text.hpp"
#include "referee/play/control_group.hpp"
#include "referee/play/system_files.hpp"

namespace sparring::referee {
namespace {

constexpr std::string_view kMarkerName = "SPARRING_ENGINE";

/// Where the kernel keeps no lists of children: everybody's parent is asked for.
std::vector<pid_t> children_by_search(pid_t process) {
    std::vector<pid_t> result;
    for (const pid_t candidate : numbered_entries("/proc")) {
        const std::string status = file_contents(fmt::format("/proc/{}/stat", candidate));
        const auto after_name = status.rfind(')');
        if (after_name == status.npos) continue;
        const auto fields = text::words(std::string_view{status}.substr(after_name + 1));
        if (fields.size() > 1 && text::number<pid_t>(fields[1]) == process)
            result.push_back(candidate);
    }
    return result;
}

}  // namespace

std::vector<pid_t> children_of(pid_t process) {
    std::vector<pid_t> result;
    bool listed = false;
    for (const pid_t thread : numbered_entries(fmt::format("/proc/{}/task", process))) {
        const std::string path = fmt::format("/proc/{}/task/{}/children", process, thread);
        if (::access(path.c_str(), F_OK) != 0) continue;
        listed = true;
        const std::string list = file_contents(path);
        for (const auto word : text::words(list)) {
            if (const auto number = text::number<pid_t>(word)) result.push_back(*number);
        }
    }
    return listed ? result : children_by_search(process);
}

ProcessTable::ProcessTable(boost::asio::io_context& context) : context_{context} {
    // Orphans come to us instead of to init.
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    // Whoever started us may have ignored it, and then the kernel keeps no exit status.
    ::signal(SIGCHLD, SIG_DFL);
    const auto children = children_of(::getpid());
    not_ours_.insert(children.begin(), children.end());
}

std::string ProcessTable::next_marker() {
    // Of all tables that this process has had: what one of them left behind is not the next one's.
    static std::atomic<std::uint64_t> started{0};
    return fmt::format("{}={}.{}", kMarkerName, ::getpid(), ++started);
}

void ProcessTable::add(pid_t process, const std::string& marker) {
    engines_[process] = marker;
}

void ProcessTable::remove(pid_t process) {
    const auto engine = engines_.find(process);
    if (engine == engines_.end()) return;
    control_groups().end(control_group_name(engine->second));
    engines_.erase(engine);
}

ProcessTable::Owner ProcessTable::owner_of(pid_t orphan) const {
    const std::string environment = file_contents(fmt::format("/proc/{}/environ", orphan));
    if (environment.empty()) return Owner::unknown;
    for (std::size_t at = 0; at < environment.size();) {
        const auto end = std::min(environment.find('\0', at), environment.size());
        const std::string_view entry{environment.data() + at, end - at};
        at = end + 1;
        if (!entry.starts_with(kMarkerName)) continue;
        for (const auto& [pid, marker] : engines_) {
            if (marker == entry) return Owner::living;
        }
    }
    return Owner::gone;
}

int ProcessTable::sweep() {
    int left = 0;
    std::set<pid_t> nameless;
    for (const pid_t child : children_of(::getpid())) {
        if (engines_.contains(child) || not_ours_.contains(child)) continue;
        if (::waitpid(child, nullptr, WNOHANG) != 0) continue;
        const Owner owner = owner_of(child);
        if (owner == Owner::living) continue;
        if (owner == Owner::unknown && !nameless_.contains(child)) {
            // In the middle of exec a process has no environment: it is looked at again.
            nameless.insert(child);
            ++left;
            continue;
        }
        ::kill(child, SIGKILL);
        if (::waitpid(child, nullptr, WNOHANG) == 0) ++left;
    }
    nameless_ = std::move(nameless);
    return left + control_groups().sweep();
}

}  // namespace sparring::referee
