// The game as an engine knows it that is told moves one by one: follows the referee's `position`
// commands and says what is new, in the dialect's spelling.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engines/games/catalogue.hpp"
#include "protocol/dialect.hpp"
#include "protocol/expected.hpp"

namespace sparring::referee {

class Replica {
  public:
    Replica(const games::Choice& choice, Dialect dialect) : choice_{choice}, dialect_{dialect} {}

    struct Ply {
        Side side = Side::first;
        std::string canonical, spelled;
    };

    /// What leads from the last position to this one.
    struct Way {
        bool anew = false;       ///< a game that is no continuation: from the start on
        std::vector<Ply> plies;  ///< in order
    };

    /// An Error if the command is no position of the game, or the dialect cannot spell a move.
    Expected<Way> follow(std::string_view position_command);

    /// The engine itself has moved: what it then answered is known to it.
    /// Precondition: the move is legal.
    void play(const std::string& canonical);

    /// The next position begins anew, whatever it is.
    void forget();

    // Precondition of these: follow() has succeeded once.
    const games::Position& position() const { return *position_; }
    const games::Position& start() const { return *start_; }
    /// Whether it began in the variant's starting position.
    bool from_start() const { return fen_.empty(); }
    const std::vector<std::string>& moves() const { return moves_; }  ///< canonical

    /// A move that the engine wrote, as canonical text; what it wrote if it cannot be read.
    std::string canonical(std::string_view move) const;

  private:
    Expected<bool> begin(const std::string& fen);

    games::Choice choice_;
    Dialect dialect_;
    std::string fen_;                 // of the start; empty = the starting position
    std::vector<std::string> moves_;  // from there
    std::unique_ptr<games::Position> start_, position_;
};

}  // namespace sparring::referee
