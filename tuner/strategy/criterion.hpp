// In which order candidates stand after games of all against all. Pure.
//
// Source: Deng 2021 (S4): (min(wins as first, wins as second), draws), lexicographic. On the same
// games that is a noisier statistic than the sum of the points.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/strategy/tally.hpp"

namespace sparring::tuner {

enum class Criterion : std::uint8_t {
    sum,  ///< points
    min,  ///< S4's
};

/// Words `sum` and `min`.
std::vector<std::string> criterion_words();

/// Indices of `tallies`, the best first; equals stay in their order. All is counted per game, so
/// that a game that could not be played counts against nobody; who has no game at all is last.
std::vector<std::size_t> ranking(Criterion criterion, std::span<const Tally> tallies);

}  // namespace sparring::tuner
