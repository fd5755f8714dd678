// The calculator: what counts of results mean, without playing a game.
#pragma once

#include <span>
#include <string>

#include "protocol/expected.hpp"
#include "referee/statistics/sprt.hpp"

namespace sparring::referee {

/// `referee stats W L D` (games won, lost, drawn) or `referee stats -pairs LL LD DD WD WW` (pairs
/// of games by points 0, 1/2, 1, 3/2, 2), either with `-sprt [elo0=0] [elo1=5] [alpha=0.05]
/// [beta=0.05] [model=normalized|logistic|bayeselo]`. `words` are those after `stats`. Prints to
/// standard output and returns kPlayed, or complains and returns kWrongUsage.
int stats_command(std::span<const std::string> words);

/// What the command prints, or what is wrong with its words.
Expected<std::string> stats_text(std::span<const std::string> words);

/// The words of an option `-sprt`, as key=value; what is not given has its default. The error names
/// the word, not the option. Whether games or pairs are counted, and so whether the model
/// `bayeselo` is possible, the caller knows.
Expected<SprtSettings> parse_sprt(std::span<const std::string> words);

}  // namespace sparring::referee
