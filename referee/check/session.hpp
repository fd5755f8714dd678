// A conversation with one engine, whatever its dialect: lines are sent, lines are awaited, and what
// was said is kept for the verdict.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/check/verdict.hpp"
#include "referee/play/engine_process.hpp"
#include "referee/play/time_control.hpp"

namespace sparring::referee::check {

/// How much of a conversation a failure shows. What was sent should be enough to send it again.
inline constexpr std::size_t kLinesShown = 6, kSentShown = 1500, kHeardShown = 200;

/// Of a line without its line end.
using Predicate = bool (*)(std::string_view line);

class Session {
  public:
    using Wake = EngineProcess::Wake;

    /// The command's program has been looked for. Both outlive the session.
    Session(ProcessTable& table, const Command& command) : table_{table}, command_{command} {}

    /// Starts a process; says why the program cannot run.
    std::optional<std::string> start();

    bool running() const { return process_ && !process_->closed() && !process_->flooded(); }

    /// Forgets what was sent and heard, also what has come unasked since.
    void begin();

    /// Sends `lines` and a line end. Wake::output when all is written.
    boost::asio::awaitable<Wake> send(std::string lines);
    boost::asio::awaitable<Wake> send_bytes(std::string bytes);

    /// Wake::output when a line came that is wanted: it is the last of heard().
    boost::asio::awaitable<Wake> await_line(Predicate wanted, Instant deadline);
    boost::asio::awaitable<Wake> await_line(Predicate wanted, Duration patience);

    /// Hears whatever comes for so long. Wake::deadline unless it ended or flooded.
    boost::asio::awaitable<Wake> listen(Duration time);

    /// Since begin(), oldest first.
    const std::vector<std::string>& sent() const { return sent_; }
    const std::vector<std::string>& heard() const { return heard_; }
    std::string_view last() const {
        return heard_.empty() ? std::string_view{} : std::string_view{heard_.back()};
    }

    /// From the end of the last sending to the notice of the last output.
    Duration elapsed() const { return process_->stamp() - asked_; }
    Instant asked() const { return asked_; }

    /// A failure with what was sent and what came, or why nothing more came.
    Verdict wrong(std::string right) const;

    /// Precondition of these: a process has been started and not ended.
    EngineProcess& process() { return *process_; }
    const EngineProcess& process() const { return *process_; }

    /// Kills the process, if there is one, and waits for its end.
    boost::asio::awaitable<void> end();

    /// Ends whatever is awaited, now and in future.
    void interrupt();

  private:
    boost::asio::awaitable<Wake> ended(Wake wake);
    std::string ending() const;

    ProcessTable& table_;
    const Command& command_;
    std::shared_ptr<EngineProcess> process_;
    std::vector<std::string> sent_, heard_;
    Instant asked_{};
    Wake wake_ = Wake::output;
    bool interrupted_ = false;
};

/// The last `most` lines, each made printable and no longer than `width`.
std::vector<std::string> excerpt(const std::vector<std::string>& lines, std::size_t most,
                                 std::size_t width);

/// "0.03 ms", "1.25 s".
std::string in_words(Duration time);

}  // namespace sparring::referee::check
