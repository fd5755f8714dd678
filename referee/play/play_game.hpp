// One game: two players, their clocks, the rules.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/play/opening.hpp"
#include "referee/play/player.hpp"
#include "referee/play/reason.hpp"

namespace sparring::referee {

/// One ply that an engine played.
struct PlyRecord {
    std::string move;  ///< canonical text
    Side side = Side::first;
    Duration elapsed{};
    SearchReport report;
};

struct GameResult {
    Outcome outcome = Outcome::none;  ///< none: the game is void or was interrupted
    Reason reason = Reason::normal;
    std::string detail;                         ///< for people; empty where the reason says all
    std::optional<Side> offender;               ///< who is at fault, if anybody is
    bool interrupted = false;                   ///< by us: as if it had not been played
    std::unique_ptr<games::Position> position;  ///< at the end; carries all moves
    std::vector<PlyRecord> plies;               ///< without the opening
};

struct GameSettings {
    const games::Choice& choice;
    const Opening& opening;
    std::optional<int> max_moves;  ///< of each side; a game that reaches it is drawn
};

/// A game that `offender` loses before its first move.
GameResult forfeit(const GameSettings& settings, Side offender, const Fault& fault);

/// Both players have been told of the new game. They outlive the coroutine.
boost::asio::awaitable<GameResult> play_game(Player& first, Player& second,
                                             const GameSettings& settings);

}  // namespace sparring::referee
