// EngineProcess and what lies under it.
#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "referee/play/engine_process.hpp"
#include "referee/play/line_buffer.hpp"
#include "referee/play/player_state.hpp"
#include "referee/play/reason.hpp"
#include "tests/catch.hpp"
#include "tests/referee/referee_run.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;
using namespace std::chrono_literals;
using Wake = EngineProcess::Wake;
namespace asio = boost::asio;

/// Runs a coroutine to its end on a loop of its own. (No co_await inside CHECK: GCC 12 evaluates it
/// twice.)
template <class Test>
void on_loop(Test test) {
    asio::io_context context{1};
    ProcessTable table{context};
    std::exception_ptr failure;
    bool ended = false;
    asio::co_spawn(context, test(table), [&](std::exception_ptr error) {
        failure = error;
        ended = true;
    });
    context.run_for(20s);
    if (failure) std::rethrow_exception(failure);
    CHECK(ended);
    CHECK(table.size() == 0);
    for (int tries = 0; tries < 100 && table.sweep() > 0; ++tries) ::usleep(10'000);
    CHECK(table.sweep() == 0);
}

std::shared_ptr<EngineProcess> shell(ProcessTable& table, const std::string& script) {
    auto process = EngineProcess::start(table, {"/bin/sh", {"-c", script}, {}, {}});
    if (!process) throw std::runtime_error{process.error()};
    (*process)->begin_exchange();
    return *process;
}

TEST_CASE("a process is heard line by line and its exit is told") {
    on_loop([](ProcessTable& table) -> asio::awaitable<void> {
        auto process = shell(table, "printf 'one\\r\\ntwo\\n\\nrest'; exit 3");
        std::vector<std::string> lines;
        Wake wake = Wake::output;
        while (wake == Wake::output) {
            while (const auto line = process->take_line()) lines.emplace_back(*line);
            wake = co_await process->wait(SteadyClock::now() + 10s);
        }
        CHECK(lines == std::vector<std::string>{"one", "two", ""});
        CHECK(process->partial_line() == "rest");
        CHECK(wake == Wake::closed);
        const bool exited = co_await process->exited_before(SteadyClock::now() + 10s);
        CHECK(exited);
        CHECK(process->exit()->describe() == "exited with status 3");
    });
}

TEST_CASE("all that was in the pipe is read before the end counts") {
    on_loop([](ProcessTable& table) -> asio::awaitable<void> {
        auto process =
            shell(table, "i=0; while [ $i -lt 3000 ]; do echo \"line $i\"; i=$((i+1)); done");
        // It has ended before the first read.
        const bool exited = co_await process->exited_before(SteadyClock::now() + 10s);
        CHECK(exited);
        int lines = 0;
        do {
            while (process->take_line()) ++lines;
        } while (co_await process->wait(SteadyClock::now() + 10s) == Wake::output);
        CHECK(lines == 3000);
    });
}

TEST_CASE("output does not move a deadline") {
    on_loop([](ProcessTable& table) -> asio::awaitable<void> {
        auto process = shell(table, "while :; do echo chatter; sleep 0.01; done");
        const Instant deadline = SteadyClock::now() + 150ms;
        Wake wake = Wake::output;
        while (wake == Wake::output) {
            while (process->take_line()) {
            }
            wake = co_await process->wait(deadline);
        }
        CHECK(wake == Wake::deadline);
        CHECK(SteadyClock::now() >= deadline);
        CHECK(SteadyClock::now() < deadline + 5s);
        // An earlier deadline than the one the timer stands at.
        const Instant later = SteadyClock::now() + 100s, sooner = SteadyClock::now() + 50ms;
        wake = co_await process->wait(later);
        CHECK(wake == Wake::output);
        while (co_await process->wait(sooner) == Wake::output) {
            while (process->take_line()) {
            }
        }
        CHECK(SteadyClock::now() >= sooner);
        co_await process->quit("", 0ms);
        CHECK(process->exit());
    });
}

TEST_CASE("a process that does not read cannot block us") {
    on_loop([](ProcessTable& table) -> asio::awaitable<void> {
        Wake wake{};
        auto process = shell(table, "sleep 100");
        const std::string much(1 << 20, 'x');
        CHECK_FALSE(process->write(much));
        wake = co_await process->written(SteadyClock::now() + 50ms);
        CHECK(wake == Wake::deadline);
        co_await process->quit("quit\n", 10ms);
        CHECK(process->exit()->by_signal);
    });
}

TEST_CASE("what does not fit the pipe is written when there is room") {
    on_loop([](ProcessTable& table) -> asio::awaitable<void> {
        Wake wake{};
        auto process = shell(table, "sleep 0.1; wc -c");
        const std::string much(300'000, 'x');
        CHECK_FALSE(process->write(much));
        CHECK_FALSE(process->write("\n"));  // in order, behind the rest
        wake = co_await process->written(SteadyClock::now() + 10s);
        CHECK(wake == Wake::output);
        co_await process->quit("", 5s);
    });
}

TEST_CASE("floods end at the bound of a line and of an answer") {
    on_loop([](ProcessTable& table) -> asio::awaitable<void> {
        for (const char* script : {"yes | tr -d '\\n'", "yes"}) {
            auto process = shell(table, script);
            Wake wake = Wake::output;
            while (wake == Wake::output) {
                while (process->take_line()) {
                }
                wake = co_await process->wait(SteadyClock::now() + 20s);
            }
            CHECK(wake == Wake::flooded);
            co_await process->quit("", 0ms);
        }
    });
}

TEST_CASE("what a process says when nothing is asked is dropped, within a bound") {
    on_loop([](ProcessTable& table) -> asio::awaitable<void> {
        Wake wake{};
        auto process = shell(table, "echo stale; read x; echo fresh; read y");
        process->end_exchange();
        asio::steady_timer pause{table.context(), 100ms};
        co_await pause.async_wait(asio::use_awaitable);
        process->begin_exchange();
        process->write("go\n");
        wake = co_await process->wait(SteadyClock::now() + 10s);
        CHECK(wake == Wake::output);
        CHECK(process->take_line() == "fresh");
        process->end_exchange();
        co_await process->quit("quit\n", 5s);
        CHECK(process->exit()->describe() == "exited with status 0");

        auto flooding = shell(table, "yes");
        flooding->end_exchange();
        pause.expires_after(300ms);
        co_await pause.async_wait(asio::use_awaitable);
        CHECK(flooding->flooded());
        co_await flooding->quit("", 0ms);
    });
}

TEST_CASE("children, daemons and orphans of a process end with it") {
    on_loop([](ProcessTable& table) -> asio::awaitable<void> {
        Wake wake{};
        auto process = shell(table, "sleep 100 & (setsid sleep 100 &) ; echo ready; read x");
        wake = co_await process->wait(SteadyClock::now() + 10s);
        CHECK(wake == Wake::output);
        const auto other = shell(table, "(setsid sleep 100 &) ; echo ready; read x");
        wake = co_await other->wait(SteadyClock::now() + 10s);
        CHECK(wake == Wake::output);
        CHECK(children_of(::getpid()).size() >= 4);  // two engines, two orphans of theirs
        co_await process->quit("\n", 5s);
        // The other engine lives, and so does what it started.
        asio::steady_timer pause{table.context(), 50ms};
        co_await pause.async_wait(asio::use_awaitable);
        CHECK(table.sweep() == 0);
        CHECK(children_of(::getpid()).size() == 2);
        co_await other->quit("\n", 5s);
    });
    CHECK(children_of(::getpid()).empty());
}

TEST_CASE("what a process started without an environment ends with it, too") {
    on_loop([](ProcessTable& table) -> asio::awaitable<void> {
        auto process = shell(table, "(env -i setsid sleep 100 &) ; echo ready; read x");
        const Wake wake = co_await process->wait(SteadyClock::now() + 10s);
        CHECK(wake == Wake::output);
        co_await process->quit("\n", 5s);
    });
    CHECK(children_of(::getpid()).empty());
}

TEST_CASE("interrupting wakes whoever waits, now and later") {
    on_loop([](ProcessTable& table) -> asio::awaitable<void> {
        Wake wake{};
        auto process = shell(table, "sleep 100");
        asio::steady_timer soon{table.context(), 20ms};
        soon.async_wait([process](boost::system::error_code) { process->interrupt(); });
        wake = co_await process->wait(SteadyClock::now() + 10s);
        CHECK(wake == Wake::interrupted);
        wake = co_await process->wait(SteadyClock::now() + 10s);
        CHECK(wake == Wake::interrupted);
        co_await process->quit("", 10ms);
        CHECK(process->exit());
    });
}

TEST_CASE("programs that cannot run are explained") {
    asio::io_context context;
    ProcessTable table{context};
    const auto problem = [&](const Command& command) {
        auto process = EngineProcess::start(table, command);
        REQUIRE_FALSE(process);
        return process.error();
    };
    CHECK(problem({"/nowhere/engine", {}, {}, {}}) ==
          "cannot run '/nowhere/engine': No such file or directory");
    CHECK(problem({"/etc/passwd", {}, {}, {}}) == "cannot run '/etc/passwd': Permission denied");
    CHECK(problem({"/bin/true", {}, "/nowhere", {}}) ==
          "cannot enter the directory '/nowhere': No such file or directory");
    CHECK(problem({"/bin/true", {}, {}, "/nowhere/log"}) ==
          "cannot write '/nowhere/log': No such file or directory");
    const auto script =
        std::filesystem::temp_directory_path() / fmt::format("sparring-{}", ::getpid());
    std::ofstream{script} << "#!/nowhere/interpreter\n";
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    CHECK(problem({script, {}, {}, {}})
              .ends_with("No such file or directory (the interpreter that its first line names)"));
    std::filesystem::remove(script);
    CHECK(children_of(::getpid()).empty());
}

TEST_CASE("programs are found by path and by name") {
    CHECK(*find_program("sh", {}).operator->() != "");
    CHECK(find_program("sh", {})->ends_with("/sh"));
    CHECK(find_program("sh", "/bin")->starts_with("/bin/"));
    CHECK(find_program("no-such-engine", {}).error() ==
          "there is no program 'no-such-engine' in PATH or here");
    CHECK(find_program("/no/such/engine", {}).error() == "there is no program '/no/such/engine'");
    CHECK(find_program("/etc/passwd", {}).error() == "'/etc/passwd' is not executable (chmod +x?)");
    CHECK(find_program("/etc", {}).error() == "'/etc' is a directory");
    CHECK(find_program("", {}).error() == "no program is given");
}

#ifndef __SANITIZE_ADDRESS__  // the sanitizers need descriptors of their own
TEST_CASE("a system that has no descriptors left is not blamed on the engine") {
    asio::io_context context;
    ProcessTable table{context};
    rlimit before{};
    REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
    // From none to enough for the first few calls: every way in which spawn can fail half-way.
    const auto in_use = test::open_descriptors();
    for (std::size_t room = 0; room < 8; ++room) {
        const rlimit tight{in_use - 1 + room, before.rlim_max};
        REQUIRE(::setrlimit(RLIMIT_NOFILE, &tight) == 0);
        bool refused = false;
        try {
            const auto child = spawn({"/bin/true", {}, {}, {}}, "SPARRING_ENGINE=test");
            refused = !child;  // the last step may be opening /dev/null for the child
        } catch (const std::system_error&) {
            refused = true;
        }
        REQUIRE(::setrlimit(RLIMIT_NOFILE, &before) == 0);
        CAPTURE(room);
        if (room < 5) CHECK(refused);
        CHECK(test::open_descriptors() == in_use);
    }
    for (int tries = 0; tries < 100 && !children_of(::getpid()).empty(); ++tries) {
        ::usleep(10'000);
        table.sweep();
    }
    CHECK(children_of(::getpid()).empty());
}
#endif

TEST_CASE("lines of any length up to the bound") {
    LineBuffer buffer;
    const auto feed = [&](std::string_view text) {
        while (!text.empty()) {
            const auto space = buffer.space();
            const auto count = std::min(space.size(), text.size());
            if (count == 0) return false;
            text.copy(space.data(), count);
            buffer.commit(count);
            text.remove_prefix(count);
        }
        return true;
    };
    for (const std::size_t length : {0U, 1U, 100U, 40'000U, 65'535U}) {
        const std::string line(length, 'a');
        CHECK(feed(line + "\n"));
        CHECK(buffer.take() == line);
        CHECK_FALSE(buffer.take());
    }
    CHECK(feed("x\ny\n" + std::string(50'000, 'z')));
    CHECK(buffer.take() == "x");
    CHECK(buffer.take() == "y");
    CHECK_FALSE(buffer.take());
    CHECK(feed("\n"));
    CHECK(buffer.take()->size() == 50'000);
    CHECK_FALSE(feed(std::string(LineBuffer::capacity + 1, 'b')));
}

TEST_CASE("reasons have one word each, and only engines' doing is a fault") {
    for (std::size_t i = 0; i < kReasons; ++i) {
        const auto reason = static_cast<Reason>(i);
        CHECK(parse_reason(word(reason)) == reason);
    }
    CHECK_FALSE(parse_reason("nonsense"));
    CHECK(word(Reason::no_start) == "no-start");
    CHECK(is_fault(Reason::time));
    CHECK(is_fault(Reason::no_start));
    CHECK_FALSE(is_fault(Reason::normal));
    CHECK_FALSE(is_fault(Reason::max_moves));
    CHECK_FALSE(is_fault(Reason::void_game));
}

TEST_CASE("a player thinks only when it is ready, and is lost for good") {
    using enum PlayerState;
    CHECK(may_follow(ready, thinking));
    CHECK(may_follow(thinking, overdue));
    CHECK(may_follow(overdue, ready));
    CHECK_FALSE(may_follow(starting, thinking));
    CHECK_FALSE(may_follow(overdue, thinking));
    CHECK_FALSE(may_follow(lost, ready));
    CHECK_FALSE(may_follow(lost, thinking));
    CHECK(may_follow(lost, quitting));
    CHECK_FALSE(may_follow(down, ready));
}

}  // namespace
