// Series over a numeric x: a score over games with its interval, diversity over generations.
#pragma once

#include <string>
#include <vector>

#include "referee/view/axis.hpp"
#include "referee/view/line_series.hpp"
#include "referee/view/svg_axes.hpp"
#include "referee/view/svg_chart.hpp"

namespace sparring::referee {

struct LineChart {
    std::string title{};
    std::string description{};  ///< what it shows, for those who do not see it
    Axis x{};
    Axis y{};
    std::vector<LineSeries> series{};
    std::vector<StageSpan> stages{};
    std::vector<Rule> rules{};
    double height = 260;  ///< of the plot, pixels
};

std::string svg(const LineChart& chart, const Look& look = {});

/// One line a point: series, the title of x, the title of y, low, high.
std::string csv(const LineChart& chart);

}  // namespace sparring::referee
