// A tournament's standings as text, at most 80 columns wide.
#pragma once

#include <span>
#include <string>

#include "referee/statistics/scoreboard.hpp"

namespace sparring::referee {

/// `Score of A vs B: 10 - 5 - 5 [0.625] 20`: wins, losses and draws of the first player.
std::string score_line(const Standings& standings, std::span<const std::string> names);

/// Players by share of points, without further tables.
std::string ranking_text(const Scoreboard& board, bool colour);

/// All tables; nothing if no game counts yet.
std::string standings_text(const Scoreboard& board, bool colour);

}  // namespace sparring::referee
