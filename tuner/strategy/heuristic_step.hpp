// A step of hill climbing on a population that has been measured, parameter by parameter. Pure.
//
// Source: Wang, Bi 2018 (S2), section 2.5: if a parameter's values increase with the fitness, the
// best goes on in that direction; otherwise the one that is farthest from the mean is put there.
// The two formulas are missing from the paper; we read delta_j as the mean of the values and
// Delta_j as the mean of their increments, (p_nj - p_1j) / (n - 1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tuner/genome/parameter.hpp"

namespace sparring::tuner {

enum class Heuristic : std::uint8_t {
    off,
    /// Each value above the one before. Of ten individuals that hardly ever happens, and the other
    /// branch alone makes the population shrink to a point.
    increasing,
    rank_correlation,  ///< Spearman's rank correlation of fitness and value is above 1/2
};

/// Spearman's, -1 .. 1, with mean ranks for ties; 0 where one of the lists is constant. Lists of
/// the same length.
double rank_correlation(std::span<const double> a, std::span<const double> b);

/// The points after the step, `fitness` is theirs. All count, but the best `elites` of them do not
/// change; then the best of the others goes on. Never leaves the range; an increment is at least
/// one level.
std::vector<Point> heuristic_step(const Space& space, Heuristic how, std::vector<Point> points,
                                  std::span<const double> fitness, std::size_t elites);

}  // namespace sparring::tuner
