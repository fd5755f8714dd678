// Games as the referee and the bot loop see them: one interface, any game, moves and positions as
// text. erase.hpp makes these from a game's compile-time Rules.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/games/record.hpp"
#include "engines/games/types.hpp"
#include "protocol/dialect.hpp"
#include "protocol/expected.hpp"
#include "protocol/ugi.hpp"

namespace sparring::games {

/// A game in progress under full rules.
class Position {
  public:
    virtual ~Position() = default;

    virtual std::unique_ptr<Position> clone() const = 0;

    virtual Side side_to_move() const = 0;
    virtual Outcome outcome() const = 0;
    virtual int margin()
        const = 0;  ///< final score for the first player; 0 unless over on the board
    virtual std::uint64_t hash() const = 0;
    virtual std::size_t plies() const = 0;

    /// Plies since the game began; those that the board of an opening shows are counted, where it
    /// does show them (drawn edges).
    virtual std::size_t age() const { return plies(); }

    /// The age at which the winner was certain by the rules' count alone; age() where the rules
    /// know only the end, or nothing is decided.
    virtual std::size_t decided() const { return age(); }

    virtual std::vector<std::string> legal_moves() const = 0;  ///< empty if the game is finished

    /// Plays a move in any accepted spelling and returns its canonical text, or says why it is
    /// refused and leaves the position alone. A finished game refuses every move.
    virtual Expected<std::string> play(std::string_view move) = 0;
    virtual Expected<std::string> canonical(std::string_view move) const = 0;

    /// A legal move as a dialect of the game writes it, and back to canonical text.
    virtual Expected<std::string> spell(std::string_view move, Dialect) const {
        return std::string{move};
    }
    virtual Expected<std::string> read(std::string_view move, Dialect) const {
        return canonical(move);
    }

    /// As a dialect of the game writes positions; an Error where it cannot.
    virtual Expected<std::string> position(Dialect) const { return fen(); }

    virtual std::string fen() const = 0;
    /// The same for positions that are mirror images or rotations of one another, different for
    /// others. The moves that led there do not matter.
    virtual std::string symmetry_key() const { return fen(); }
    virtual std::string board() const = 0;
    virtual std::string record(const RecordHeader& header) const = 0;

    /// The header's date is `2026.11.21 15:04`, its outcome a win. An Error where the contests have
    /// no form for the game, or none for one that began elsewhere than in the starting position.
    virtual Expected<ContestRecord> contest_record(const RecordHeader& header) const;
};

inline Expected<ContestRecord> Position::contest_record(const RecordHeader&) const {
    return Error{"there is no contest record of this game, only of amazons and dots-and-boxes"};
}

/// One entry of the catalogue.
class Game {
  public:
    virtual ~Game() = default;

    virtual std::string_view name() const = 0;
    virtual std::vector<std::string> variants() const = 0;  ///< canonical names, the default first
    virtual ugi::ClockColours clock_colours() const = 0;

    /// Canonical name of a variant given in any accepted spelling; empty text means the default.
    virtual Expected<std::string> variant(std::string_view text) const = 0;

    /// What it is played in, ugi among them.
    virtual std::span<const Dialect> dialects() const = 0;

    /// Plies of a whole game, where decided() counts and all games have the same; else nothing.
    virtual std::optional<int> length(std::string_view) const { return {}; }

    /// Precondition of both: `variant` is canonical.
    virtual std::unique_ptr<Position> start(std::string_view variant) const = 0;
    virtual Expected<std::unique_ptr<Position>> parse_fen(std::string_view variant,
                                                          std::string_view fen) const = 0;
};

}  // namespace sparring::games
