#include "referee/play/sandbox.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <climits>
#include <csignal>
#include <filesystem>
#include <functional>
#include <set>

#include "protocol/text.hpp"
#include "referee/play/find_program.hpp"
#include "referee/play/launch.hpp"
#include "referee/play/system_call_filter.hpp"
#include "referee/play/system_error.hpp"

namespace sparring::referee {
namespace {

constexpr std::string_view kScratch = "/tmp";
constexpr int kNobody = 65534;
/// systemd's list of user numbers calls everything from here to 2147352575 unused.
constexpr std::uint64_t kFirstUser = 1'900'000'000, kUsers = 200'000'000;
constexpr std::chrono::seconds kLongestTrial{10};

/// From the root on, without dots.
std::string plain(const std::string& path) {
    std::string result = std::filesystem::path{absolute_path(path)}.lexically_normal();
    while (result.size() > 1 && result.ends_with('/')) result.pop_back();
    return result;
}

bool lies_in(std::string_view path, std::string_view directory) {
    return path.starts_with(directory) &&
           (path.size() == directory.size() || path[directory.size()] == '/');
}

FileDescriptor filter_file() {
    const auto code = system_call_filter();
    if (code.empty()) return {};
    FileDescriptor file{::memfd_create("filter", MFD_CLOEXEC)};
    if (!file) refuse("memfd_create");
    const std::size_t bytes = code.size() * sizeof code.front();
    if (::write(file.native(), code.data(), bytes) != static_cast<ssize_t>(bytes)) refuse("write");
    if (::lseek(file.native(), 0, SEEK_SET) != 0) refuse("lseek");
    return file;
}

std::vector<std::string> environment(const std::string& marker) {
    return {"PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", fmt::format("HOME={}", kScratch),
            fmt::format("TMPDIR={}", kScratch), marker};
}

/// What it writes until it closes its end, or until the deadline.
std::string hear(const FileDescriptor& descriptor, std::chrono::steady_clock::time_point deadline) {
    using namespace std::chrono;
    std::string text;
    std::array<char, 1024> chunk{};
    for (;;) {
        const auto left = ceil<milliseconds>(deadline - steady_clock::now()).count();
        pollfd wait{descriptor.native(), POLLIN, 0};
        const int ready = left > 0 ? ::poll(&wait, 1, static_cast<int>(left)) : 0;
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0) return text;
        const ssize_t got = ::read(descriptor.native(), chunk.data(), chunk.size());
        if (got <= 0) return text;
        if (text.size() < 4096) text.append(chunk.data(), static_cast<std::size_t>(got));
    }
}

/// Runs bubblewrap; its words if it, or what it runs, fails.
std::optional<std::string> try_to_run(const std::string& bubblewrap,
                                      std::vector<std::string> arguments, const std::string& marker,
                                      const FileDescriptor& filter) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) refuse("pipe2");
    const FileDescriptor words{ends[0]};
    FileDescriptor end{ends[1]};
    const FileDescriptor nothing{::open("/dev/null", O_RDWR | O_CLOEXEC)};
    if (!nothing) refuse("open /dev/null");
    Launch trial;
    trial.program = bubblewrap;
    trial.arguments = std::move(arguments);
    trial.environment = environment(marker);
    trial.input = trial.output = nothing.native();
    trial.errors = end.native();
    trial.inherited = filter.native();
    const auto process = launch(trial);
    if (!process) return process.error();
    end.reset();
    const std::string said = hear(words, std::chrono::steady_clock::now() + kLongestTrial);
    ::kill(*process, SIGKILL);  // it has ended, or it hangs
    int status = 0;
    ::waitpid(*process, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
    const auto line = std::string_view{said}.substr(0, said.find('\n'));
    return line.empty() ? "it says nothing" : text::printable(line, 300);
}

std::uint64_t number_of(const std::string& marker) {
    return std::hash<std::string>{}(marker);
}

}  // namespace

std::optional<std::string> cannot_show(const std::string& path) {
    const std::string shown = plain(path);
    const std::string name = text::printable(path, 200);
    if (shown == "/") return fmt::format("'{}' would show the whole file system", name);
    if (shown == kScratch) return fmt::format("'{}' is the engine's own scratch there", name);
    for (const char* special : {"/proc", "/dev", "/sys"}) {
        if (lies_in(shown, special)) return fmt::format("'{}' is not a place for files", name);
    }
    return {};
}

SandboxHost look_at_host(std::uint64_t number, const std::string& root) {
    SandboxHost host;
    if (::geteuid() == 0) host.user = static_cast<uid_t>(kFirstUser + number % kUsers);
    for (const char* name : {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}) {
        struct stat status {};
        const std::string path = root + name;
        if (::lstat(path.c_str(), &status) != 0) continue;
        std::array<char, PATH_MAX> target{};
        const ssize_t length =
            S_ISLNK(status.st_mode) ? ::readlink(path.c_str(), target.data(), target.size()) : 0;
        host.system.emplace_back(
            name,
            std::string(target.data(), static_cast<std::size_t>(std::max<ssize_t>(length, 0))));
    }
    return host;
}

