// Who is told of what happens in a run.
#pragma once

#include <functional>
#include <string>

#include "referee/play/play_game.hpp"
#include "referee/schedule/schedule.hpp"
#include "referee/statistics/standings.hpp"

namespace sparring::referee {

/// A game that this process has played.
struct FinishedGame {
    const ScheduledGame& scheduled;
    const GameResult& result;
};

/// Told of what happens; called on the loop's thread, so it must be quick.
class Observer {
  public:
    virtual ~Observer() = default;

    virtual void began(const ScheduledGame& game, const Opening& opening) = 0;

    /// Where it returns nothing, plies are not told.
    virtual PlyListener plies_of(const ScheduledGame& game) = 0;

    /// As games end. `done(true)` is called when the game is where it cannot be lost; only then
    /// does it count, for this runner and for everybody else. The references are good until then.
    virtual void keep(const FinishedGame& game, std::function<void(bool kept)> done) = 0;

    /// As games are kept.
    virtual void finished(const FinishedGame& game) = 0;

    /// Every game in schedule order, also those of earlier runs, for which there is no result.
    virtual void in_order(const ScheduledGame& game, const Score& score,
                          const GameResult* result) = 0;
    virtual void warning(const std::string& text) = 0;
};

}  // namespace sparring::referee
