// Control groups (cgroups, version 2 or 1) for engines: found where this process may divide its own
// group, named by its number, removed when an engine has ended.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/expected.hpp"
#include "referee/play/file_descriptor.hpp"

namespace sparring::referee {

/// A directory in which groups can be made that limit something.
struct ControlGroupPlace {
    std::string directory;
    int version = 2;
    /// Version 2 gives limits only to groups below one without processes: all of ours must first
    /// move into a group of their own.
    bool vacate = false;

    friend bool operator==(const ControlGroupPlace&, const ControlGroupPlace&) = default;
};

struct ControlGroupPlaces {
    std::optional<ControlGroupPlace> memory, pids;
};

/// Reads `root`/proc/self/{cgroup,mountinfo} and the groups they name; changes nothing. `root` is
/// empty but in tests.
ControlGroupPlaces find_control_groups(const std::string& root = {});

class ControlGroups {
  public:
    ControlGroups() = default;
    /// Groups are made in these places instead of those that are found.
    explicit ControlGroups(ControlGroupPlaces places) : places_{std::move(places)} {}
    ControlGroups(const ControlGroups&) = delete;
    ControlGroups& operator=(const ControlGroups&) = delete;
    ~ControlGroups();

    const ControlGroupPlaces& places();

    /// Makes the group `name` with limits (bytes; processes and threads). A process that writes "0"
    /// to all of the descriptors is in it.
    Expected<std::vector<FileDescriptor>> make(const std::string& name,
                                               std::optional<std::int64_t> memory,
                                               std::optional<int> tasks);

    /// The engine of that group has ended: whatever is left in it is killed.
    void end(const std::string& name);

    /// Kills again and removes ended groups; returns how many are still in use.
    int sweep();

  private:
    void remove_leftovers();
    std::optional<Error> vacate(const std::string& directory);

    std::optional<ControlGroupPlaces> places_;
    std::map<std::string, std::vector<std::string>> living_;  // by name: directories
    std::vector<std::string> ended_;                          // directories
    bool tidy_ = false;  // groups of referees that were killed have been removed
};

/// The name of an engine's group, from its marker "NAME=value".
std::string control_group_name(std::string_view marker);

/// This process's. Used on one thread, that of the loop.
ControlGroups& control_groups();

}  // namespace sparring::referee