std::vector<std::string> sandbox_arguments(const Sandbox& sandbox, const Confined& confined,
                                           const SandboxHost& host, int filter) {
    std::vector<std::string> words{"--unshare-net",
                                   "--unshare-pid",
                                   "--unshare-ipc",
                                   "--unshare-uts",
                                   "--unshare-cgroup-try",
                                   "--hostname",
                                   "sandbox",
                                   "--new-session",
                                   "--die-with-parent",
                                   "--cap-drop",
                                   "ALL"};
    const auto add = [&](std::initializer_list<std::string> more) {
        words.insert(words.end(), more);
    };
    if (host.user != 0) {
        // Kept only until setpriv has made the engine somebody else.
        for (const char* needed : {"CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"})
            add({"--cap-add", needed});
    } else {
        const std::string nobody = fmt::format("{}", kNobody);
        add({"--unshare-user", "--disable-userns", "--uid", nobody, "--gid", nobody});
    }
    if (filter >= 0) add({"--seccomp", fmt::format("{}", filter)});

    std::set<std::string> made;
    const auto show = [&](const char* how, const std::string& path) {
        // bubblewrap would make the directories above it for its own user alone.
        for (auto end = path.find('/', 1); end != path.npos; end = path.find('/', end + 1)) {
            const std::string above = path.substr(0, end);
            if (above != kScratch && made.insert(above).second)
                add({"--perms", "0755", "--dir", above});
        }
        add({how, path, path});
    };
    add({"--ro-bind", "/usr", "/usr"});
    for (const auto& [path, target] : host.system) {
        if (target.empty()) {
            add({"--ro-bind", path, path});
        } else {
            add({"--symlink", target, path});
        }
    }
    for (const char* path :
         {"/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime", "/etc/ssl/openssl.cnf"})
        show("--ro-bind-try", path);
    add({"--proc", "/proc", "--dir", "/dev"});
    for (const char* device :
         {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"})
        add({"--dev-bind", device, device});
    add({"--symlink", "/proc/self/fd", "/dev/fd", "--symlink", std::string{kScratch}, "/dev/shm"});
    add({"--perms", "1777", "--size", fmt::format("{}", sandbox.scratch), "--tmpfs",
         std::string{kScratch}});

    std::vector<std::string> shown = sandbox.exposed;
    const std::string directory =
        confined.directory.empty() ? std::string{kScratch} : plain(confined.directory);
    if (directory != kScratch) shown.push_back(directory);
    shown.push_back(confined.program);
    std::vector<std::string> visible{"/usr"};
    for (const auto& [path, target] : host.system) visible.push_back(path);
    for (std::string& path : shown) {
        path = plain(path);
        if (std::any_of(visible.begin(), visible.end(),
                        [&](const std::string& other) { return lies_in(path, other); }))
            continue;
        show("--ro-bind", path);
        visible.push_back(path);
    }
    // Last: bubblewrap makes the places of all these in it.
    add({"--remount-ro", "/", "--chdir", directory});

    // Counted in the engine's own user namespace, together with bubblewrap's process number 1, or
    // for the engine's own user.
    const int tasks = confined.tasks + (host.user == 0 ? 1 : 0);
    add({"--", "prlimit", fmt::format("--nproc={}:{}", tasks, tasks)});
    if (host.user != 0) {
        const std::string user = fmt::format("{}", host.user);
        add({"setpriv", "--reuid", user, "--regid", user, "--clear-groups", "--inh-caps=-all",
             "--bounding-set=-all", "--"});
    }
    words.push_back(confined.program);
    words.insert(words.end(), confined.arguments.begin(), confined.arguments.end());
    return words;
}

Expected<SandboxedProgram> enter_sandbox(const Sandbox& sandbox, const Confined& confined,
                                         const std::string& marker) {
    const auto bubblewrap = find_program("bwrap", {});
    if (!bubblewrap)
        return Error{"sandbox=bwrap: bubblewrap is not installed (Debian: apt install bubblewrap)"};
    SandboxedProgram result{*bubblewrap, {}, environment(marker), filter_file()};
    const SandboxHost host = look_at_host(number_of(marker));
    result.arguments = sandbox_arguments(sandbox, confined, host, result.filter.native());

    Confined trial = confined;
    trial.program = "/bin/sh";
    trial.arguments = {
        "-c", "test -x \"$0\" || { echo \"cannot run '$0' as the user inside\" >&2; exit 1; }",
        confined.program};
    Sandbox shown = sandbox;
    shown.exposed.push_back(confined.program);
    static std::set<std::vector<std::string>> works;
    const SandboxHost anybody{host.user == 0 ? 0U : 1U, host.system};
    auto tried = sandbox_arguments(shown, trial, anybody, 0);
    if (!works.contains(tried)) {
        const auto words = sandbox_arguments(shown, trial, host, result.filter.native());
        if (const auto problem = try_to_run(*bubblewrap, words, marker, result.filter))
            return Error{fmt::format("sandbox=bwrap: bubblewrap cannot start here: {}", *problem)};
        works.insert(std::move(tried));
        if (result.filter && ::lseek(result.filter.native(), 0, SEEK_SET) != 0) refuse("lseek");
    }
    return result;
}

}  // namespace sparring::referee
