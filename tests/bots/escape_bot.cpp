// escape_bot ATTEMPT [TARGET [TAG]]: an engine that plays well and, before its first move, tries to
// get at what is not its own. It writes on standard error what became of it: "succeeded: ..." or
// "refused: ...". All attempts are bounded, so that a machine survives those that succeed. TAG is
// ignored; it tells the bot's processes from others.
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "protocol/text.hpp"
#include "tests/bots/bot.hpp"

namespace {

using namespace sparring;
using namespace sparring::bots;

struct Result {
    bool success;
    std::string detail;
};

using Target = const std::string&;

Result from_call(bool success, const std::string& what) {
    return {success, success ? what : fmt::format("{}: {}", what, std::strerror(errno))};
}

int number(Target target) {
    return text::number<int>(target).value_or(0);
}

Result read_file(Target path) {
    const int file = ::open(path.c_str(), O_RDONLY);
    char byte = 0;
    return from_call(file >= 0 && ::read(file, &byte, 1) == 1, "read " + path);
}

Result list_directory(Target path) {
    DIR* directory = ::opendir(path.c_str());
    return from_call(directory != nullptr && ::readdir(directory) != nullptr, "list " + path);
}

Result append(Target path) {
    const int file = ::open(path.c_str(), O_WRONLY | O_APPEND);
    return from_call(file >= 0 && ::write(file, "x", 1) == 1, "write " + path);
}

Result create(Target path) {
    return from_call(::open(path.c_str(), O_WRONLY | O_CREAT, 0644) >= 0, "create " + path);
}

/// Opens only: what is in it matters to the whole machine.
Result open_for_writing(Target path) {
    return from_call(::open(path.c_str(), O_WRONLY) >= 0, "open " + path);
}

Result connect_to(int family, const void* address, std::size_t size, Target target) {
    const int socket = ::socket(family, SOCK_STREAM, 0);
    return from_call(socket >= 0 && ::connect(socket, static_cast<const sockaddr*>(address),
                                              static_cast<socklen_t>(size)) == 0,
                     "connect to " + target);
}

Result connect_loopback(Target port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(number(port)));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return connect_to(AF_INET, &address, sizeof address, port);
}

/// A local socket without a file.
Result connect_abstract(Target name) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    name.copy(address.sun_path + 1, sizeof address.sun_path - 1);
    return connect_to(AF_UNIX, &address, offsetof(sockaddr_un, sun_path) + 1 + name.size(), name);
}

/// So many children that leave group and session and do not want to go.
Result fork_bomb(Target count) {
    int started = 0;
    for (; started < number(count); ++started) {
        const pid_t child = ::fork();
        if (child == 0) {
            ::setsid();
            ::signal(SIGTERM, SIG_IGN);
            hang();
        }
        if (child < 0) break;
    }
    return from_call(started == number(count), fmt::format("{} children", started));
}

Result memory_bomb(Target megabytes) {
    for (int i = 0; i < number(megabytes); ++i) {
        void* block = ::mmap(nullptr, 1 << 20, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
        if (block == MAP_FAILED) return from_call(false, fmt::format("{} MB", i));
        std::memset(block, 1, 1 << 20);
    }
    return from_call(true, megabytes + " MB");
}

/// In files of a megabyte each.
Result fill_disk(Target megabytes) {
    const std::string block(1 << 20, 'x');
    int written = 0;
    for (const char* place : {".", "/tmp", "/dev/shm", "/dev", "/run", "/var/tmp", "/"}) {
        for (bool room = true; room && written < number(megabytes);) {
            const std::string name = fmt::format("{}/fill{}", place, written);
            const int file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
            room = file >= 0 &&
                   ::write(file, block.data(), block.size()) == static_cast<ssize_t>(block.size());
            ::close(file);
            if (room) ++written;
        }
    }
    return from_call(written >= number(megabytes), fmt::format("{} MB", written));
}

Result kill_process(Target process) {
    return from_call(::kill(number(process), SIGKILL) == 0, "kill " + process);
}

/// The referee, if there is nobody between.
Result kill_parent(Target) {
    return from_call(::kill(::getppid(), SIGKILL) == 0, "kill the parent");
}

Result trace(Target process) {
    if (::ptrace(PTRACE_SEIZE, number(process), nullptr, nullptr) == 0)
        return {true, "ptrace " + process};
    return from_call(::open(fmt::format("/proc/{}/mem", process).c_str(), O_RDWR) >= 0,
                     fmt::format("/proc/{}/mem", process));
}

/// In the environment of any process that shows its own.
Result find_in_environment(Target name) {
    DIR* processes = ::opendir("/proc");
    while (const dirent* entry = processes != nullptr ? ::readdir(processes) : nullptr) {
        std::ifstream file{fmt::format("/proc/{}/environ", entry->d_name), std::ios::binary};
        const std::string environment{std::istreambuf_iterator<char>{file}, {}};
        if (environment.find(name) != environment.npos)
            return {true, fmt::format("process {}", entry->d_name)};
    }
    return {false, "no process has it"};
}

Result make_user_namespace(Target) {
    return from_call(::unshare(CLONE_NEWUSER) == 0, "unshare");
}

/// Programs that give privileges give them.
Result gain_privileges(Target) {
    return {::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0, "PR_GET_NO_NEW_PRIVS"};
}

const std::map<std::string, Result (*)(Target)> kAttempts{
    {"read", read_file},
    {"list", list_directory},
    {"append", append},
    {"create", create},
    {"open-for-writing", open_for_writing},
    {"connect", connect_loopback},
    {"connect-abstract", connect_abstract},
    {"fork-bomb", fork_bomb},
    {"memory-bomb", memory_bomb},
    {"fill-disk", fill_disk},
    {"kill", kill_process},
    {"kill-parent", kill_parent},
    {"trace", trace},
    {"environment", find_in_environment},
    {"user-namespace", make_user_namespace},
    {"privileges", gain_privileges},
};

}  // namespace

int main(int argc, char** argv) {
    const auto attempt = kAttempts.find(argc > 1 ? argv[1] : "");
    const auto choice = games::find("reversi");
    if (attempt == kAttempts.end() || !choice) {
        fmt::print(stderr, "usage: escape_bot ATTEMPT [TARGET [TAG]]\n");
        return 2;
    }
    const std::string target = argc > 2 ? argv[2] : "";
    ::signal(SIGPIPE, SIG_IGN);
    Bot::Habits habits;
    habits.once = [&](Bot& bot) {
        const Result result = attempt->second(target);
        fmt::print(stderr, "{}: {}\n", result.success ? "succeeded" : "refused", result.detail);
        bot.answer();
    };
    return Bot{*choice, habits, 0}.run();
}
