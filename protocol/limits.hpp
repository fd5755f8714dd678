// What ends one search: time, clock, depth, nodes (the words of a `go` line).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace sparring {

/// Clocks of both players in milliseconds; `first` moves first in the starting position.
/// Times may be zero or negative (an overdrawn clock within the referee's margin).
struct Clock {
    std::int64_t first_ms = 0;
    std::int64_t second_ms = 0;
    std::int64_t first_increment_ms = 0;
    std::int64_t second_increment_ms = 0;
    std::optional<int> moves_to_go;  ///< moves until the next time control; none = sudden death

    bool operator==(const Clock&) const = default;
};

/// All limits that are set hold together: whichever is reached first ends the search.
struct Limits {
    std::optional<Clock> clock;
    std::optional<std::int64_t> move_time_ms;
    std::optional<int> depth;            ///< plies, 1 or more
    std::optional<std::uint64_t> nodes;  ///< positions visited, 1 or more
    bool infinite = false;               ///< search until `stop`, keep a proof until then

    /// `go` without any limit means the same as `go infinite`.
    bool unlimited() const { return infinite || (!clock && !move_time_ms && !depth && !nodes); }

    bool operator==(const Limits&) const = default;
};

/// The words after `go`, in UGI's names (p1time ...); empty if nothing is set.
std::string to_text(const Limits& limits);

}  // namespace sparring
