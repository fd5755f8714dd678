// What ends an engine's search, as users write it: `depth=2 nodes=500`, `tc=1+0.01`. Pure.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/expected.hpp"
#include "referee/play/time_control.hpp"

namespace sparring::referee {

/// `tc`, `st`, `depth`, ...
struct LimitKey {
    std::string_view name, help;
    /// What is wrong with a value, if anything is.
    std::function<std::optional<std::string>(PlayerLimits& limits, const std::string& value)> read;
};
const std::vector<LimitKey>& limit_keys();

/// Why nobody can play by them: nothing ends a search, or two things do that exclude each other.
std::optional<std::string> fault_in(const PlayerLimits& limits);

/// Reads `depth=2 nodes=500`, `tc=1+0.01`, ..
Expected<PlayerLimits> parse_limits(std::string_view words);

/// What parse_limits() reads as these limits.
std::string limit_words(const PlayerLimits& limits);

/// Whether a deterministic engine with these limits plays the same game again: no clock decides.
bool deterministic(std::string_view limits);

// What keys with such values read.
Expected<std::int64_t> parse_whole(const std::string& value, std::int64_t least, std::int64_t most);
Expected<Duration> parse_duration(const std::string& value, Duration unit, Duration least);

}  // namespace sparring::referee
