// Points in time as the archive words them.
#pragma once

#include <chrono>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>

namespace sparring::referee {

using UtcTime = std::chrono::time_point<std::chrono::system_clock, std::chrono::milliseconds>;

/// `2026-11-21T03:06:05.123Z`
std::string utc_text(UtcTime time);
std::string utc_now();

/// Reads `2026-11-21T03:06:05.123Z`; nothing from any other form.
std::optional<UtcTime> parse_utc(std::string_view text);

/// On the clock of whoever reads it; nothing if the text is no such time.
std::optional<std::tm> local_time(std::string_view utc);

/// From one to the other, in seconds; 0 if either is no time.
double seconds_between(std::string_view from, std::string_view to);

}  // namespace sparring::referee
