#include "referee/play/engine_process.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <boost/asio/post.hpp>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>

namespace sparring::referee {

namespace asio = boost::asio;
using boost::system::error_code;

std::string ExitStatus::describe() const {
    if (by_signal) return fmt::format("was killed by signal {} ({})", code, strsignal(code));
    return fmt::format("exited with status {}", code);
}

Expected<std::shared_ptr<EngineProcess>> EngineProcess::start(ProcessTable& table,
                                                              const Command& command) {
    const std::string marker = table.next_marker();
    auto child = spawn(command, marker);
    if (!child) return Error{child.error()};
    std::shared_ptr<EngineProcess> process{new EngineProcess{table, *std::move(child), marker}};
    process->await_exit();
    process->await_output();
    return process;
}

EngineProcess::EngineProcess(ProcessTable& table, Child child, const std::string& marker)
    : table_{table},
      pid_{child.pid},
      input_{table.context(), child.input.release()},
      output_{table.context(), child.output.release()},
      exit_notice_{table.context(), child.exit.release()},
      timer_{table.context()},
      sweep_timer_{table.context()} {
    table_.add(pid_, marker);
}

EngineProcess::~EngineProcess() {
    if (exit_) return;
    // Nobody waited for its end (an exception, or the loop was stopped): SIGKILL works at once.
    // The table may be gone already.
    signal(SIGKILL);
    ::waitpid(pid_, nullptr, 0);
}

// ---- waiting ------------------------------------------------------------------------------------

// The timer is left as it is when the new deadline is later, as it nearly always is; then it fires
// early once in a while and is set again. That saves two system calls a move.
void EngineProcess::arm(Instant deadline) {
    deadline_ = deadline;
    if (deadline >= armed_) return;
    armed_ = deadline;
    timer_.expires_at(deadline);
    timer_.async_wait([self = shared_from_this()](error_code error) {
        if (error) return;
        self->armed_ = Instant::max();
        if (!self->waiter_) return;
        if (SteadyClock::now() < self->deadline_) {
            self->arm(self->deadline_);
        } else {
            self->resume();
        }
    });
}

asio::awaitable<void> EngineProcess::suspend(Instant deadline) {
    arm(deadline);
    return asio::async_initiate<const asio::use_awaitable_t<>, void()>(
        [this](Handler handler) { waiter_.emplace(std::move(handler)); }, asio::use_awaitable);
}

void EngineProcess::resume() {
    if (!waiter_) return;
    Handler handler = std::move(*waiter_);
    waiter_.reset();
    std::move(handler)();
}

asio::awaitable<EngineProcess::Wake> EngineProcess::wait(Instant deadline,
                                                         std::function<bool()> enough) {
    const std::size_t before = bytes_;
    for (;;) {
        if (interrupted_) co_return Wake::interrupted;
        if (flooded_) co_return Wake::flooded;
        if (bytes_ != before) co_return Wake::output;
        if (output_ended_ || exit_ || input_ended_) {
            // What it said before it ended may be more than the buffer holds.
            read_late();
            if (bytes_ != before || flooded_) continue;
            co_return Wake::closed;
        }
        if (SteadyClock::now() >= deadline) {
            read_late();
            if (bytes_ != before || flooded_) continue;
            co_return Wake::deadline;
        }
        enough_ = enough ? &enough : nullptr;
        co_await suspend(deadline);
        enough_ = nullptr;
    }
}

void EngineProcess::interrupt() {
    interrupted_ = true;
    // Not from here: who waits may change what the caller is looking at.
    asio::post(table_.context(), [self = shared_from_this()] { self->resume(); });
}

// ---- output of the process
// -------------------------------------------------------------------------

void EngineProcess::begin_exchange() {
    while (lines_.take()) {
    }
    bytes_ = 0;
    exchanging_ = true;
}

void EngineProcess::end_exchange() {
    bytes_ = 0;
    exchanging_ = false;
}

void EngineProcess::await_output() {
    output_.async_wait(asio::posix::stream_descriptor::wait_read,
                       [self = shared_from_this()](error_code error) {
                           self->stamp_ = SteadyClock::now();
                           if (!error) self->on_output();
                       });
}

void EngineProcess::on_output() {
    read_available();
    if (!exchanging_) {
        while (lines_.take()) {
        }
        if (bytes_ > most_idle_bytes) flooded_ = true;
    }
    if (!output_ended_ && !flooded_) {
        await_output();
        if (enough_ != nullptr && !(*enough_)()) return;
    }
    resume();
}

/// One read, no more: an engine that writes faster than we read must not keep the loop from others.
void EngineProcess::read_available() {
    if (output_ended_ || flooded_) return;
    const auto space = lines_.space();
    if (space.empty()) {
        flooded_ = true;  // a line longer than the buffer
        return;
    }
    const ssize_t got = ::read(output_.native_handle(), space.data(), space.size());
    if (got > 0) {
        traffic_.add(Traffic::Direction::from_engine, stamp_,
                     {space.data(), static_cast<std::size_t>(got)});
        lines_.commit(static_cast<std::size_t>(got));
        bytes_ += static_cast<std::size_t>(got);
        if (bytes_ > most_bytes) flooded_ = true;
    } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
        output_ended_ = true;
    }
}

