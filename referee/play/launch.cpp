#include "referee/play/launch.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <system_error>

#include "protocol/text.hpp"
#include "referee/play/file_descriptor.hpp"

namespace sparring::referee {
namespace {

enum class Step { group, nice, limit, directory, program };

/// Pointers into a Launch, for the child.
struct Plan {
    const Launch& launch;
    char** arguments;
    char** environment;
    int failure;
    pid_t parent;
};

struct Failure {
    int error;
    Step step;
};

[[noreturn]] void give_up(const Plan& plan, Step step) {
    const Failure failure{errno, step};
    (void)!::write(plan.failure, &failure, sizeof failure);
    ::_exit(127);
}

/// Groups first: what is charged to them begins here.
void limit_self(const Plan& plan) {
    const Launch& launch = plan.launch;
    for (const int group : launch.groups) {
        if (::write(group, "0", 1) != 1 && !launch.best_effort) give_up(plan, Step::group);
    }
    if (const int adjust = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC); adjust >= 0) {
        (void)!::write(adjust, "1000", 4);
        ::close(adjust);
    }
    for (const auto& [resource, limit] : launch.resources) {
        if (::setrlimit(static_cast<__rlimit_resource_t>(resource), &limit) != 0)
            give_up(plan, Step::limit);
    }
    if (launch.nice && ::setpriority(PRIO_PROCESS, 0, *launch.nice) != 0 && !launch.best_effort)
        give_up(plan, Step::nice);
}

[[noreturn]] void become(const Plan& plan) {
    const Launch& launch = plan.launch;
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != plan.parent) ::_exit(127);  // it died before prctl took effect

    // Ignored signals stay ignored over exec, and we ignore SIGPIPE.
    ::signal(SIGPIPE, SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);

    limit_self(plan);
    if (!launch.directory.empty() && ::chdir(launch.directory.c_str()) != 0)
        give_up(plan, Step::directory);
    if (::dup2(launch.input, STDIN_FILENO) < 0 || ::dup2(launch.output, STDOUT_FILENO) < 0 ||
        ::dup2(launch.errors, STDERR_FILENO) < 0) {
        give_up(plan, Step::program);
    }
    // What our own parent let us inherit is not for engines (Linux 5.11; older ones refuse).
    ::syscall(SYS_close_range, 3U, UINT_MAX, 1U << 2 /* CLOSE_RANGE_CLOEXEC */);
    if (launch.inherited >= 0) ::fcntl(launch.inherited, F_SETFD, 0);
    ::execve(launch.program.c_str(), plan.arguments, plan.environment);
    give_up(plan, Step::program);
}

/// vfork: the child borrows our memory until it execs, so nothing is copied however large we are.
pid_t start(const Plan& plan) {
    sigset_t all, before;
    ::sigfillset(&all);
    ::sigprocmask(SIG_SETMASK, &all, &before);  // no handler of ours may run in the child
    const pid_t pid = ::vfork();
    if (pid == 0) become(plan);
    const int error = errno;
    ::sigprocmask(SIG_SETMASK, &before, nullptr);
    errno = error;
    return pid;
}

/// The texts stay where they are while the pointers are in use.
std::vector<char*> pointers(const std::vector<std::string>& texts) {
    std::vector<char*> result;
    for (const std::string& text : texts) result.push_back(const_cast<char*>(text.c_str()));
    result.push_back(nullptr);
    return result;
}

std::string explain(const Launch& launch, const Failure& failure) {
    const char* why = std::strerror(failure.error);
    switch (failure.step) {
        case Step::directory:
            return fmt::format("cannot enter the directory '{}': {}",
                               text::printable(launch.directory, 200), why);
        case Step::nice:
            return fmt::format("cannot set nice={}: {} (limits=best-effort goes on without)",
                               *launch.nice, why);
        case Step::group:
            return fmt::format(
                "cannot enter its control group: {} (limits=best-effort goes on without)", why);
        case Step::limit:
            return fmt::format("cannot set its limits: {}", why);
        case Step::program:
            break;
    }
    const bool script = failure.error == ENOENT && ::access(launch.program.c_str(), F_OK) == 0;
    return fmt::format("cannot run '{}': {}{}", text::printable(launch.program, 200), why,
                       script ? " (the interpreter that its first line names)" : "");
}

/// A limit above the one that we have ourselves would be refused, and is not needed.
void lower_to_ours(std::vector<std::pair<int, rlimit>>& resources) {
    for (auto& [resource, limit] : resources) {
        rlimit ours{};
        if (::getrlimit(static_cast<__rlimit_resource_t>(resource), &ours) != 0) continue;
        limit.rlim_max = std::min(limit.rlim_max, ours.rlim_max);
        limit.rlim_cur = std::min(limit.rlim_cur, limit.rlim_max);
    }
}

}  // namespace

Expected<pid_t> launch(const Launch& wanted) {
    Launch launch = wanted;
    lower_to_ours(launch.resources);
    launch.arguments.insert(launch.arguments.begin(), launch.program);
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        throw std::system_error{errno, std::generic_category(), "pipe2"};
    const FileDescriptor failure{ends[0]};
    FileDescriptor failure_end{ends[1]};
    auto arguments = pointers(launch.arguments), environment = pointers(launch.environment);
    const pid_t pid =
        start({launch, arguments.data(), environment.data(), failure_end.native(), ::getpid()});
    if (pid < 0) throw std::system_error{errno, std::generic_category(), "vfork"};
    failure_end.reset();

    Failure reported{};
    ssize_t got = 0;
    do {
        got = ::read(failure.native(), &reported, sizeof reported);
    } while (got < 0 && errno == EINTR);
    if (got != sizeof reported) return pid;
    ::waitpid(pid, nullptr, 0);
    return Error{explain(launch, reported)};
}

}  // namespace sparring::referee
