// Charts of the training, generation by generation. Nothing where the run has no data for one.
// Pure.
#pragma once

#include <optional>

#include "referee/view/heat_map.hpp"
#include "referee/view/line_chart.hpp"
#include "referee/view/small_multiples.hpp"
#include "tuner/view/history.hpp"

namespace sparring::tuner {

std::optional<referee::LineChart> score_chart(const History& history);
std::optional<referee::SmallMultiples> parameters_chart(const History& history);
std::optional<referee::LineChart> diversity_chart(const History& history);
std::optional<referee::LineChart> ages_chart(const History& history);
std::optional<referee::LineChart> rates_chart(const History& history);
std::optional<referee::LineChart> births_chart(const History& history);
std::optional<referee::SmallMultiples> effort_chart(const History& history);
/// What else the strategy notes: sigma, step, ...
std::optional<referee::SmallMultiples> notes_chart(const History& history);

/// Each champion against those of other generations that it met in the training.
std::optional<referee::HeatMap> champions_chart(const History& history);

/// Few panels are better looked at when they are large.
inline int columns_for(std::size_t panels) {
    return panels <= 12 ? 3 : 4;
}

}  // namespace sparring::tuner
