// Lines with bands, drawn into a plot.
#pragma once

#include <span>
#include <string_view>

#include "referee/view/axis.hpp"
#include "referee/view/line_series.hpp"
#include "referee/view/svg.hpp"
#include "referee/view/svg_axes.hpp"

namespace sparring::referee {

/// What the series need: of x, and of y with the intervals.
void add_extent(std::span<const LineSeries> series, Extent& x, Extent& y);

enum class Stroke {
    bold,  ///< short series show where their points are
    fine   ///< for small plots
};

/// All bands below all lines, the first series above the others; series i in the colours of
/// series_css(i). What is out of the plot is cut off.
void draw_series(Svg& svg, const Plot& plot, std::span<const LineSeries> series, Stroke stroke);

/// The area between low and high of points in the order of x.
void draw_band(Svg& svg, const Plot& plot, std::span<const LinePoint> points, std::string_view css);

/// One line after the other where gaps divide it; single points are dots.
void draw_line(Svg& svg, const Plot& plot, std::span<const LinePoint> points, LineSeries::Form form,
               std::string_view css);

}  // namespace sparring::referee
