#include "referee/play/spawn.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "protocol/text.hpp"
#include "referee/play/control_group.hpp"
#include "referee/play/launch.hpp"
#include "referee/play/system_error.hpp"

extern char** environ;

namespace sparring::referee {
namespace {

struct Pipe {
    FileDescriptor read, write;
};

Pipe make_pipe() {
    std::array<int, 2> ends{};
    // Close-on-exec from the first instant: another child may be started at any time.
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) refuse("pipe2");
    return {FileDescriptor{ends[0]}, FileDescriptor{ends[1]}};
}

void set_nonblocking(const FileDescriptor& descriptor) {
    const int flags = ::fcntl(descriptor.native(), F_GETFL);
    if (flags < 0 || ::fcntl(descriptor.native(), F_SETFL, flags | O_NONBLOCK) < 0) refuse("fcntl");
}

/// Ours, with `added` (NAME=value) in place of what has the same names.
std::vector<std::string> environment(std::vector<std::string> added) {
    std::vector<std::string> result;
    const auto replaced = [&](std::string_view entry) {
        return std::any_of(added.begin(), added.end(), [&](const std::string& other) {
            return entry.starts_with(std::string_view{other}.substr(0, other.find('=') + 1));
        });
    };
    for (char** entry = environ; *entry != nullptr; ++entry) {
        if (!replaced(*entry)) result.emplace_back(*entry);
    }
    result.insert(result.end(), added.begin(), added.end());
    return result;
}

/// Made for one engine; ended again unless the engine has started.
class Groups {
  public:
    explicit Groups(const std::string& marker) : name_{control_group_name(marker)} {}
    Groups(const Groups&) = delete;
    Groups& operator=(const Groups&) = delete;
    ~Groups() {
        if (!kept_) control_groups().end(name_);
    }

    std::optional<Error> make(const Enforcement& plan) {
        auto doors = control_groups().make(name_, plan.group_memory, plan.group_tasks);
        if (!doors) return Error{doors.error()};
        doors_ = *std::move(doors);
        return {};
    }
    std::vector<int> doors() const {
        std::vector<int> result;
        for (const FileDescriptor& door : doors_) result.push_back(door.native());
        return result;
    }
    void keep() { kept_ = true; }

  private:
    std::string name_;
    std::vector<FileDescriptor> doors_;
    bool kept_ = false;
};

}  // namespace

Expected<Child> spawn(const Command& command, const std::string& marker) {
    Pipe input = make_pipe(), output = make_pipe();
    const char* errors_path = command.errors_to.empty() ? "/dev/null" : command.errors_to.c_str();
    const FileDescriptor errors{
        ::open(errors_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644)};
    if (!errors) {
        return Error{fmt::format("cannot write '{}': {}", text::printable(command.errors_to, 200),
                                 std::strerror(errno))};
    }
    set_nonblocking(input.write);
    set_nonblocking(output.read);

    const bool sandboxed = command.sandbox.enabled;
    const bool grouped = command.limits.memory || command.limits.threads;
    const Enforcement limits =
        plan_limits(command.limits, sandboxed,
                    sandboxed ? std::optional{command.sandbox.scratch} : std::nullopt,
                    grouped ? control_groups().places() : ControlGroupPlaces{});
    std::optional<Error> weak;
    Groups groups{marker};
    if (!limits.missing.empty()) weak = Error{limits.missing.front()};
    if (limits.group_memory || limits.group_tasks) {
        if (auto error = groups.make(limits)) weak = std::move(error);
    }
    if (weak && !command.limits.best_effort)
        return Error{weak->message + " (limits=best-effort goes on without)"};

    Launch plan;
    FileDescriptor filter;
    if (sandboxed) {
        auto inside = enter_sandbox(
            command.sandbox,
            {command.program, command.arguments, command.directory, *limits.sandbox_tasks}, marker);
        if (!inside) return Error{inside.error()};
        plan.program = std::move(inside->program);
        plan.arguments = std::move(inside->arguments);
        plan.environment = std::move(inside->environment);
        plan.environment.insert(plan.environment.end(), command.environment.begin(),
                                command.environment.end());
        filter = std::move(inside->filter);
    } else {
        plan.program = command.program;
        plan.arguments = command.arguments;
        auto added = command.environment;
        added.push_back(marker);
        plan.environment = environment(std::move(added));
        plan.directory = command.directory;
    }
    plan.input = input.read.native();
    plan.output = output.write.native();
    plan.errors = errors.native();
    plan.inherited = filter.native();
    plan.groups = groups.doors();
    plan.resources = limits.resources;
    plan.nice = command.limits.nice;
    plan.best_effort = command.limits.best_effort;

    const auto started = launch(plan);
    if (!started) return Error{started.error()};
    Child child;
    child.pid = *started;
    // The number cannot be reused: nobody has waited for the process yet.
    child.exit = FileDescriptor{static_cast<int>(::syscall(SYS_pidfd_open, child.pid, 0))};
    if (!child.exit) {
        const int error = errno;
        ::kill(child.pid, SIGKILL);
        ::waitpid(child.pid, nullptr, 0);
        errno = error;
        refuse("pidfd_open");
    }
    groups.keep();
    child.input = std::move(input.write);
    child.output = std::move(output.read);
    return child;
}

}  // namespace sparring::referee
