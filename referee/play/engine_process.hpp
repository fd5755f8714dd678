// A child process that talks in lines: bounded in time and size, never trusted, never waited for by
// blocking. Everything happens on the thread of its io_context.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/expected.hpp"
#include "referee/play/line_buffer.hpp"
#include "referee/play/process_table.hpp"
#include "referee/play/spawn.hpp"
#include "referee/play/traffic.hpp"

namespace sparring::referee {

using SteadyClock = std::chrono::steady_clock;
using Instant = SteadyClock::time_point;

/// How an ended process ended.
struct ExitStatus {
    bool by_signal = false;
    int code = 0;  ///< exit status or signal number

    /// "exited with status 3", "was killed by signal 11 (Segmentation fault)".
    std::string describe() const;
};

class EngineProcess : public std::enable_shared_from_this<EngineProcess> {
  public:
    /// The most that is read for one answer, and the most that is read while none is awaited.
    static constexpr std::size_t most_bytes = 16 << 20;
    static constexpr std::size_t most_idle_bytes = 1 << 20;

    enum class Wake { output, deadline, closed, flooded, interrupted };

    /// An Error says why the program cannot run; std::system_error is thrown where the system
    /// refuses.
    static Expected<std::shared_ptr<EngineProcess>> start(ProcessTable& table,
                                                          const Command& command);

    ~EngineProcess();

    /// Something is about to be asked: what the process has said so far is dropped.
    void begin_exchange();

    /// Nothing is expected until begin_exchange(): whatever the process says is dropped.
    void end_exchange();

    /// Writes at once what the pipe takes and the rest when it takes more. True if nothing is left.
    bool write(std::string_view text);

    /// Until all is written. Precondition: write() returned false.
    boost::asio::awaitable<Wake> written(Instant deadline);

    /// The next complete line, if one has been read; valid until the next wait.
    std::optional<std::string_view> take_line() { return lines_.take(); }

    /// Until there is more to take, or there can be no more, or the deadline. Output never moves
    /// the deadline.
    boost::asio::awaitable<Wake> wait(Instant deadline) { return wait(deadline, {}); }

    /// The same, but `enough` is asked whenever there is more to take, and the wait goes on if it
    /// says no: to wake a coroutine costs more than to look at a line.
    boost::asio::awaitable<Wake> wait(Instant deadline, std::function<bool()> enough);

    /// When the last output was noticed: the first thing that its handler does.
    Instant stamp() const { return stamp_; }

    /// The bytes of an unfinished line.
    std::string_view partial_line() const { return lines_.partial(); }

    /// Nothing more can be said to it or heard from it.
    bool closed() const { return output_ended_ || exit_ || input_ended_; }
    bool flooded() const { return flooded_; }
    const std::optional<ExitStatus>& exit() const { return exit_; }

    pid_t pid() const { return pid_; }
    const Traffic& traffic() const { return traffic_; }
    Instant began() const { return began_; }

    /// CPU time that it has used so far, all its threads together; after its end
    /// also what it has waited for.
    SteadyClock::duration cpu_time() const;

    /// Wakes whoever waits, now and later, with Wake::interrupted.
    void interrupt();

    /// `farewell` (a quit command), end of its input, `patience`; SIGTERM, `patience`; SIGKILL to
    /// its group. Returns when it has ended.
    boost::asio::awaitable<void> quit(std::string_view farewell, SteadyClock::duration patience);

    /// Waits for its end, whatever it says meanwhile.
    boost::asio::awaitable<bool> exited_before(Instant deadline);

    /// SIGKILL to its process group, at once.
    void kill();

  private:
    using Handler = boost::asio::async_result<boost::asio::use_awaitable_t<>, void()>::handler_type;

    EngineProcess(ProcessTable& table, Child child, const std::string& marker);

    void await_output();
    void await_room();
    void await_exit();
    void arm(Instant deadline);

    void on_output();
    void on_exit();
    void read_available();
    void read_late();
    void flush();
    void resume();
    boost::asio::awaitable<void> suspend(Instant deadline);
    void forget_orphans(int tries);
    void signal(int number);

    ProcessTable& table_;
    pid_t pid_;
    boost::asio::posix::stream_descriptor input_, output_, exit_notice_;
    boost::asio::steady_timer timer_, sweep_timer_;
    LineBuffer lines_;
    Traffic traffic_;
    Instant began_ = SteadyClock::now();
    std::string unwritten_;
    std::size_t bytes_ = 0;          // since begin_exchange() or end_exchange()
    std::optional<Handler> waiter_;  // the coroutine that waits; there is one at most
    Instant deadline_ = Instant::max();
    Instant armed_ = Instant::max();  // what the timer waits for; may be earlier than the deadline
    Instant stamp_{};
    std::optional<ExitStatus> exit_;
    SteadyClock::duration cpu_at_exit_{};
    bool output_ended_ = false, input_ended_ = false, flooded_ = false, interrupted_ = false;
    bool exchanging_ = false;  // somebody reads the lines; else they are dropped
    const std::function<bool()>* enough_ = nullptr;  // what the waiter waits for; null: any output
};

}  // namespace sparring::referee
