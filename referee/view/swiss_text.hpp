// A Swiss tournament as text, at most 80 columns wide.
#pragma once

#include <span>
#include <string>

#include "referee/schedule/swiss.hpp"

namespace sparring::referee {

/// The table with its tie-breaks, then each player's rounds: the opponent's rank and the points
/// won, as in `12:1.5`; `bye:1` without an opponent.
std::string swiss_text(std::span<const SwissRow> table, std::span<const std::string> names,
                       bool colour);

}  // namespace sparring::referee