void EngineProcess::read_late() {
    stamp_ = SteadyClock::now();
    read_available();
}

// ---- its input
// --------------------------------------------------------------------------------------

bool EngineProcess::write(std::string_view text) {
    traffic_.add(Traffic::Direction::to_engine, stamp_, text);
    if (unwritten_.empty() && !input_ended_) {
        const ssize_t written = ::write(input_.native_handle(), text.data(), text.size());
        if (written >= 0) {
            text.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno != EAGAIN && errno != EINTR) {
            input_ended_ = true;
        }
    }
    if (input_ended_) return true;  // there is nobody left who could read the rest
    if (text.empty()) return true;
    const bool idle = unwritten_.empty();
    unwritten_ += text;
    if (idle) await_room();
    return false;
}

void EngineProcess::await_room() {
    input_.async_wait(asio::posix::stream_descriptor::wait_write,
                      [self = shared_from_this()](error_code error) {
                          if (!error) self->flush();
                      });
}

void EngineProcess::flush() {
    const ssize_t written = ::write(input_.native_handle(), unwritten_.data(), unwritten_.size());
    if (written >= 0) {
        unwritten_.erase(0, static_cast<std::size_t>(written));
    } else if (errno != EAGAIN && errno != EINTR) {
        input_ended_ = true;
        unwritten_.clear();
    }
    if (unwritten_.empty()) {
        resume();
    } else {
        await_room();
    }
}

asio::awaitable<EngineProcess::Wake> EngineProcess::written(Instant deadline) {
    for (;;) {
        if (interrupted_) co_return Wake::interrupted;
        if (flooded_) co_return Wake::flooded;
        if (closed()) co_return Wake::closed;
        if (unwritten_.empty()) co_return Wake::output;
        if (SteadyClock::now() >= deadline) co_return Wake::deadline;
        co_await suspend(deadline);
    }
}

// ---- its end
// ----------------------------------------------------------------------------------------

void EngineProcess::await_exit() {
    exit_notice_.async_wait(asio::posix::stream_descriptor::wait_read,
                            [self = shared_from_this()](error_code error) {
                                if (!error) self->on_exit();
                            });
}

void EngineProcess::on_exit() {
    // asio may hand a readiness over that belonged to a descriptor closed in the same turn of the
    // loop.
    siginfo_t ended{};
    if (::waitid(P_PID, static_cast<id_t>(pid_), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
        ended.si_pid == 0) {
        await_exit();
        return;
    }
    // Before it is reaped its number stands for the group, which nobody else can have taken.
    ::kill(-pid_, SIGKILL);
    int status = 0;
    rusage used{};
    ::wait4(pid_, &status, 0, &used);
    for (const timeval& time : {used.ru_utime, used.ru_stime})
        cpu_at_exit_ += std::chrono::seconds{time.tv_sec} + std::chrono::microseconds{time.tv_usec};
    exit_ = WIFSIGNALED(status) ? ExitStatus{true, WTERMSIG(status)}
                                : ExitStatus{false, WEXITSTATUS(status)};
    table_.remove(pid_);
    forget_orphans(20);

    // The timer and a write that waits for room would keep the loop busy for a process that is
    // gone.
    error_code ignored;
    input_.close(ignored);
    timer_.cancel();
    armed_ = Instant::max();
    input_ended_ = true;
    unwritten_.clear();
    resume();
    output_.cancel(ignored);
}

void EngineProcess::forget_orphans(int tries) {
    if (table_.sweep() == 0 || tries == 0) return;
    sweep_timer_.expires_after(std::chrono::milliseconds{10});
    sweep_timer_.async_wait([self = shared_from_this(), tries](error_code error) {
        if (!error) self->forget_orphans(tries - 1);
    });
}

void EngineProcess::signal(int number) {
    if (exit_) return;
    ::kill(pid_, number);  // it may have left its group
    ::kill(-pid_, number);
}

void EngineProcess::kill() {
    signal(SIGKILL);
}

SteadyClock::duration EngineProcess::cpu_time() const {
    clockid_t clock{};
    timespec used{};
    if (exit_) return cpu_at_exit_;
    if (::clock_getcpuclockid(pid_, &clock) != 0 || ::clock_gettime(clock, &used) != 0) return {};
    return std::chrono::seconds{used.tv_sec} + std::chrono::nanoseconds{used.tv_nsec};
}

asio::awaitable<bool> EngineProcess::exited_before(Instant deadline) {
    while (!exit_ && SteadyClock::now() < deadline) {
        co_await suspend(deadline);
    }
    co_return exit_.has_value();
}

asio::awaitable<void> EngineProcess::quit(std::string_view farewell,
                                          SteadyClock::duration patience) {
    const auto self = shared_from_this();
    end_exchange();
    if (!exit_) {
        write(farewell);
        error_code ignored;
        input_.close(ignored);
        input_ended_ = true;
        unwritten_.clear();
        if (!co_await exited_before(SteadyClock::now() + patience)) {
            signal(SIGTERM);
            co_await exited_before(SteadyClock::now() + patience);
        }
    }
    kill();
    // Only a process that hangs in the kernel outlives this.
    co_await exited_before(SteadyClock::now() + std::chrono::seconds{5});
}

}  // namespace sparring::referee
