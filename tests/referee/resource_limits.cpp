// Limits, control groups and processors: what is decided (pure), and that the kernel does it.
#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>

#include "referee/play/control_group.hpp"
#include "referee/play/cpu_set.hpp"
#include "referee/play/process_table.hpp"
#include "referee/play/resource_limits.hpp"
#include "referee/play/spawn.hpp"
#include "tests/catch.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;
namespace fs = std::filesystem;

/// Files of a kernel that is not this one's.
class FakeRoot {
  public:
    explicit FakeRoot(const std::map<std::string, std::string>& files)
        : path_{fs::temp_directory_path() / fmt::format("sparring-root-{}", ::getpid())} {
        fs::remove_all(path_);
        for (const auto& [name, contents] : files) {
            fs::create_directories((path_ / name).parent_path());
            std::ofstream{path_ / name} << contents;
        }
    }
    FakeRoot(const FakeRoot&) = delete;
    FakeRoot& operator=(const FakeRoot&) = delete;
    ~FakeRoot() { fs::remove_all(path_); }

    std::string path() const { return path_; }

  private:
    fs::path path_;
};

constexpr const char* kMount2 =
    "24 18 0:21 / /sys rw - sysfs sysfs rw\n"
    "30 24 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n";
constexpr const char* kMounts1 =
    "31 24 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
    "32 24 0:28 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n"
    "33 24 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n";

TEST_CASE("control groups of version 2 are made below the nearest group that hands them on") {
    const std::string base = "sys/fs/cgroup/user.slice/u.service";
    const FakeRoot root{{{"proc/self/cgroup", "0::/user.slice/u.service/app.slice/t.scope\n"},
                         {"proc/self/mountinfo", kMount2},
                         {base + "/cgroup.procs", ""},
                         {base + "/cgroup.subtree_control", "cpu memory pids\n"},
                         {base + "/app.slice/cgroup.procs", ""},
                         {base + "/app.slice/cgroup.subtree_control", "cpu\n"},
                         {base + "/app.slice/t.scope/cgroup.procs", "1\n2\n"},
                         {base + "/app.slice/t.scope/cgroup.controllers", "cpu memory pids\n"},
                         {base + "/app.slice/t.scope/cgroup.subtree_control", "\n"}}};
    const auto places = find_control_groups(root.path());
    const ControlGroupPlace expected{root.path() + "/" + base, 2, false};
    CHECK(places.memory == expected);
    CHECK(places.pids == expected);
}

TEST_CASE("a group of version 2 that is ours alone can be vacated, another's not") {
    for (const bool alone : {true, false}) {
        const FakeRoot root{{{"proc/self/cgroup", "0::/r.scope\n"},
                             {"proc/self/mountinfo", kMount2},
                             {"sys/fs/cgroup/r.scope/cgroup.procs",
                              fmt::format("{}\n{}", ::getpid(), alone ? "" : "4711\n")},
                             {"sys/fs/cgroup/r.scope/cgroup.controllers", "pids\n"},
                             {"sys/fs/cgroup/r.scope/cgroup.subtree_control", ""}}};
        const auto places = find_control_groups(root.path());
        CHECK_FALSE(places.memory);
        CHECK(places.pids.has_value() == alone);
        if (places.pids) CHECK(places.pids->vacate);
    }
}

