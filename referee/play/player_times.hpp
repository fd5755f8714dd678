// How long a player waits for what, and how it tells it.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <string>

#include "referee/play/time_control.hpp"

namespace sparring::referee {

/// For each dialect that is tried on an engine whose dialect nobody has told.
inline constexpr Duration kAttempt = std::chrono::seconds{2};
/// After its time an engine may still answer `stop`, so that its late move is not taken for the
/// next.
inline constexpr Duration kStopGrace = std::chrono::milliseconds{300};
/// Between the steps of quit(): quit and end of input, SIGTERM, SIGKILL.
inline constexpr Duration kQuitPatience = std::chrono::seconds{1};
/// End of output and exit are noticed one after the other.
inline constexpr Duration kExitNotice = std::chrono::milliseconds{200};

inline std::string in_seconds(std::chrono::steady_clock::duration duration) {
    return fmt::format("{:.3f} s", std::chrono::duration<double>(duration).count());
}

}  // namespace sparring::referee
