// Time controls as users write them, and the clock of one player in one game. Pure: time passes
// only where it is passed in.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/expected.hpp"
#include "protocol/limits.hpp"

namespace sparring::referee {

using Duration = std::chrono::nanoseconds;

/// cutechess's `moves/minutes:seconds+increment`, or an hourglass.
struct TimeControl {
    std::optional<int> moves;  ///< per period; none = one period for the whole game
    Duration time{};           ///< per period
    Duration increment{};      ///< added after each move
    bool hourglass = false;    ///< what one side uses, the other gains

    bool operator==(const TimeControl&) const = default;
};

/// `40/5:30+0.5`, `5+0.05`, `60`, `hourglass:30`.
Expected<TimeControl> parse_time_control(std::string_view text);
std::string to_text(const TimeControl& control);

/// `10s`, `500ms`, `2m`; a bare number counts in `unit`. At most a day short of 25 days.
Expected<Duration> parse_duration(std::string_view text, Duration unit);

/// What ends one player's moves. All that are set hold together.
struct PlayerLimits {
    std::optional<TimeControl> control;
    std::optional<Duration> move_time;
    std::optional<int> depth;
    std::optional<std::uint64_t> nodes;
    Duration margin{};                         ///< how late a move may be
    Duration stall = std::chrono::minutes{2};  ///< longest answer where no clock runs

    bool timed() const { return control || move_time; }
    bool any() const { return timed() || depth || nodes; }

    bool operator==(const PlayerLimits&) const = default;
};

/// `5+0.05`, `st=1`, `depth=3`, ...: what a record says.
std::string to_text(const PlayerLimits& limits);

class PlayerClock {
  public:
    explicit PlayerClock(const PlayerLimits& limits);

    /// Time that the next move may take before the margin; the stall limit where no clock runs.
    Duration allowance() const;

    /// Charges a move. False if the flag fell: the move took more than allowance and margin.
    bool spend(Duration elapsed);

    /// The other side has used that much; an hourglass gives it to this one.
    void gain(Duration elapsed);

    /// What is left; 0 where no clock runs.
    Duration left() const { return left_; }

    /// Moves until the next period, where periods are counted.
    std::optional<int> moves_to_go() const;

    const PlayerLimits& limits() const { return limits_; }

  private:
    PlayerLimits limits_;
    Duration left_{};
    int moves_ = 0;
};

/// What a `go` for the mover says. `first` and `second` are the players' clocks.
Limits limits_of(const PlayerClock& mover, const PlayerClock& first, const PlayerClock& second);

}  // namespace sparring::referee