TEST_CASE("control groups of version 1, beside an empty version 2 and inside a container") {
    const std::string mounts = std::string{kMount2} + kMounts1;
    const std::map<std::string, std::string> groups{{"sys/fs/cgroup/memory/job/cgroup.procs", ""},
                                                    {"sys/fs/cgroup/pids/cgroup.procs", ""},
                                                    {"sys/fs/cgroup/cgroup.procs", ""},
                                                    {"sys/fs/cgroup/cgroup.controllers", ""},
                                                    {"sys/fs/cgroup/cgroup.subtree_control", ""}};
    auto files = groups;
    files["proc/self/cgroup"] = "8:pids:/\n4:memory:/job\n3:cpu,cpuacct:/\n0::/\n";
    files["proc/self/mountinfo"] = mounts;
    {
        const FakeRoot root{files};
        const auto places = find_control_groups(root.path());
        CHECK(places.memory ==
              ControlGroupPlace{root.path() + "/sys/fs/cgroup/memory/job", 1, false});
        CHECK(places.pids == ControlGroupPlace{root.path() + "/sys/fs/cgroup/pids", 1, false});
    }
    // The mount shows the hierarchy from our own group on, or a part that we are not in.
    files["proc/self/mountinfo"] =
        "31 24 0:27 /box /sys/fs/cgroup/memory rw - cgroup c rw,memory\n";
    files["proc/self/cgroup"] = "4:memory:/box/job\n";
    {
        const FakeRoot root{files};
        CHECK(find_control_groups(root.path()).memory->directory ==
              root.path() + "/sys/fs/cgroup/memory/job");
    }
    for (const char* elsewhere : {"4:memory:/other\n", "4:memory:/../job\n", "", "nonsense", ":"}) {
        files["proc/self/cgroup"] = elsewhere;
        const FakeRoot root{files};
        CHECK_FALSE(find_control_groups(root.path()).memory);
    }
}

TEST_CASE("a limit is enforced by the best means there is, or named") {
    const ControlGroupPlaces none, all{ControlGroupPlace{"/m", 2}, ControlGroupPlace{"/m", 2}};
    ResourceLimits limits;
    limits.memory = 100 << 20;
    limits.cpu_seconds = 60;
    limits.threads = 4;
    const auto has = [](const Enforcement& plan, int resource, rlim_t soft) {
        for (const auto& [number, value] : plan.resources) {
            if (number == resource) return value.rlim_cur == soft;
        }
        return false;
    };

    const auto grouped = plan_limits(limits, false, {}, all);
    CHECK(grouped.group_memory == 100 << 20);
    CHECK(grouped.group_tasks == 4);
    CHECK(grouped.missing.empty());
    CHECK(has(grouped, RLIMIT_CPU, 60));
    CHECK(has(grouped, RLIMIT_CORE, 0));
    CHECK_FALSE(has(grouped, RLIMIT_AS, 100 << 20));

    const auto bare = plan_limits(limits, false, {}, none);
    CHECK_FALSE(bare.group_memory);
    CHECK(has(bare, RLIMIT_AS, 100 << 20));
    REQUIRE(bare.missing.size() == 1);
    CHECK(bare.missing[0].starts_with("threads=4 cannot be enforced here"));

    const auto boxed = plan_limits(limits, true, 1000, none);
    CHECK(boxed.sandbox_tasks == 4);
    CHECK(boxed.missing.empty());
    CHECK(has(boxed, RLIMIT_FSIZE, 1000));
    CHECK(plan_limits({}, true, {}, none).sandbox_tasks == kSandboxThreads);

    const auto nothing = plan_limits({}, false, {}, none);
    CHECK(nothing.resources.size() == 1);  // no core files
    CHECK(nothing.missing.empty());
}

/// Starts a shell's script under limits; all that it writes, and how it ends.
struct Run {
    std::string output;
    int status = 0;
};

