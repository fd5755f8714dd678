// A room for an engine nobody vouches for, made by bubblewrap. It sees the system's programs and
// libraries, its own program and what is exposed to it, all read-only, and a scratch directory; no
// network, no process but its own, no device, none of our environment.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "protocol/expected.hpp"
#include "referee/play/file_descriptor.hpp"

namespace sparring::referee {

struct Sandbox {
    bool enabled = false;
    std::int64_t scratch =
        64 << 20;  ///< bytes of /tmp, its working directory and only writable one
    std::vector<std::string> exposed;  ///< paths that it may read besides
};

/// Why a path cannot be exposed: the root, or what the sandbox has of its own.
std::optional<std::string> cannot_show(const std::string& path);

/// A program as it would run without a sandbox.
struct Confined {
    std::string program;
    std::vector<std::string> arguments;  ///< without the program's name
    std::string directory;               ///< working directory, read-only; empty = the scratch
    int tasks = 1;                       ///< threads and processes at a time
};

/// What a sandbox depends on besides the engine.
struct SandboxHost {
    /// As root there is no need of a user namespace, whose root would own root's files and /proc:
    /// the engine gets a user of its own instead. 0 = we are not root.
    uid_t user = 0;
    /// Top-level directories of programs and libraries, with the target of those that are links.
    std::vector<std::pair<std::string, std::string>> system;
};

/// `number` makes the user of one engine different from that of another.
SandboxHost look_at_host(std::uint64_t number, const std::string& root = {});

/// bubblewrap's arguments, the engine's last. `filter` is the descriptor of a seccomp program, -1 =
/// none. Pure.
std::vector<std::string> sandbox_arguments(const Sandbox& sandbox, const Confined& confined,
                                           const SandboxHost& host, int filter);

/// What to start instead of the program.
struct SandboxedProgram {
    std::string program;
    std::vector<std::string> arguments, environment;
    FileDescriptor filter;  ///< to be inherited
};

/// `marker` ("NAME=value") is all that the environment has of ours. Each different sandbox is tried
/// once, which takes some milliseconds; the error has bubblewrap's own words if it cannot start.
Expected<SandboxedProgram> enter_sandbox(const Sandbox& sandbox, const Confined& confined,
                                         const std::string& marker);

}  // namespace sparring::referee
