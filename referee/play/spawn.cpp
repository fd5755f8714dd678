#include "referee/play/spawn.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "protocol/text.hpp"

extern char** environ;

namespace sparring::referee {
namespace {

[[noreturn]] void refuse(const char* call) {
    throw std::system_error{errno, std::generic_category(), call};
}

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

/// All that the child needs, laid out before the fork: after it only system calls are allowed.
struct Plan {
    const char* program;
    char** arguments;
    char** environment;
    const char* directory;
    int input, output, errors, failure;
    pid_t parent;
};

struct Failure {
    int error;
    char step;  // 'd' working directory, 'x' the program
};

[[noreturn]] void become(const Plan& plan) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != plan.parent) ::_exit(127);  // it died before prctl took effect

    // Ignored signals stay ignored over exec, and we ignore SIGPIPE.
    ::signal(SIGPIPE, SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);

    Failure failure{0, 'x'};
    if (*plan.directory != '\0' && ::chdir(plan.directory) != 0) {
        failure = {errno, 'd'};
    } else if (::dup2(plan.input, STDIN_FILENO) < 0 || ::dup2(plan.output, STDOUT_FILENO) < 0 ||
               ::dup2(plan.errors, STDERR_FILENO) < 0) {
        failure.error = errno;
    } else {
        // What our own parent let us inherit is not for engines (Linux 5.11; older ones refuse).
        ::syscall(SYS_close_range, 3U, UINT_MAX, 1U << 2 /* CLOSE_RANGE_CLOEXEC */);
        ::execve(plan.program, plan.arguments, plan.environment);
        failure.error = errno;
    }
    (void)!::write(plan.failure, &failure, sizeof failure);
    ::_exit(127);
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

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> result;
    for (std::string& text : texts) result.push_back(text.data());
    result.push_back(nullptr);
    return result;
}

std::string explain(const Command& command, const Failure& failure) {
    const char* why = std::strerror(failure.error);
    if (failure.step == 'd') {
        return fmt::format("cannot enter the directory '{}': {}",
                           text::printable(command.directory, 200), why);
    }
    const bool script = failure.error == ENOENT && ::access(command.program.c_str(), F_OK) == 0;
    return fmt::format("cannot run '{}': {}{}", text::printable(command.program, 200), why,
                       script ? " (the interpreter that its first line names)" : "");
}

bool is_program(const std::string& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
           ::access(path.c_str(), X_OK) == 0;
}

/// Absolute, because the child changes its directory before it runs the program.
std::string absolute(const std::string& path) {
    if (path.starts_with('/')) return path;
    std::array<char, PATH_MAX> here{};
    if (::getcwd(here.data(), here.size()) == nullptr) return path;
    return fmt::format("{}/{}", here.data(), path);
}

}  // namespace

Expected<Child> spawn(const Command& command, const std::string& marker) {
    Pipe input = make_pipe(), output = make_pipe(), failure = make_pipe();
    const char* errors_path = command.errors_to.empty() ? "/dev/null" : command.errors_to.c_str();
    const FileDescriptor errors{
        ::open(errors_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644)};
    if (!errors) {
        return Error{fmt::format("cannot write '{}': {}", text::printable(command.errors_to, 200),
                                 std::strerror(errno))};
    }
    set_nonblocking(input.write);
    set_nonblocking(output.read);

    std::vector<std::string> arguments{command.program};
    arguments.insert(arguments.end(), command.arguments.begin(), command.arguments.end());
    std::vector<std::string> environment;
    const std::string_view name = std::string_view{marker}.substr(0, marker.find('=') + 1);
    for (char** entry = environ; *entry != nullptr; ++entry) {
        if (!std::string_view{*entry}.starts_with(name)) environment.emplace_back(*entry);
    }
    environment.push_back(marker);
    const auto argument_pointers = pointers(arguments),
               environment_pointers = pointers(environment);
    const Plan plan{command.program.c_str(),
                    const_cast<char**>(argument_pointers.data()),
                    const_cast<char**>(environment_pointers.data()),
                    command.directory.c_str(),
                    input.read.native(),
                    output.write.native(),
                    errors.native(),
                    failure.write.native(),
                    ::getpid()};

    Child child;
    child.pid = start(plan);
    if (child.pid < 0) refuse("vfork");
    failure.write.reset();

    Failure reported{};
    ssize_t got = 0;
    do {
        got = ::read(failure.read.native(), &reported, sizeof reported);
    } while (got < 0 && errno == EINTR);
    if (got == sizeof reported) {
        ::waitpid(child.pid, nullptr, 0);
        return Error{explain(command, reported)};
    }
    // The number cannot be reused: nobody has waited for the process yet.
    child.exit = FileDescriptor{static_cast<int>(::syscall(SYS_pidfd_open, child.pid, 0))};
    if (!child.exit) {
        const int error = errno;
        ::kill(child.pid, SIGKILL);
        ::waitpid(child.pid, nullptr, 0);
        errno = error;
        refuse("pidfd_open");
    }
    child.input = std::move(input.write);
    child.output = std::move(output.read);
    return child;
}

Expected<std::string> find_program(std::string_view text, const std::string& directory) {
    const std::string name{text};
    const std::string shown = text::printable(text, 200);
    if (name.empty()) return Error{"no program is given"};
    std::vector<std::string> candidates;
    if (name.find('/') != name.npos) {
        candidates.push_back(absolute(name));
    } else {
        if (!directory.empty()) candidates.push_back(absolute(directory + "/" + name));
        const char* path = std::getenv("PATH");
        std::string_view rest = path != nullptr ? path : "";
        while (!rest.empty()) {
            const auto end = std::min(rest.find(':'), rest.size());
            if (end > 0)
                candidates.push_back(absolute(fmt::format("{}/{}", rest.substr(0, end), name)));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        candidates.push_back(absolute(name));
    }
    for (const std::string& candidate : candidates) {
        if (is_program(candidate)) return candidate;
    }
    for (const std::string& candidate : candidates) {
        struct stat status {};
        if (::stat(candidate.c_str(), &status) != 0) continue;
        if (S_ISDIR(status.st_mode)) return Error{fmt::format("'{}' is a directory", shown)};
        return Error{fmt::format("'{}' is not executable (chmod +x?)", shown)};
    }
    return Error{fmt::format("there is no program '{}'{}", shown,
                             name.find('/') == name.npos ? " in PATH or here" : "")};
}

}  // namespace sparring::referee
