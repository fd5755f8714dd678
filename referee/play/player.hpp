// An engine that plays: its process, its dialect and the state they are in. Whatever it does
// wrong comes back as a Fault, a value.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/dialect/interpreter.hpp"
#include "referee/play/engine_process.hpp"
#include "referee/play/player_state.hpp"
#include "referee/play/reason.hpp"
#include "referee/play/time_control.hpp"

namespace sparring::referee {

/// One engine as the user configured it.
struct EngineSettings {
    std::string name;
    Command command;
    std::optional<Dialect> dialect = Dialect::ugi;  ///< none: what it understands is found out
    PlayerLimits limits;
    std::vector<std::pair<std::string, std::string>> options;  ///< name and value, in order
    Duration startup = std::chrono::seconds{10};  ///< until it is ready for the first time
    Duration ping = std::chrono::seconds{10};     ///< until it is ready for a new game
    bool restart = false;                         ///< a new process for each game
    bool ponder = false;                          ///< thinks on the other side's time
};

/// What an engine did wrong.
struct Fault {
    Reason reason = Reason::crash;
    std::string detail;          ///< for people: "exited with status 3 instead of answering"
    bool misconfigured = false;  ///< no-start because of an option that it does not take
};

/// How long a move may take, and what it is called if it takes longer.
struct Budget {
    Duration allowance{};
    Duration margin{};
    Reason overdue = Reason::time;
};

struct Answer {
    std::string move;            ///< as the engine wrote it; empty if there is a fault
    std::optional<Fault> fault;  ///< also with a move: it came, but late
    Duration elapsed{};          ///< from the end of our write to the notice of the answer
    SearchReport report;
    bool interrupted = false;  ///< by us: neither move nor fault counts
};

class Player {
  public:
    /// The game may be missing where nothing but introductions is asked for. All references outlive
    /// the player.
    Player(ProcessTable& table, const EngineSettings& settings, games::Choice choice);
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;
    ~Player();  ///< kills the process if it is still there

    const EngineSettings& settings() const { return settings_; }
    const games::Choice& choice() const { return choice_; }
    // Precondition of these: it has been started.
    const std::vector<Option>& options() const { return interpreter_->options(); }
    const std::string& id_name() const { return interpreter_->name(); }
    const std::string& id_author() const { return interpreter_->author(); }
    Dialect dialect() const { return interpreter_->dialect(); }

    PlayerState state() const { return state_; }
    /// Ready, and its process has done nothing since that forbids to ask it again.
    bool usable() const {
        return state_ == PlayerState::ready &&
               (between_shots() || (!process_->closed() && !process_->flooded()));
    }

    /// Starts the process, sets its options, waits until it is ready.
    boost::asio::awaitable<std::optional<Fault>> start();

    boost::asio::awaitable<std::optional<Fault>> new_game();

    /// Options that it is to have from the next new_game() on, over those of its settings. A fault,
    /// if it does not take them.
    using Options = std::vector<std::pair<std::string, std::string>>;
    std::optional<Fault> set_options(const Options& options);

    /// Asks for a move. `position` is a whole `position` command without line end.
    boost::asio::awaitable<Answer> think(std::string_view position, const Limits& limits,
                                         const Budget& budget);

    /// Lets it think on about the position after its own move and the reply that it expects, until
    /// the next think(), whose time it does not use. Does nothing where it says no reply, or where
    /// its dialect or its settings have no pondering.
    void ponder(std::string_view position, const Limits& limits);

    /// Ends pondering, if it does: it is ready again, or lost.
    boost::asio::awaitable<void> settle();

    /// Answers to `query` commands about a position, in order, outside of any clock. Either as many
    /// answers as questions, or a fault.
    struct Answers {
        std::vector<std::string> values;
        std::string complaint;  ///< its `info string error ..` about the position, if any
        std::optional<Fault> fault;
    };
    boost::asio::awaitable<Answers> ask(std::string_view position,
                                        std::span<const std::string_view> questions);

    /// CPU time that its process has used so far.
    Duration cpu_time() const {
        return cpu_before_ + (process_ ? process_->cpu_time() : Duration{});
    }

    /// Its process; 0 if there is none.
    pid_t pid() const { return process_ ? process_->pid() : 0; }

    /// The last that was said to and by it, for people.
    std::string traffic() const {
        return process_ ? process_->traffic().text(process_->began()) : "";
    }

    /// Asks what it thinks of a position that is not part of a game with clocks, by its own limits.
    boost::asio::awaitable<Answer> consider(std::string_view position);

    /// Ends the process, the gentle way first where it can still listen.
    boost::asio::awaitable<void> quit();

    /// Ends whatever the player waits for, now and in future, except quit().
    void interrupt();

  private:
    using Wake = EngineProcess::Wake;
    using Kind = Heard::Kind;

    void become(PlayerState next);
    Expected<bool> launch();
    boost::asio::awaitable<std::optional<Fault>> start_as(Dialect dialect, Instant greeting,
                                                          Instant deadline);
    boost::asio::awaitable<std::optional<Fault>> configure(Instant began, Instant deadline);
    boost::asio::awaitable<Wake> await(Kind kind, Instant deadline);
    bool take_move(Answer& answer);
    bool between_shots() const {
        return !process_ && (interpreter_->one_shot() || interpreter_->one_game());
    }
    boost::asio::awaitable<void> end_shot();
    boost::asio::awaitable<std::optional<Fault>> launch_for_game();
    boost::asio::awaitable<void> overtime(const Budget& budget, Instant asked, Answer& answer);
    boost::asio::awaitable<Fault> no_start(std::string_view awaited, Instant began, Wake wake);
    boost::asio::awaitable<Fault> lost(Wake wake, std::string_view instead_of);
    Expected<std::string> option_commands(const Options& options) const;
    void note(std::string_view line, const Heard& heard);
    std::string said() const;

    ProcessTable& table_;
    const EngineSettings& settings_;
    games::Choice choice_;
    std::unique_ptr<Interpreter> interpreter_;
    std::shared_ptr<EngineProcess> process_;
    PlayerState state_ = PlayerState::down;
    std::string command_;
    std::string carried_;     // what set_options() has asked for
    bool carry_due_ = false;  // it has not been told yet
    std::string pondered_;    // the position that it ponders on
    std::string heard_;       // outside of moves: what it said last
    std::string response_;    // the answer to a query
    std::string complaint_;   // what it said is wrong with options or a position
    Duration cpu_before_{};   // of processes that were replaced
    bool greeted_ = false;    // it understood the first words
    bool interrupted_ = false;
};

}  // namespace sparring::referee
