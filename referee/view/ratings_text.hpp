// Ratings and sequential tests as text, at most 80 columns wide.
#pragma once

#include <span>
#include <string>

#include "referee/statistics/ratings.hpp"
#include "referee/statistics/sprt.hpp"

namespace sparring::referee {

/// Rank, rating, error, superiority over the next, points, games of each player; below it what the
/// first move is worth, the draw parameter, and what it means to have no finite rating. Nothing
/// without games.
std::string ratings_text(const Ratings& ratings, std::span<const std::string> names, bool colour);

/// How probable it is, in percent, that the player of a line is stronger than that of a column; the
/// rated players only, in blocks of columns that fit.
std::string superiority_text(const Ratings& ratings, std::span<const std::string> names,
                             bool colour);

/// `SPRT: LLR +1.23 (-2.94, +2.94) [0, 5] normalized: running`, without a line's end.
std::string sprt_line(const SprtState& state, const SprtSettings& settings);

}  // namespace sparring::referee
