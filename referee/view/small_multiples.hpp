// A grid of small line charts over the same x: one a parameter (mean, quartiles, best, bounds), or
// one above the other for quantities of different units.
#pragma once

#include <string>
#include <vector>

#include "referee/view/axis.hpp"
#include "referee/view/line_series.hpp"
#include "referee/view/svg_axes.hpp"
#include "referee/view/svg_chart.hpp"

namespace sparring::referee {

struct Panel {
    Axis y{};  ///< its title is the panel's
    std::vector<LineSeries> series{};
    std::vector<Rule> rules{};  ///< those within or at the edge of what the panel shows
};

struct SmallMultiples {
    std::string title{};
    std::string description{};
    Axis x{};
    std::vector<Panel> panels{};      ///< the legend tells the series apart by their index
    std::vector<StageSpan> stages{};  ///< shaded, not named
    int columns = 0;                  ///< 0: as many as the width and the panels suggest
};

std::string svg(const SmallMultiples& chart, const Look& look = {});

/// One line a point: panel, series, the title of x, value, low, high.
std::string csv(const SmallMultiples& chart);

}  // namespace sparring::referee
