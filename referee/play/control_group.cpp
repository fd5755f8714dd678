#include "referee/play/control_group.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "protocol/text.hpp"
#include "referee/play/system_files.hpp"

namespace sparring::referee {
namespace {

constexpr std::string_view kPrefix = "sparring-";

std::string group_name(const std::string& engine) {
    return fmt::format("{}{}", kPrefix, engine);
}

template <class Visit>
void for_each_line(std::string_view text, Visit visit) {
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        visit(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

bool lists(std::string_view list, char separator, std::string_view item) {
    while (!list.empty()) {
        const auto end = std::min(list.find(separator), list.size());
        if (list.substr(0, end) == item) return true;
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return false;
}

bool offers(const std::string& file, std::string_view controller) {
    return lists(text::trim(file_contents(file)), ' ', controller);
}

/// A mounted hierarchy, as a line of mountinfo tells it (proc_pid_mountinfo(5)).
struct Mount {
    int version;
    std::string controllers;  // version 1: "rw,memory"
    std::string root, point;  // the group that is mounted, and where
};

std::vector<Mount> hierarchies(const std::string& root) {
    std::vector<Mount> mounts;
    for_each_line(file_contents(root + "/proc/self/mountinfo"), [&](std::string_view line) {
        const auto words = text::words(line);
        const auto dash = std::find(words.begin(), words.end(), "-");
        if (words.size() < 6 || words.end() - dash < 4) return;
        if (dash[1] == "cgroup2") {
            mounts.push_back({2, {}, std::string{words[3]}, std::string{words[4]}});
        } else if (dash[1] == "cgroup") {
            mounts.push_back(
                {1, std::string{dash[3]}, std::string{words[3]}, std::string{words[4]}});
        }
    });
    return mounts;
}

/// Where our own group is: "0::/path" in version 2, "4:memory:/path" in version 1.
std::optional<std::string> own_path(const std::string& root, int version,
                                    std::string_view controller) {
    std::optional<std::string> path;
    for_each_line(file_contents(root + "/proc/self/cgroup"), [&](std::string_view line) {
        const auto first = line.find(':');
        const auto second = line.find(':', first == line.npos ? first : first + 1);
        if (second == line.npos) return;
        const auto controllers = line.substr(first + 1, second - first - 1);
        const bool wanted =
            version == 2 ? line.starts_with("0::") : lists(controllers, ',', controller);
        if (wanted) path = line.substr(second + 1);
    });
    return path;
}

/// The directory of a group of that path, if the mount shows it.
std::optional<std::string> directory_of(const std::string& root, const Mount& mount,
                                        std::string_view path) {
    if (path.find("/..") != path.npos) return {};  // outside of what this container sees
    if (mount.root != "/") {
        if (!path.starts_with(mount.root)) return {};
        path.remove_prefix(mount.root.size());
    }
    while (path.ends_with('/')) path.remove_suffix(1);
    return root + mount.point + std::string{path};
}

/// We may make groups in it and move processes out of and into it.
bool divisible(const std::string& directory) {
    return ::access(directory.c_str(), W_OK) == 0 &&
           ::access((directory + "/cgroup.procs").c_str(), W_OK) == 0;
}

bool only_ours(const std::string& directory) {
    const auto processes = file_contents(directory + "/cgroup.procs");
    return text::trim(processes) == fmt::format("{}", ::getpid());
}

void find_version_2(const std::string& root, const Mount& mount, ControlGroupPlaces& places) {
    const auto path = own_path(root, 2, {});
    const auto own = path ? directory_of(root, mount, *path) : std::nullopt;
    if (!own) return;
    const auto take = [&](const std::string& directory, const char* file, bool vacate) {
        const bool memory = offers(directory + file, "memory");
        const bool pids = offers(directory + file, "pids");
        const ControlGroupPlace place{directory, 2, vacate};
        if (memory) places.memory = place;
        if (pids) places.pids = place;
        return memory || pids;
    };
    // A process is in one group only, so both limits come from the same one.
    const std::size_t top = root.size() + mount.point.size();
    for (std::string directory = *own; directory.size() >= top;
         directory.erase(directory.rfind('/'))) {
        if (divisible(directory) && take(directory, "/cgroup.subtree_control", false)) return;
    }
    if (divisible(*own) && only_ours(*own)) take(*own, "/cgroup.controllers", true);
}

/// Kills what is in the group, then removes it. True if it is gone.
bool remove_group(const std::string& directory) {
    if (::rmdir(directory.c_str()) == 0 || errno == ENOENT) return true;
    if (!write_file(directory + "/cgroup.kill", "1")) {  // Linux 5.14, version 2
        for_each_line(file_contents(directory + "/cgroup.procs"), [](std::string_view line) {
            if (const auto process = text::number<pid_t>(line); process && *process > 1)
                ::kill(*process, SIGKILL);
        });
    }
    return ::rmdir(directory.c_str()) == 0 || errno == ENOENT;
}

Error refused(const std::string& path) {
    return Error{fmt::format("cannot make the control group '{}': {}", path, std::strerror(errno))};
}

}  // namespace

ControlGroupPlaces find_control_groups(const std::string& root) {
    ControlGroupPlaces places;
    const auto mounts = hierarchies(root);
    for (const Mount& mount : mounts) {
        if (mount.version == 2) find_version_2(root, mount, places);
    }
    for (const Mount& mount : mounts) {
        if (mount.version != 1) continue;
        const auto take = [&](const char* controller, std::optional<ControlGroupPlace>& place) {
            if (place || !lists(mount.controllers, ',', controller)) return;
            const auto path = own_path(root, 1, controller);
            const auto directory = path ? directory_of(root, mount, *path) : std::nullopt;
            if (directory && divisible(*directory)) place = ControlGroupPlace{*directory, 1};
        };
        take("memory", places.memory);
        take("pids", places.pids);
    }
    return places;
}

ControlGroups::~ControlGroups() {
    for (const auto& [name, directories] : living_)
        ended_.insert(ended_.end(), directories.begin(), directories.end());
    for (int tries = 0; tries < 100 && sweep() > 0; ++tries) ::usleep(1000);
}

const ControlGroupPlaces& ControlGroups::places() {
    if (!places_) places_ = find_control_groups();
    return *places_;
}

/// Those whose referee is gone; what ran in them died with it.
void ControlGroups::remove_leftovers() {
    for (const auto& place : {places().memory, places().pids}) {
        if (!place) continue;
        for (const std::string& name : directory_entries(place->directory)) {
            if (!name.starts_with(kPrefix)) continue;
            const auto number = std::string_view{name}.substr(kPrefix.size());
            const auto process = text::number<pid_t>(number.substr(0, number.find('.')));
            if (process && ::kill(*process, 0) != 0 && errno == ESRCH)
                remove_group(fmt::format("{}/{}", place->directory, name));
        }
    }
    tidy_ = true;
}

std::optional<Error> ControlGroups::vacate(const std::string& directory) {
    // Not a group of an engine: it goes with the scope that the referee runs in.
    const std::string own = fmt::format("{}/{}{}.0", directory, kPrefix, ::getpid());
    if (::mkdir(own.c_str(), 0755) != 0 && errno != EEXIST) return refused(own);
    std::optional<Error> error;
    for_each_line(file_contents(directory + "/cgroup.procs"), [&](std::string_view process) {
        if (!write_file(own + "/cgroup.procs", process) && errno != ESRCH) error = refused(own);
    });
    if (error) return error;
    for (auto* place : {&places_->memory, &places_->pids}) {
        if (!*place || (*place)->directory != directory) continue;
        const std::string_view controller = place == &places_->memory ? "+memory" : "+pids";
        if (!write_file(directory + "/cgroup.subtree_control", controller))
            return refused(directory);
        (*place)->vacate = false;
    }
    return {};
}

Expected<std::vector<FileDescriptor>> ControlGroups::make(const std::string& name,
                                                          std::optional<std::int64_t> memory,
                                                          std::optional<int> tasks) {
    if (!tidy_) remove_leftovers();
    std::vector<FileDescriptor> doors;
    auto& directories = living_[name];
    const auto made = [&](const std::optional<ControlGroupPlace>& place) -> Expected<std::string> {
        if (place->vacate) {
            if (auto error = vacate(place->directory)) return *std::move(error);
        }
        const std::string directory = fmt::format("{}/{}", place->directory, group_name(name));
        if (std::find(directories.begin(), directories.end(), directory) != directories.end())
            return directory;
        if (::mkdir(directory.c_str(), 0755) != 0) return refused(directory);
        directories.push_back(directory);
        doors.emplace_back(::open((directory + "/cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC));
        if (!doors.back()) return refused(directory);
        return directory;
    };
    if (memory) {
        const auto directory = made(places().memory);
        if (!directory) return Error{directory.error()};
        const std::string bytes = fmt::format("{}", *memory);
        if (places_->memory->version == 2) {
            if (!write_file(*directory + "/memory.max", bytes)) return refused(*directory);
            write_file(*directory + "/memory.swap.max", "0");   // absent without swap accounting
            write_file(*directory + "/memory.oom.group", "1");  // all of the engine or nothing
        } else {
            if (!write_file(*directory + "/memory.limit_in_bytes", bytes))
                return refused(*directory);
            write_file(*directory + "/memory.memsw.limit_in_bytes", bytes);
        }
    }
    if (tasks) {
        const auto directory = made(places().pids);
        if (!directory) return Error{directory.error()};
        if (!write_file(*directory + "/pids.max", fmt::format("{}", *tasks)))
            return refused(*directory);
    }
    return doors;
}

void ControlGroups::end(const std::string& name) {
    const auto found = living_.find(name);
    if (found == living_.end()) return;
    ended_.insert(ended_.end(), found->second.begin(), found->second.end());
    living_.erase(found);
}

int ControlGroups::sweep() {
    std::erase_if(ended_, remove_group);
    return static_cast<int>(ended_.size());
}

std::string control_group_name(std::string_view marker) {
    return std::string{marker.substr(marker.find('=') + 1)};
}

ControlGroups& control_groups() {
    static ControlGroups groups;
    return groups;
}

}  // namespace sparring::referee
