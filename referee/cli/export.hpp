// `referee export FILE`: an archive's games in other forms.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "protocol/expected.hpp"

namespace sparring::referee {

/// `FILE [-as pgn|csv|moves-csv|json|contest|contest-gbk] [-o OUT] [-games 1,5-9]`. Returns
/// kPlayed, or complains and returns kWrongUsage. For contest records OUT is a directory; games
/// that have no such record are named and left out.
int export_command(std::span<const std::string> words);

/// First and last number of each range in `1,5-9`.
Expected<std::vector<std::pair<int, int>>> parse_ranges(std::string_view text);

}  // namespace sparring::referee