Run shell(const std::string& script, const ResourceLimits& limits) {
    Command command{"/bin/sh", {"-c", script}, {}, {}};
    command.limits = limits;
    const std::string marker = fmt::format("SPARRING_ENGINE={}.test", ::getpid());
    auto child = spawn(command, marker);
    if (!child) return {child.error(), -1};
    Run run;
    pollfd wait{child->output.native(), POLLIN, 0};
    std::array<char, 1000> chunk{};
    while (::poll(&wait, 1, 20'000) > 0) {
        const ssize_t got = ::read(child->output.native(), chunk.data(), chunk.size());
        if (got <= 0) break;
        run.output.append(chunk.data(), static_cast<std::size_t>(got));
    }
    ::kill(-child->pid, SIGKILL);
    ::waitpid(child->pid, &run.status, 0);
    control_groups().end(control_group_name(marker));
    for (int tries = 0; tries < 200 && control_groups().sweep() > 0; ++tries) ::usleep(5000);
    CHECK(control_groups().sweep() == 0);
    return run;
}

TEST_CASE("a process starts with its limits and its niceness") {
    ResourceLimits limits;
    limits.cpu_seconds = 7;
    limits.nice = std::min(::getpriority(PRIO_PROCESS, 0) + 3, 19);  // the greatest there is
    CHECK(shell("ulimit -t; ulimit -c; nice; cat /proc/self/oom_score_adj", limits).output ==
          fmt::format("7\n0\n{}\n1000\n", *limits.nice));
}

TEST_CASE("a process ends when its processor time is over") {
    ResourceLimits limits;
    limits.cpu_seconds = 1;
    const auto run = shell("while :; do :; done", limits);
    CHECK(WIFSIGNALED(run.status));
    CHECK(WTERMSIG(run.status) == SIGXCPU);
}

TEST_CASE("a niceness that we may not give refuses the engine, but for best effort") {
    if (::geteuid() == 0) return;  // root may
    ResourceLimits limits;
    limits.nice = -20;
    CHECK(shell("echo yes", limits).output ==
          "cannot set nice=-20: Permission denied (limits=best-effort goes on without)");
    limits.best_effort = true;
    CHECK(shell("echo yes", limits).output == "yes\n");
}

TEST_CASE("threads are counted in a control group, or the engine is refused") {
    ResourceLimits limits;
    limits.threads = 4;
    const auto run =
        shell("for i in 1 2 3 4 5 6 7 8; do sleep 20 > /dev/null & done; echo all started", limits);
    if (unenforceable(limits, false).empty()) {
        CHECK(run.output.empty());  // a shell that cannot fork ends
        CHECK(WEXITSTATUS(run.status) == 2);
    } else {
        CHECK(run.output.find("threads=4 cannot be enforced here") == 0);
        CHECK(run.status == -1);
    }
    limits.best_effort = true;
    CHECK(shell("echo yes", limits).output == "yes\n");
}

TEST_CASE("memory is limited") {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    const int megabytes = 400;
#else
    const int megabytes = 100;
#endif
    ResourceLimits limits;
    limits.memory = std::int64_t{megabytes} << 20;
    // A single line of a gigabyte has to be held by tail.
    const auto run = shell("head -c 1000000000 /dev/zero | tail -n 1 | wc -c", limits);
    CHECK(run.output != "1000000000\n");
    limits.memory = std::int64_t{4000} << 20;
    CHECK(shell("head -c 1000000 /dev/zero | tail -n 1 | wc -c", limits).output == "1000000\n");
}

TEST_CASE("groups of referees that were killed are removed by the next one") {
    const FakeRoot root{{{"place/cgroup.procs", ""}}};
    const std::string place = root.path() + "/place";
    // No process has the greatest number that fits.
    fs::create_directories(place + "/sparring-2147483647.3");
    fs::create_directories(place + fmt::format("/sparring-{}.9", ::getpid()));
    fs::create_directories(place + "/others");
    ControlGroups groups{{ControlGroupPlace{place, 1}, {}}};
    CHECK_FALSE(groups.make("a", 1 << 20, {}));  // a directory of our own is no control group
    CHECK_FALSE(fs::exists(place + "/sparring-2147483647.3"));
    CHECK(fs::exists(place + fmt::format("/sparring-{}.9", ::getpid())));
    CHECK(fs::exists(place + "/others"));
    CHECK(fs::exists(place + "/sparring-a"));
    groups.end("a");
    CHECK(groups.sweep() == 0);
    CHECK_FALSE(fs::exists(place + "/sparring-a"));
}

TEST_CASE("lists of processors") {
    using List = std::vector<int>;
    CHECK(*parse_cpu_list("0") == List{0});
    CHECK(*parse_cpu_list("0,2,4-7") == List{0, 2, 4, 5, 6, 7});
    CHECK(*parse_cpu_list("7,0-1") == List{7, 0, 1});
    for (const char* wrong :
         {"", ",", "1,", ",1", "a", "1-", "-1", "3-1", "1 2", "0-99999999", "1--2"}) {
        CAPTURE(wrong);
        CHECK_FALSE(parse_cpu_list(wrong));
    }
    CHECK(parse_cpu_list("0-3,2").error() == "processor 2 is named twice");
    CHECK(parse_cpu_list("0,x").error() ==
          "'x' is neither a processor (0 to 8191) nor a range of them, as in 0,2,4-7");
}

TEST_CASE("cores come before hyper-threads") {
    const auto file = [](int cpu) {
        return fmt::format("sys/devices/system/cpu/cpu{}/topology/thread_siblings_list", cpu);
    };
    // Two numberings that exist: siblings n apart, and siblings side by side.
    const FakeRoot apart{
        {{file(0), "0,2\n"}, {file(1), "1,3\n"}, {file(2), "0,2\n"}, {file(3), "1,3\n"}}};
    CHECK(*assign_cpus(read_topology({0, 1, 2, 3}, apart.path()), 4) ==
          std::vector<int>{0, 1, 2, 3});
    const FakeRoot beside{
        {{file(0), "0-1\n"}, {file(1), "0-1\n"}, {file(2), "2-3\n"}, {file(3), "2-3\n"}}};
    CHECK(*assign_cpus(read_topology({0, 1, 2, 3}, beside.path()), 3) == std::vector<int>{0, 2, 1});
    // The first thread of a core is not ours: its second is as good.
    CHECK(*assign_cpus(read_topology({1, 2, 3}, beside.path()), 2) == std::vector<int>{1, 2});
    // A kernel that tells nothing.
    CHECK(*assign_cpus(read_topology({5, 4}, "/nowhere"), 2) == std::vector<int>{4, 5});
    CHECK(assign_cpus(read_topology({4}, "/nowhere"), 2).error() ==
          "2 games at a time need 2 processors, there is 1");
    CHECK(*assign_cpus(std::vector<int>{3, 1, 2}, {0, 1, 2, 3}, 2) == std::vector<int>{3, 1});
    CHECK(assign_cpus(std::vector<int>{3, 9}, {0, 1, 2, 3}, 2).error() ==
          "there is no processor 9 that this process may use");
}

TEST_CASE("a process, its threads and its children are bound to one processor") {
    const auto allowed = allowed_cpus();
    REQUIRE_FALSE(allowed.empty());
    const auto child = spawn({"/bin/sh", {"-c", "sleep 20 & (sleep 20 &); echo; wait"}, {}, {}},
                             "SPARRING_ENGINE=affinity");
    REQUIRE(child);
    pollfd wait{child->output.native(), POLLIN, 0};
    REQUIRE(::poll(&wait, 1, 20'000) == 1);
    CHECK(set_affinity(child->pid, allowed.back()));
    std::vector<pid_t> bound = children_of(child->pid);
    CHECK_FALSE(bound.empty());
    bound.push_back(child->pid);
    for (const pid_t process : bound) {
        cpu_set_t set;
        REQUIRE(::sched_getaffinity(process, sizeof set, &set) == 0);
        CHECK(CPU_COUNT(&set) == 1);
        CHECK(CPU_ISSET(static_cast<std::size_t>(allowed.back()), &set));
    }
    ::kill(-child->pid, SIGKILL);
    ::waitpid(child->pid, nullptr, 0);
    CHECK_FALSE(set_affinity(child->pid, allowed.front()));
}

}  // namespace
