// What thinks behind a dialect: the game in progress, the options and the search of an engine, with
// moves and positions as text. BrainOf (brain_of.hpp) makes one out of a game's types.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/bot/options.hpp"
#include "engines/games/types.hpp"
#include "protocol/dialect.hpp"
#include "protocol/expected.hpp"
#include "protocol/ugi.hpp"

namespace sparring::bot {

/// What a search came to.
struct Found {
    std::string move;   ///< canonical; empty if the game was over
    ugi::Info info;     ///< of the last iteration; its pv as the dialect writes moves
    std::string error;  ///< why it did not search; empty if it did
};

class Brain {
  public:
    using OnInfo = std::function<void(const ugi::Info&)>;

    virtual ~Brain() = default;

    virtual std::string_view game() const = 0;
    virtual std::span<const Dialect> dialects() const = 0;
    virtual ugi::ClockColours clock_colours() const = 0;

    OptionTable& options() { return options_; }
    const OptionTable& options() const { return options_; }

    /// The variant of a platform's own, where the dialect has one and the user has not chosen.
    virtual void suit(Dialect dialect) = 0;

    /// Forgets what was learnt about positions.
    virtual void new_game() = 0;

    // ---- the game in progress ----

    /// An illegal move is an Error that names it; whoever played it has lost until the next
    /// position, and what came before it stays.
    virtual std::optional<Error> set_position(const ugi::SetPosition& set) = 0;

    /// The starting position, or one as the dialect writes it. If there is an Error, nothing has
    /// changed.
    virtual void start() = 0;
    virtual std::optional<Error> set_up(std::string_view position, Dialect dialect) = 0;

    /// Plays a move in the dialect's spelling or another that cannot be mistaken, and returns its
    /// canonical text.
    virtual Expected<std::string> play(std::string_view move, Dialect dialect) = 0;

    /// Takes the last move back; false if there is none.
    virtual bool undo() = 0;

    virtual Side side_to_move() const = 0;
    virtual Outcome outcome() const = 0;
    virtual int margin()
        const = 0;  ///< final score for the first player; 0 unless over on the board
    virtual std::size_t plies() const = 0;
    virtual bool is_legal(std::string_view move) const = 0;
    virtual std::vector<std::string> legal_moves(Dialect dialect) const = 0;
    /// Precondition: the move is legal.
    virtual std::string spell(std::string_view move, Dialect dialect) const = 0;
    virtual std::string fen() const = 0;
    virtual std::string board() const = 0;
    virtual std::string hash() const = 0;

    // ---- the search ----

    /// Before search(), by the thread that may call stop().
    virtual void arm() = 0;
    /// Any thread; returns at once.
    virtual void stop() = 0;
    virtual Found search(const Limits& limits, Dialect dialect, const OnInfo& on_info) = 0;

    // ---- for people ----

    virtual std::string evaluation() const = 0;  ///< every term of it
    /// `say` is given lines, as they come.
    using Say = std::function<void(std::string_view)>;
    virtual void perft(int depth, const Say& say) const = 0;
    virtual void bench(const Say& say) const = 0;

  protected:
    OptionTable options_;
};

}  // namespace sparring::bot
