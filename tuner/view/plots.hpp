// The charts of a run, each with its name and what to know when reading it; and its individuals as
// a table. Pure.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "referee/view/document.hpp"
#include "tuner/view/result_charts.hpp"
#include "tuner/view/training_charts.hpp"

namespace sparring::tuner {

using Chart = std::variant<referee::LineChart, referee::SmallMultiples, referee::BarChart,
                           referee::HeatMap, referee::IntervalChart>;

struct NamedChart {
    std::string name;  ///< of its files, without ending
    Chart chart;
    referee::Text caption;
};

/// Names of all charts that there can be, in the report's order.
std::vector<std::string> chart_names();

/// Those that the run has data for, in that order.
std::vector<NamedChart> charts(const History& history);

/// SVG and CSV of a chart, in a folder.
std::vector<referee::DocumentFile> files_of(const NamedChart& chart, const std::string& folder);

/// One line an individual: id, born, mother, father, pairs, share of the points (of its games in
/// the training), then every parameter that moves, by its value.
std::string individuals_csv(const History& history);

}  // namespace sparring::tuner
