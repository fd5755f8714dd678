// Where a runner has its games played: by engines of its own (LocalVenue), or by workers that take
// them from a queue (QueueVenue).
#pragma once

#include <boost/asio/awaitable.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/play/observer.hpp"

namespace sparring::referee {

/// How a run ended.
struct RunEnd {
    enum class Kind { complete, bad_option, no_start, aborted, interrupted };
    Kind kind = Kind::complete;
    std::string why;
};

class Venue {
  public:
    virtual ~Venue() = default;

    /// Games at a time.
    virtual int room() const = 0;

    /// Before the first game. Why there can be none, if so.
    virtual boost::asio::awaitable<std::optional<RunEnd>> open() = 0;

    struct Played {
        std::optional<GameResult> result{};  ///< none: it is as if it had not been played
        std::optional<RunEnd> end{};         ///< no other game can be played
    };

    /// A game that has been played may be played again before it is kept. `slot` is from 0 to
    /// room() - 1; no two games at a time have the same. The references outlive the coroutine.
    virtual boost::asio::awaitable<Played> play(const ScheduledGame& game, const Opening& opening,
                                                int slot) = 0;

    /// The game's result is where it cannot be lost.
    virtual void kept(const ScheduledGame& game) = 0;

    /// No other game will be asked for: those that wait for their turn may be dropped.
    virtual void wind_down() = 0;

    /// Games that are being played are dropped, now and in future.
    virtual void interrupt() = 0;

    /// After the last game. `over`: there will be no other in this run, also not after a
    /// resumption.
    virtual boost::asio::awaitable<void> close(bool over) = 0;

    /// What the engines call themselves, as (name, author), as far as that is known.
    virtual const std::vector<std::pair<std::string, std::string>>& identities() const = 0;
};

}  // namespace sparring::referee
