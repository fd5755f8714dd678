// `referee report FILE`: what an archive's games come to.
#pragma once

#include <span>
#include <string>

namespace sparring::referee {

/// `FILE [-json OUT|-] [-html OUT]`. Prints the tables that stand at the end of a run; to standard
/// error, if a report goes to standard output. Returns kPlayed, or complains and returns
/// kWrongUsage.
int report_command(std::span<const std::string> words);

}  // namespace sparring::referee
