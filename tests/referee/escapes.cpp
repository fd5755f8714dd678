// A bot that tries to get out of its sandbox fails, and succeeds without one.
#include <fmt/format.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>

#include "referee/play/system_files.hpp"
#include "tests/catch.hpp"
#include "tests/referee/bubblewrap.hpp"
#include "tests/referee/referee_run.hpp"

namespace {

using namespace sparring::referee;
using sparring::test::bubblewrap_starts;
using sparring::test::lines_with;
using sparring::test::RefereeRun;
namespace fs = std::filesystem;

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != text.npos;
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

}  // namespace
