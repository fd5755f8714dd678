// Estimates with their intervals below one another: Elo of candidates with 95 %.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/view/axis.hpp"
#include "referee/view/line_series.hpp"
#include "referee/view/svg_chart.hpp"

namespace sparring::referee {

struct IntervalRow {
    std::string label{};
    double estimate = kNoValue;
    double low = kNoValue;  ///< of its interval; infinite where the data set no bound
    double high = kNoValue;
};

struct IntervalChart {
    std::string title{};
    std::string description{};
    Axis x{};
    std::vector<IntervalRow> rows{};      ///< from top to bottom
    std::optional<double> reference = 0;  ///< what the estimates are compared with
    int decimals = 0;
};

/// A row whose interval does not hold the reference is filled in the hue of its side; others are
/// hollow. The numbers stand beside.
std::string svg(const IntervalChart& chart, const Look& look = {});

/// One line a row: label, estimate, low, high.
std::string csv(const IntervalChart& chart);

}  // namespace sparring::referee
