// Comma-separated values (RFC 4180: commas, CR LF, quotes where they are needed).
#pragma once

#include <span>
#include <string>

namespace sparring::referee {

/// A line with its end.
std::string csv_line(std::span<const std::string> fields);

/// The shortest text that reads back as the same number; nothing where it is not finite.
std::string csv_number(double value);

}  // namespace sparring::referee
