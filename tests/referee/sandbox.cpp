// The sandbox: what bubblewrap is told (pure), what an engine finds in it, and what is said
// when it cannot start.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "protocol/text.hpp"
#include "referee/play/cpu_set.hpp"
#include "referee/play/sandbox.hpp"
#include "referee/play/spawn.hpp"
#include "tests/catch.hpp"
#include "tests/referee/bubblewrap.hpp"
#include "tests/referee/referee_run.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;
using sparring::test::bubblewrap_starts;
namespace fs = std::filesystem;

const SandboxHost kUser{0, {{"/bin", "usr/bin"}, {"/lib", ""}}};
const SandboxHost kRoot{1'900'000'001, {}};

std::string arguments(const Sandbox& sandbox, const Confined& confined, const SandboxHost& host) {
    return fmt::format(" {} ", fmt::join(sandbox_arguments(sandbox, confined, host, 5), " "));
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != text.npos;
}

TEST_CASE("a sandbox shows the system, the program and what is exposed, and nothing else") {
    Sandbox sandbox;
    sandbox.scratch = 1000;
    sandbox.exposed = {"/home/u/weights/", "/home/u/weights/a.bin", "/usr/share/book"};
    const auto words = arguments(sandbox, {"/home/u/engines/a/bot", {"-x"}, {}, 7}, kUser);
    CAPTURE(words);
    CHECK(has(words, " --unshare-net --unshare-pid "));
    CHECK(has(words, " --ro-bind /usr /usr --symlink usr/bin /bin --ro-bind /lib /lib "));
    CHECK(has(words, " --size 1000 --tmpfs /tmp "));
    CHECK(has(words, " --ro-bind /home/u/weights /home/u/weights "));
    CHECK(has(words,
              " --perms 0755 --dir /home/u/engines/a --ro-bind /home/u/engines/a/bot "
              "/home/u/engines/a/bot "));
    CHECK_FALSE(has(words, "a.bin"));  // it is in what is shown already
    CHECK_FALSE(has(words, "/usr/share"));
    CHECK_FALSE(has(words, " --bind "));
    CHECK(has(words, " --remount-ro / --chdir /tmp "));
    CHECK(has(words, " --unshare-user --disable-userns --uid 65534 "));
    CHECK(has(words, " --seccomp 5 "));
    CHECK(words.ends_with(" -- prlimit --nproc=8:8 /home/u/engines/a/bot -x "));
}

TEST_CASE("a working directory is shown read-only; root's engines get a user of their own") {
    const auto words = arguments({}, {"/e/bot", {}, "/e/../e/data", 7}, kRoot);
    CAPTURE(words);
    CHECK(has(words, " --ro-bind /e/data /e/data "));
    CHECK(has(words, " --chdir /e/data "));
    CHECK_FALSE(has(words, "--unshare-user"));
    CHECK(has(words, " -- prlimit --nproc=7:7 setpriv --reuid 1900000001 --regid 1900000001 "));
    CHECK(words.ends_with(" --bounding-set=-all -- /e/bot "));
}

TEST_CASE("paths that cannot be exposed") {
    for (const char* path :
         {"/", "/home/..", "/proc", "/proc/1/root", "/dev", "/sys/fs", "/tmp/"}) {
        CAPTURE(path);
        CHECK(cannot_show(path));
    }
    for (const char* path : {"/home/u", "/tmp/x", "weights", "/processes", "/developer"}) {
        CAPTURE(path);
        CHECK_FALSE(cannot_show(path));
    }
}

TEST_CASE("inside there is a scratch, little environment, one processor", "[sandbox]") {
    if (!bubblewrap_starts()) return;
    Command command{"/bin/sh",
                    {"-c",
                     "echo ready; read go; grep Cpus_allowed_list /proc/self/status; pwd; "
                     "echo x > file && cat file; cat /etc/ld.so.cache > /dev/null && "
                     "echo libraries; ls /; env | sort"},
                    {},
                    {}};
    command.sandbox.enabled = true;
    const auto child = spawn(command, "SPARRING_ENGINE=inside");
    REQUIRE(child);
    std::string said;
    const auto hear = [&] {
        pollfd wait{child->output.native(), POLLIN, 0};
        std::array<char, 1000> chunk{};
        if (::poll(&wait, 1, 20'000) != 1) return false;
        const ssize_t got = ::read(child->output.native(), chunk.data(), chunk.size());
        if (got > 0) said.append(chunk.data(), static_cast<std::size_t>(got));
        return got > 0;
    };
    CHECK(hear());
    const int cpu = allowed_cpus().back();
    CHECK(set_affinity(child->pid, cpu));
    REQUIRE(::write(child->input.native(), "\n", 1) == 1);
    while (hear()) {
    }
    ::waitpid(child->pid, nullptr, 0);
    const auto words = text::words(said);
    const std::string line = fmt::format("{}", fmt::join(words, " "));
    CAPTURE(line);
    CHECK(line.starts_with(
        fmt::format("ready Cpus_allowed_list: {} /tmp x libraries bin dev ", cpu)));
    CHECK_FALSE(has(line, " home "));
    CHECK_FALSE(has(line, " root "));
    CHECK(has(line,
              " HOME=/tmp LANG=C.UTF-8 PATH=/usr/local/bin:/usr/bin:/bin PWD=/tmp "
              "SPARRING_ENGINE=inside TMPDIR=/tmp"));
}

TEST_CASE("a bubblewrap that cannot start refuses the engine in its own words") {
    const fs::path directory =
        fs::temp_directory_path() / fmt::format("sparring-bwrap-{}", ::getpid());
    fs::create_directories(directory);
    const fs::path program = directory / "bwrap";
    std::ofstream{program} << "#!/bin/sh\n"
                              "echo 'bwrap: No permissions to create new namespace' >&2; exit 1";
    fs::permissions(program, fs::perms::owner_all);
    const std::string path = std::getenv("PATH");
    const std::string command =
        "-game reversi -engine 'cmd={bot} good' name=a sandbox=bwrap "
        "-engine 'cmd={bot} good' name=b -each st=5";
    ::setenv("PATH", fmt::format("{}:{}", directory.string(), path).c_str(), 1);
    auto result = sparring::test::run_referee(command);
    CHECK(result.status == 3);
    CHECK(has(result.err,
              "engine a: sandbox=bwrap: bubblewrap cannot start here: "
              "bwrap: No permissions to create new namespace\n"));
    ::setenv("PATH", "/nowhere", 1);
    result = sparring::test::run_referee(command);
    ::setenv("PATH", path.c_str(), 1);
    CHECK(result.status == 3);
    CHECK(has(result.err, "sandbox=bwrap: bubblewrap is not installed"));
    fs::remove_all(directory);
}

TEST_CASE("wrong words for sandbox and limits are explained") {
    const auto problem = [](const std::string& words) {
        const auto result = sparring::test::run_referee("-game reversi -engine cmd=a st=1 " +
                                                        words + " -engine cmd=b st=1");
        CHECK(result.status == 2);
        return result.err;
    };
    CHECK(has(problem("sandbox=yes"), "sandbox: 'yes' is neither bwrap nor none"));
    CHECK(has(problem("limits=lax"), "limits: 'lax' is neither strict nor best-effort"));
    CHECK(has(problem("memory=0"), "memory: '0' is not a whole number from 1 to 16777216"));
    CHECK(has(problem("nice=20"), "nice: '20' is not a whole number from -20 to 19"));
    CHECK(has(problem("expose=/"), "expose: '/' would show the whole file system"));
    CHECK(has(problem("sandbx=bwrap"), "unknown key 'sandbx'"));
}

}  // namespace
