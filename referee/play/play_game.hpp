// One game: two players, their clocks, the rules.
#pragma once

#include <array>
#include <boost/asio/awaitable.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "referee/play/adjudication.hpp"
#include "referee/play/opening.hpp"
#include "referee/play/player.hpp"
#include "referee/play/reason.hpp"

namespace sparring::referee {

/// One ply that an engine played.
struct PlyRecord {
    std::string move;  ///< canonical text
    Side side = Side::first;
    Duration elapsed{};
    std::optional<Duration> clock{};  ///< what the mover had left after it, where a clock runs
    SearchReport report;

    bool operator==(const PlyRecord&) const = default;
};

struct GameResult {
    Outcome outcome = Outcome::none;  ///< none: the game is void or was interrupted
    Reason reason = Reason::normal;
    std::string detail;            ///< for people; empty where the reason says all
    std::optional<Side> offender;  ///< who is at fault, if anybody is
    bool lost = false;             ///< the offender's process is of no use any more
    bool interrupted = false;      ///< by us: as if it had not been played
    std::optional<int> margin;     ///< final score for the first player, where the board or a proof
                                   ///< gave one
    std::unique_ptr<games::Position> position;  ///< at the end; carries all moves
    std::vector<PlyRecord> plies;               ///< without the opening
    std::uint64_t moves_hash = 0;          ///< of opening and moves: equal games have equal ones
    Duration wall{};                       ///< from the first question to the end
    std::array<Duration, 2> cpu{};         ///< that the engines used during the game
    std::array<std::string, 2> traffic{};  ///< the last of it, of an engine that was at fault
};

/// Looks for the final score of a position, for the side to move.
using Prover = std::function<boost::asio::awaitable<std::optional<int>>(std::string_view position)>;

/// What an answer says the whole game's result is, for the side to move.
std::optional<int> final_score(const Answer& answer);

/// Told of every ply, if anybody wants to be.
using PlyListener = std::function<void(const PlyRecord&, const games::Position& after,
                                       const std::array<std::optional<Duration>, 2>& clocks)>;

struct GameSettings {
    const games::Choice& choice;
    const Opening& opening;
    const AdjudicationRules& adjudication;
    const Prover& prover;         ///< may be empty
    const PlyListener& listener;  ///< may be empty
};

/// Of an opening and the moves after it.
std::uint64_t hash_of(const Opening& opening, std::span<const PlyRecord> plies);

/// A game that `offender` loses before its first move.
GameResult forfeit(const GameSettings& settings, Side offender, const Fault& fault);

/// Both players have been told of the new game. They outlive the coroutine.
boost::asio::awaitable<GameResult> play_game(Player& first, Player& second,
                                             const GameSettings& settings);

}  // namespace sparring::referee
