#include "referee/play/process_table.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>

#include "protocol/text.hpp"
#include "referee/play/file_descriptor.hpp"

namespace sparring::referee {
namespace {

constexpr std::string_view kMarkerName = "SPARRING_ENGINE";

/// The beginning of a file under /proc, or nothing if it cannot be read.
std::string contents(const std::string& path) {
    const FileDescriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
    std::string text;
    if (!file) return text;
    std::array<char, 4096> chunk{};
    constexpr std::size_t most = 1 << 20;
    ssize_t got = 0;
    while (text.size() < most && (got = ::read(file.native(), chunk.data(), chunk.size())) > 0) {
        text.append(chunk.data(), static_cast<std::size_t>(got));
    }
    return text;
}

/// Names under a directory of /proc that are numbers.
std::vector<pid_t> numbered(const std::string& path) {
    std::vector<pid_t> result;
    DIR* directory = ::opendir(path.c_str());
    if (directory == nullptr) return result;
    while (const dirent* entry = ::readdir(directory)) {
        if (const auto number = text::number<pid_t>(entry->d_name)) result.push_back(*number);
    }
    ::closedir(directory);
    return result;
}

/// Where the kernel keeps no lists of children: everybody's parent is asked for.
std::vector<pid_t> children_by_search(pid_t process) {
    std::vector<pid_t> result;
    for (const pid_t candidate : numbered("/proc")) {
        const std::string status = contents(fmt::format("/proc/{}/stat", candidate));
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
    for (const pid_t thread : numbered(fmt::format("/proc/{}/task", process))) {
        const std::string path = fmt::format("/proc/{}/task/{}/children", process, thread);
        if (::access(path.c_str(), F_OK) != 0) continue;
        listed = true;
        const std::string list = contents(path);
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
    return fmt::format("{}={}.{}", kMarkerName, ::getpid(), ++started_);
}

void ProcessTable::add(pid_t process, const std::string& marker) {
    engines_[process] = marker;
}

void ProcessTable::remove(pid_t process) {
    engines_.erase(process);
}

bool ProcessTable::belongs_to_living_engine(pid_t orphan) const {
    const std::string environment = contents(fmt::format("/proc/{}/environ", orphan));
    for (std::size_t at = 0; at < environment.size();) {
        const auto end = std::min(environment.find('\0', at), environment.size());
        const std::string_view entry{environment.data() + at, end - at};
        at = end + 1;
        if (!entry.starts_with(kMarkerName)) continue;
        for (const auto& [pid, marker] : engines_) {
            if (marker == entry) return true;
        }
    }
    return false;
}

int ProcessTable::sweep() {
    int left = 0;
    for (const pid_t child : children_of(::getpid())) {
        if (engines_.contains(child) || not_ours_.contains(child)) continue;
        if (::waitpid(child, nullptr, WNOHANG) != 0) continue;
        if (belongs_to_living_engine(child)) continue;
        ::kill(child, SIGKILL);
        if (::waitpid(child, nullptr, WNOHANG) == 0) ++left;
    }
    return left;
}

}  // namespace sparring::referee
