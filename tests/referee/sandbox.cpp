// The sandbox: what bubblewrap is told (pure), and that a bot that tries to get out of it fails,
// and succeeds without it.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>

#include "protocol/text.hpp"
#include "referee/play/cpu_set.hpp"
#include "referee/play/sandbox.hpp"
#include "referee/play/spawn.hpp"
#include "referee/play/system_files.hpp"
#include "tests/catch.hpp"
#include "tests/referee/referee_run.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;
using sparring::test::lines_with;
using sparring::test::RefereeRun;
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

/// False, with the reason printed once, where the system does not let bubblewrap do what we need of
/// it. Where it does, a sandbox of ours that does not start is an error.
bool bubblewrap_starts() {
    static const bool starts = [] {
        const std::string probe = fmt::format(
            "bwrap {} --unshare-pid --unshare-net --unshare-ipc --unshare-uts --ro-bind / / "
            "--proc /proc --size 4096 --tmpfs /tmp true",
            ::geteuid() == 0 ? "" : "--unshare-user --disable-userns");
        const bool works = std::system(probe.c_str()) == 0;
        if (!works) std::cerr << "skipped, because this fails here: " << probe << "\n";
        return works;
    }();
    return starts;
}

void make_file(const fs::path& path, const std::string& text) {
    std::ofstream{path} << text;
}

/// Everything that a bot may be after.
class Scene {
  public:
    Scene() {
        static std::atomic<int> scenes{0};
        tag = fmt::format("sparring-escape-{}-{}.", ::getpid(), ++scenes);
        directory = fs::temp_directory_path() / tag;
        fs::create_directories(directory / "work");
        make_file(directory / "weights.bin", "another engine's");
        make_file(directory / "games.archive", "archive");
        victim = ::fork();
        if (victim == 0) {
            for (;;) ::pause();
        }
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        tcp_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        REQUIRE(::bind(tcp_, reinterpret_cast<sockaddr*>(&address), size) == 0);
        REQUIRE(::listen(tcp_, 5) == 0);
        REQUIRE(::getsockname(tcp_, reinterpret_cast<sockaddr*>(&address), &size) == 0);
        port = ntohs(address.sin_port);
        sockaddr_un name{};
        name.sun_family = AF_UNIX;
        tag.copy(name.sun_path + 1, tag.size());
        local_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        REQUIRE(::bind(local_, reinterpret_cast<sockaddr*>(&name),
                       static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + tag.size())) ==
                0);
        REQUIRE(::listen(local_, 5) == 0);
    }
    Scene(const Scene&) = delete;
    Scene& operator=(const Scene&) = delete;
    ~Scene() {
        ::kill(victim, SIGKILL);
        ::waitpid(victim, nullptr, 0);
        ::close(tcp_);
        ::close(local_);
        fs::remove_all(directory);
        fs::remove(tag);
    }

    bool victim_lives() const {
        siginfo_t ended{};
        return ::waitid(P_PID, static_cast<id_t>(victim), &ended, WEXITED | WNOHANG | WNOWAIT) ==
                   0 &&
               ended.si_pid == 0;
    }
    std::string report() const { return file_contents(directory / "report"); }

    /// Processes with the scene's tag on their command line: the bot, what it forked, bubblewrap.
    std::vector<pid_t> processes() const {
        std::vector<pid_t> found;
        for (const pid_t process : numbered_entries("/proc")) {
            if (has(file_contents(fmt::format("/proc/{}/cmdline", process)), tag))
                found.push_back(process);
        }
        return found;
    }

    std::string tag;  ///< unique
    fs::path directory;
    pid_t victim;
    int port = 0;

  private:
    int tcp_ = -1, local_ = -1;
};

struct Attempt {
    const char* name;
    const char* bot;     ///< its arguments; {} of the goals below are filled in
    const char* limits;  ///< keys besides sandbox=bwrap
    /// When the attempt can succeed without a sandbox; on some systems it takes root.
    enum class Control { always, as_root, if_allowed } control = Control::always;
    /// What shows, besides the bot's own word, that it succeeded.
    bool (*damage)(const Scene&) = nullptr;
    int status_without = 0;  ///< of the referee
};

using enum Attempt::Control;

