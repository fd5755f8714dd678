// Points over a numeric x with a line through them: a slice of the score along one parameter.
#pragma once

#include <string>
#include <vector>

#include "referee/view/axis.hpp"
#include "referee/view/line_series.hpp"
#include "referee/view/svg_axes.hpp"
#include "referee/view/svg_chart.hpp"

namespace sparring::referee {

struct ScatterChart {
    std::string title{};
    std::string description{};
    Axis x{};
    Axis y{};
    std::vector<LinePoint> points{};  ///< in any order; intervals are drawn where there are few
    std::string points_name{};        ///< for the legend
    std::vector<LinePoint> fit{};     ///< a line and its band, for example regression(points)
    std::string fit_name{};
    std::vector<Rule> rules{};
    double height = 260;  ///< of the plot, pixels
};

std::string svg(const ScatterChart& chart, const Look& look = {});

/// One line a point: series (points or fit), the title of x, the title of y, low, high.
std::string csv(const ScatterChart& chart);

/// The straight line of least squares with the 95 % interval of its height, from the least x to the
/// greatest; empty where fit_line (statistics/linear_fit.hpp) has none.
std::vector<LinePoint> regression(const std::vector<LinePoint>& points);

}  // namespace sparring::referee
