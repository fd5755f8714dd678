// A finished game as the archive keeps it: plain values, no position.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engines/games/types.hpp"
#include "referee/play/play_game.hpp"
#include "referee/play/reason.hpp"
#include "referee/schedule/schedule.hpp"
#include "referee/statistics/standings.hpp"

namespace sparring::referee {

struct StoredGame {
    ScheduledGame scheduled;
    Outcome outcome = Outcome::none;
    Reason reason = Reason::normal;
    std::string detail;
    std::optional<Side> offender;
    std::optional<int> margin;      ///< final score for the first player, where the rules gave one
    std::string start, end;         ///< UTC
    std::size_t plies = 0;          ///< played by engines, without the opening
    std::vector<PlyRecord> record;  ///< of the plies; empty if it was not asked for
    std::array<Duration, 2> cpu{};  ///< that the processes of first and second used
};

/// The opening of a game as the standings' hash needs it.
Score score_of(const StoredGame& game, const Opening& opening);

StoredGame stored(const ScheduledGame& scheduled, const GameResult& result);

}  // namespace sparring::referee