const std::vector<Attempt> kAttempts{
    {"reading another engine's file", "read {directory}/weights.bin", ""},
    {"reading in the home directory", "read {at home}", ""},
    {"reading the passwords", "read /etc/shadow", "", as_root},
    {"writing to the archive", "append {directory}/games.archive", "", always,
     [](const Scene& scene) {
         return file_contents(scene.directory / "games.archive") != "archive";
     }},
    {"making a file where the referee runs", "create {here}/{tag}", "", always,
     [](const Scene& scene) { return fs::exists(scene.tag); }},
    {"setting the kernel's parameters", "open-for-writing /proc/sys/kernel/core_pattern", "",
     as_root},
    {"connecting to a server", "connect {port}", ""},
    {"connecting to a local server", "connect-abstract {tag}", ""},
    {"a fork bomb", "fork-bomb 50", "threads=8"},
    {"a memory bomb", "memory-bomb 300", "memory=100"},
    {"filling the disk", "fill-disk 100", "scratch=16"},
    {"killing the referee", "kill-parent", "", always, nullptr, 1000 + SIGKILL},
    {"killing a process by its number", "kill {victim}", "", always,
     [](const Scene& scene) { return !scene.victim_lives(); }},
    {"seeing other processes", "list /proc/{victim}", ""},
    {"writing to another process's memory", "trace {victim}", "", as_root},
    {"reading the referee's environment", "environment SPARRING_TEST_RUN=", ""},
    {"becoming root of a user namespace", "user-namespace", "", if_allowed},
    {"gaining privileges by a program", "privileges", "", if_allowed},
};

/// Some readable file.
std::optional<fs::path> file_at_home() {
    const char* home = std::getenv("HOME");
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator{home != nullptr ? home : "/root", ignored}) {
        if (entry.is_regular_file(ignored) && !file_contents(entry.path()).empty())
            return entry.path();
    }
    return {};
}

std::string filled_in(std::string text, const Scene& scene) {
    const std::vector<std::pair<std::string, std::string>> goals{
        {"{directory}", scene.directory},
        {"{at home}", file_at_home().value_or(scene.directory / "weights.bin")},
        {"{here}", fs::current_path()},
        {"{tag}", scene.tag},
        {"{port}", fmt::format("{}", scene.port)},
        {"{victim}", fmt::format("{}", scene.victim)}};
    for (const auto& [name, value] : goals) {
        for (auto at = text.find(name); at != text.npos; at = text.find(name, at + value.size()))
            text.replace(at, name.size(), value);
    }
    return text;
}

/// A match of the bot against a good one, two games, with or without the sandbox.
struct Trial {
    Trial(const Attempt& tried, bool boxed) : attempt{tried}, sandboxed{boxed} {
        const std::string bot = filled_in(attempt.bot, *scene);
        run = std::make_unique<RefereeRun>(
            fmt::format("-game reversi -engine 'cmd={} {} {}' name=escape stderr={}/report {} "
                        "-engine 'cmd={{bot}} good' name=good -each st=20 -games 2 -recover",
                        SPARRING_ESCAPE_BOT, bot, has(bot, " ") ? scene->tag : "- " + scene->tag,
                        scene->directory.string(),
                        sandboxed ? fmt::format("sandbox=bwrap {}", attempt.limits)
                                  : fmt::format("dir={}/work", scene->directory.string())));
    }

    const Attempt& attempt;
    bool sandboxed;
    std::unique_ptr<Scene> scene = std::make_unique<Scene>();
    std::unique_ptr<RefereeRun> run;
};

void check(Trial& trial) {
    const Attempt& attempt = trial.attempt;
    const auto result = trial.run->finish();
    const std::string report = trial.scene->report();
    const bool damaged = attempt.damage != nullptr && attempt.damage(*trial.scene);
    INFO(attempt.name << (trial.sandboxed ? ", in a sandbox" : ", without a sandbox") << "\n"
                      << result.out << result.err << report);
    CHECK_FALSE(result.timed_out);
    CHECK(result.left.empty());
    CHECK(trial.scene->processes().empty());
    if (trial.sandboxed || attempt.status_without == 0) {
        // A bot that was killed for its greed loses; the match goes on.
        CHECK(result.status == 0);
        const auto games = lines_with(result.out, "Finished game");
        CHECK(games.size() == 2);
        for (const std::string& game : games)
            CHECK((game.ends_with("{normal}") || (report.empty() && game.ends_with("{crash}"))));
    } else {
        CHECK(result.status == attempt.status_without);
        return;
    }
    if (trial.sandboxed) {
        // To kill process number 1 of its own small world may be allowed, but has no effect.
        if (attempt.status_without == 0) CHECK_FALSE(has(report, "succeeded"));
        CHECK_FALSE(damaged);
    } else if (attempt.control == always || (attempt.control == as_root && ::geteuid() == 0)) {
        CHECK(has(report, "succeeded"));
        CHECK(damaged == (attempt.damage != nullptr));
    }
}

