// `referee report FILE`: what an archive's games come to.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "protocol/expected.hpp"

namespace sparring::referee {

/// `FILE [-json OUT|-] [-html OUT]`. Prints the tables that stand at the end of a run; to standard
/// error, if a report goes to standard output. Returns kPlayed, or complains and returns
/// kWrongUsage.
int report_command(std::span<const std::string> words);

/// The pages on which every game of an archive can be replayed: each has the tables and the next
/// json::kMostRecords games.
Expected<std::vector<std::string>> report_pages(const std::string& path);

}  // namespace sparring::referee
