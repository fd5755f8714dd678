// What a host says to an engine in a dialect, and what the engine's lines mean. Pure: text in, text
// out; the player does the talking and keeps the time. One interpreter serves one process for as
// long as it lives.
//
// Within the referee a position is UGI's `position` command and options are UGI's; interpreters of
// other dialects translate.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engines/games/catalogue.hpp"
#include "protocol/dialect.hpp"
#include "protocol/expected.hpp"
#include "protocol/limits.hpp"
#include "protocol/option.hpp"
#include "protocol/ugi.hpp"

namespace sparring::referee {

/// What an engine said last before its move.
struct SearchReport {
    std::optional<int> depth;
    std::optional<ugi::Score> score;
    std::optional<std::uint64_t> nodes;
    std::optional<std::int64_t> time_ms{};  ///< that it says it has used

    bool operator==(const SearchReport&) const = default;
};

/// What a line meant.
struct Heard {
    enum class Kind {
        nothing,    ///< nothing that anybody waits for
        greeted,    ///< it has said who it is and which options it has
        ready,      ///< it has done all that it was told
        moved,      ///< text: the move, canonical where the rules know it, else as it was written
        illegal,    ///< text: why what it answered is no move at all
        garbage,    ///< text: what came where a move belongs
        response,   ///< text: the answer to a query
        complaint,  ///< text: what it says is wrong with an option or a position
    };

    Kind kind = Kind::nothing;
    std::string_view text;  ///< valid until the interpreter or the process is used again
};

class Interpreter {
  public:
    /// The game may be missing where only UGI is spoken.
    explicit Interpreter(const games::Choice& choice) : choice_{choice} {}
    virtual ~Interpreter() = default;
    Interpreter(const Interpreter&) = delete;
    Interpreter& operator=(const Interpreter&) = delete;

    virtual Dialect dialect() const = 0;

    /// A process answers once and is then replaced.
    virtual bool one_shot() const { return false; }
    /// A process plays one game: it is started by the game's first question, with arguments() more,
    /// and says Heard::ready when it can be asked.
    virtual bool one_game() const { return false; }
    virtual std::vector<std::string> arguments() const { return {}; }

    /// What `referee` shows: which words are waited for.
    virtual std::string_view greeting_word() const = 0;
    virtual std::string_view ready_word() const = 0;

    // Each of these appends commands to `out`, whole lines. Where nothing was appended there is
    // nothing to wait for.

    /// The first words; Heard::greeted answers them.
    virtual void hello(std::string& out) = 0;
    /// The variant; an Error if it cannot be played.
    virtual std::optional<Error> set_variant(std::string& out) = 0;
    /// An option that it has, to a value that the option accepts.
    virtual void set_option(std::string& out, const Option& option, const std::string& value) = 0;
    /// Heard::ready answers these two.
    virtual void get_ready(std::string& out) = 0;
    virtual void new_game(std::string& out) = 0;

    /// Asks for a move; Heard::moved, illegal or garbage answer. A move that it has given before
    /// (the rest of a turn) is returned instead. An Error where the dialect cannot say the position
    /// or the limits: nobody's fault, and the game is void.
    virtual Expected<std::optional<std::string>> go(std::string& out, std::string_view position,
                                                    const Limits& limits) = 0;
    virtual void stop(std::string& out) = 0;
    virtual void quit(std::string& out) = 0;

    /// Queries of a position; Heard::response answers each. False where the dialect has none.
    virtual bool ask(std::string&, std::string_view, std::string_view) { return false; }

    // ---- pondering, where the dialect has it ----

    /// The reply that it expects to its last move, canonical; empty if it said none.
    virtual std::string expected_reply() const { return {}; }
    /// Lets it think about a position that may come about.
    virtual bool ponder(std::string&, std::string_view, const Limits&) { return false; }
    /// That position has come about; the answer is as for go().
    virtual void ponder_hit(std::string&, const Limits&) {}

    virtual Heard hear(std::string_view line) = 0;

    /// Of the move that was heard last.
    virtual SearchReport report() const { return {}; }

    const std::vector<Option>& options() const { return options_; }
    const std::string& name() const { return name_; }
    const std::string& author() const { return author_; }

  protected:
    const games::Choice& choice() const { return choice_; }

    std::vector<Option> options_;
    std::string name_, author_;

  private:
    games::Choice choice_;
};

std::unique_ptr<Interpreter> ugi_interpreter(const games::Choice& choice);
std::unique_ptr<Interpreter> uci_interpreter(const games::Choice& choice);
std::unique_ptr<Interpreter> hub_interpreter(const games::Choice& choice);
std::unique_ptr<Interpreter> gtp_interpreter(const games::Choice& choice);
std::unique_ptr<Interpreter> nboard_interpreter(const games::Choice& choice);
std::unique_ptr<Interpreter> cs2_interpreter(const games::Choice& choice);
std::unique_ptr<Interpreter> sau_interpreter(const games::Choice& choice);
std::unique_ptr<Interpreter> botzone_interpreter(const games::Choice& choice);

/// Precondition: the game is played in the dialect, and the dialect is spoken over pipes.
std::unique_ptr<Interpreter> make_interpreter(Dialect dialect, const games::Choice& choice);

}  // namespace sparring::referee
