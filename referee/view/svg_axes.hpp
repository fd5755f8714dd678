// Axes and grids of charts with two scales.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "referee/view/axis.hpp"
#include "referee/view/svg.hpp"

namespace sparring::referee {

/// Ticks with their labels, as many as `length` pixels have room for.
struct AxisTicks {
    Ticks ticks;
    std::vector<std::string> labels{};

    double widest_label() const;  ///< pixels
};

AxisTicks y_ticks(std::pair<double, double> shown, double height, bool whole);
AxisTicks x_ticks(std::pair<double, double> shown, double width, bool whole);

struct Plot {
    Box box;  ///< what lies between the axes
    Scale x;
    Scale y;
};

Plot plot_in(const Box& box, std::pair<double, double> x, std::pair<double, double> y);

/// Room for labels of ticks: left of a plot for `y`; below it for those of x, and for its title.
double room_left(const AxisTicks& y);
inline constexpr double kTickRoom = 18;
inline constexpr double kTitleRoom = 18;

void draw_y_axis(Svg& svg, const Plot& plot, const AxisTicks& ticks);
/// With the line itself; labels and `title` below it.
void draw_x_axis(Svg& svg, const Plot& plot, const AxisTicks& ticks, std::string_view title);

/// A span of x that is shaded, with a label above the plot: a stage of a curriculum.
struct StageSpan {
    double from = 0;
    double to = 0;
    std::string label{};
};

inline constexpr double kStageRoom = 16;

void draw_stages(Svg& svg, const Plot& plot, std::span<const StageSpan> stages, bool with_labels);

/// A horizontal line that something is compared with.
struct Rule {
    double at = 0;
    std::string label{};
    bool bound = false;  ///< drawn fainter: the end of what is allowed
};

void draw_rules(Svg& svg, const Plot& plot, std::span<const Rule> rules, bool with_labels);

}  // namespace sparring::referee
