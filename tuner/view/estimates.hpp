// What counts of pairs say, with 95 % intervals, and how reports word it. Pure; the formulas are
// those of referee/statistics/elo.hpp and docs/tuner-report.md.
#pragma once

#include <optional>
#include <string>

#include "tuner/view/history.hpp"

namespace sparring::tuner {

/// Ends that the data set no bound to are infinite; without data all three are not a number.
struct Estimate {
    double value, low, high;
};

/// Of the points, in [0, 1]: the normal approximation from the variance of pairs, Wilson's interval
/// where that leaves [0, 1] or all pairs are alike.
Estimate share_estimate(const PairCounts& pairs);

/// The same as a difference in Elo. `value` is not a number if all points were won or lost.
Estimate elo_estimate(const PairCounts& pairs);

/// `+21 ± 50` (with no-break spaces), `+636 (+137 to +1136)`, `all won, over +166`.
std::string elo_text(const PairCounts& pairs);
std::string normalized_elo_text(const PairCounts& pairs);

/// The least difference in Elo, measured from 0, that so many pairs of this variance show at 5 %
/// (two-sided) with 80 % probability; nothing where that would need more than all points.
std::optional<double> detectable_elo(const PairCounts& pairs);

/// How many pairs of this variance would show a difference of `elo` in the same way.
double pairs_to_detect(const PairCounts& pairs, double elo);

/// `a` - `b`, two independent estimates: the half widths add up as squares. Not a number where one
/// is not.
Estimate difference(const Estimate& a, const Estimate& b);

/// `+21 (−4 to +46)`; what has no bound is said so.
std::string text(const Estimate& estimate, int decimals);

}  // namespace sparring::tuner
