// A knockout's bracket as text, at most 80 columns wide.
#pragma once

#include <span>
#include <string>

#include "referee/schedule/knockout.hpp"

namespace sparring::referee {

/// "Final", "Semi-finals", "Quarter-finals", "Round of 16", ...; rounds are counted from 0.
std::string round_name(const Bracket& bracket, std::size_t round);

/// A table for each round: who met, the score, who advanced and how that was decided.
std::string bracket_text(const Bracket& bracket, std::span<const std::string> names, bool colour);

}  // namespace sparring::referee
