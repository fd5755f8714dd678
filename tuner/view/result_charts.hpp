// Charts of what a run found out: measurements on held-out openings, and what the training's games
// say about each parameter. Nothing where the run has no data for one. Pure.
#pragma once

#include <optional>

#include "referee/view/bar_chart.hpp"
#include "referee/view/interval_chart.hpp"
#include "referee/view/line_chart.hpp"
#include "referee/view/small_multiples.hpp"
#include "tuner/view/history.hpp"

namespace sparring::tuner {

/// Who was measured against whom in the test, as Elo.
std::optional<referee::IntervalChart> test_chart(const History& history);

/// Elo over generations: validations and the test beside the score that selected.
std::optional<referee::LineChart> elo_chart(const History& history);

/// Pairs by their points: champion against start in the test, else all of the training.
std::optional<referee::BarChart> pairs_chart(const History& history);

/// Along each parameter: shares of points of the training's individuals, in classes, with a line.
std::optional<referee::SmallMultiples> slices_chart(const History& history);

/// The joint effect of each parameter.
std::optional<referee::IntervalChart> sensitivity_chart(const History& history);

/// The straight line through an individual's share of points along parameter `i`, over its range.
/// Nothing where fewer than three values were tried.
std::optional<Effect> slice(const History& history, std::size_t i);

/// The encounter of a measurement; null if there is none.
const Measured* find(const Measurement& measurement, std::string_view subject,
                     std::string_view opponent);

/// Against the start in the run's own test; null without pairs that count.
const Measured* champion_in_test(const History& history);

}  // namespace sparring::tuner