TEST_CASE("what a bot may do without a sandbox is refused in one", "[sandbox]") {
    if (!bubblewrap_starts()) return;
    constexpr std::size_t at_a_time = 5;
    for (std::size_t from = 0; from < kAttempts.size(); from += at_a_time) {
        std::vector<std::unique_ptr<Trial>> trials;
        for (std::size_t i = from; i < std::min(from + at_a_time, kAttempts.size()); ++i) {
            for (const bool sandboxed : {true, false})
                trials.push_back(std::make_unique<Trial>(kAttempts[i], sandboxed));
        }
        for (auto& trial : trials) check(*trial);
    }
}

TEST_CASE("bots with bad habits are ended in a sandbox, too", "[sandbox]") {
    if (!bubblewrap_starts()) return;
    const std::vector<std::pair<const char*, const char*>> rows{
        {"good", "normal"},          {"leaves-child", "normal"},
        {"leaves-daemon", "normal"}, {"ignores-everything", "normal"},
        {"other-group", "normal"},   {"crash-with-daemon", "crash"},
        {"flood-info", "flood"},     {"stops-itself", "time"}};
    std::vector<std::pair<std::unique_ptr<Scene>, RefereeRun>> runs;
    for (const auto& [habit, reason] : rows) {
        auto scene = std::make_unique<Scene>();
        // The tag is on the command line as the name of a directory that the bot may read.
        RefereeRun run{fmt::format(
            "-game reversi -engine 'cmd={{bot}} {}' name=bad st={} sandbox=bwrap expose={} "
            "-engine 'cmd={{bot}} good' name=good st=20 -games 2 -recover",
            habit, std::string{reason} == "time" ? "0.3" : "20", scene->directory.string())};
        runs.emplace_back(std::move(scene), std::move(run));
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto result = runs[i].second.finish();
        INFO(rows[i].first << "\n" << result.out << result.err);
        CHECK(result.status == 0);
        CHECK(result.seconds < 20);
        CHECK(result.left.empty());
        CHECK(runs[i].first->processes().empty());
        const auto games = lines_with(result.out, "Finished game");
        CHECK(games.size() == 2);
        for (const std::string& game : games)
            CHECK(game.ends_with(fmt::format("{{{}}}", rows[i].second)));
    }
}

TEST_CASE(
    "inside there is a scratch, little environment, and the processor that is set from outside",
    "[sandbox]") {
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

TEST_CASE("a referee that is killed leaves no sandbox", "[sandbox]") {
    if (!bubblewrap_starts()) return;
    const Scene scene;
    RefereeRun run{fmt::format(
        "-game reversi -engine 'cmd={} fork-bomb 5 {}' name=a -engine 'cmd={{bot}} silent --at 1' "
        "name=b -each st=30 sandbox=bwrap expose={} stderr={}/report",
        SPARRING_ESCAPE_BOT, scene.tag, scene.directory.string(), scene.directory.string())};
    for (int tries = 0; tries < 2000 && scene.report().empty(); ++tries) ::usleep(10'000);
    CHECK(has(scene.report(), "succeeded"));  // it may fork, within its bounds
    CHECK(scene.processes().size() >= 8);
    run.send_signal(SIGKILL);
    run.finish();
    for (int tries = 0; tries < 500 && !scene.processes().empty(); ++tries) ::usleep(10'000);
    CHECK(scene.processes().empty());
}

TEST_CASE("a bubblewrap that cannot start refuses the engine in its own words") {
    const Scene scene;
    const fs::path program = scene.directory / "bwrap";
    make_file(program,
              "#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2; exit 1");
    fs::permissions(program, fs::perms::owner_all);
    const std::string path = std::getenv("PATH");
    const std::string command =
        "-game reversi -engine 'cmd={bot} good' name=a sandbox=bwrap "
        "-engine 'cmd={bot} good' name=b -each st=5";
    ::setenv("PATH", fmt::format("{}:{}", scene.directory.string(), path).c_str(), 1);
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
