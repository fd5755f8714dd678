#include "referee/view/scatter_chart.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "referee/statistics/linear_fit.hpp"
#include "referee/view/csv.hpp"
#include "referee/view/svg_series.hpp"
#include "referee/view/text_width.hpp"

namespace sparring::referee {
namespace {

constexpr std::size_t kMostDots = 400;
constexpr std::size_t kMostIntervals = 60;

void draw_dots(Svg& svg, const Plot& plot, const std::vector<LinePoint>& points) {
    for (const LinePoint& point : points) {
        const double x = plot.x(point.x);
        if (points.size() <= kMostIntervals && has_interval(point)) {
            svg.line(x, plot.y(point.low), x, plot.y(point.high), "whisker faint s1");
        }
    }
    const double radius = points.size() <= kMostIntervals ? 3.6 : 2.8;
    for (const LinePoint& point : points) {
        svg.circle(plot.x(point.x), plot.y(point.y), radius, "dot s1");
    }
}

/// Many points: squares of two pixels that have some, darker where they have more.
void draw_cloud(Svg& svg, const Plot& plot, const std::vector<LinePoint>& points) {
    constexpr double grain = 2;
    std::map<std::pair<long, long>, int> counts;
    for (const LinePoint& point : points) {
        const double x = plot.x(point.x);
        const double y = plot.y(point.y);
        if (x < plot.box.x || x > plot.box.right() || y < plot.box.y || y > plot.box.bottom()) {
            continue;
        }
        ++counts[{std::lround(x / grain), std::lround(y / grain)}];
    }
    Path sparse;
    Path dense;
    Path full;
    for (const auto& [cell, count] : counts) {
        Path& path = count == 1 ? sparse : count <= 4 ? dense : full;
        path.dot(static_cast<double>(cell.first) * grain, static_cast<double>(cell.second) * grain);
    }
    svg.path(sparse, "s1 cloud");
    svg.path(dense, "s1 cloud dense");
    svg.path(full, "s1 cloud full");
}

std::vector<LegendEntry> legend(const ScatterChart& chart) {
    std::vector<LegendEntry> entries;
    if (!chart.points_name.empty()) {
        entries.push_back({chart.points_name, "s1", LegendEntry::Sample::dot});
    }
    if (!chart.fit_name.empty() && !chart.fit.empty()) {
        entries.push_back({chart.fit_name, "s2", LegendEntry::Sample::banded_line});
    }
    return entries;
}

}  // namespace

std::string svg(const ScatterChart& chart, const Look& look) {
    std::vector<LinePoint> points;
    std::copy_if(chart.points.begin(), chart.points.end(), std::back_inserter(points),
                 [](const LinePoint& point) { return drawable(point.x) && drawable(point.y); });
    if (points.empty()) return no_data(look, chart.title, chart.description);
    std::vector<LinePoint> fit = ordered(chart.fit);
    Extent of_x;
    Extent of_y;
    for (const LinePoint& point : points) {
        of_x.add(point.x);
        of_y.add(point.y);
        if (!has_interval(point) || points.size() > kMostIntervals) continue;
        of_y.add(point.low);
        of_y.add(point.high);
    }
    for (const LinePoint& point : fit) of_y.add(point.y);
    for (const Rule& rule : chart.rules) of_y.add(rule.at);
    const auto shown_x = of_x.shown(chart.x, 0.02);
    const auto shown_y = of_y.shown(chart.y, 0.05);

    Svg svg;
    const double width = inner_width(look);
    double top = draw_legend(svg, legend(chart), 0, 0, width);
    const std::string y_title = axis_text(chart.y);
    if (!y_title.empty()) {
        svg.text(0, top + 11, shortened(y_title, width));
        top += 18;
    }
    top += 8;
    const AxisTicks on_y = y_ticks(shown_y, chart.height, chart.y.whole);
    const double left = room_left(on_y);
    const Plot plot = plot_in({left, top, width - left - 16, chart.height}, shown_x, shown_y);
    draw_y_axis(svg, plot, on_y);
    const std::string x_title = axis_text(chart.x);
    draw_x_axis(svg, plot, x_ticks(shown_x, plot.box.width, chart.x.whole), x_title);
    draw_rules(svg, plot, chart.rules, true);
    svg.open_window(plot.box);
    draw_band(svg, plot, fit, "s2");
    if (points.size() <= kMostDots) {
        draw_dots(svg, plot, points);
    } else {
        draw_cloud(svg, plot, points);
    }
    draw_line(svg, plot, fit, LineSeries::Form::line, "s2");
    svg.close_window();
    const double height = plot.box.bottom() + kTickRoom + (x_title.empty() ? 2 : kTitleRoom);
    return framed(look, chart.title, chart.description, height, std::move(svg).take());
}

std::string csv(const ScatterChart& chart) {
    const std::string x = axis_text(chart.x);
    const std::string y = axis_text(chart.y);
    std::string text = csv_line(std::vector<std::string>{"series", x.empty() ? "x" : x,
                                                         y.empty() ? "y" : y, "low", "high"});
    const auto add = [&](const std::string& series, const std::vector<LinePoint>& points) {
        for (const LinePoint& point : points) {
            text +=
                csv_line(std::vector<std::string>{series, csv_number(point.x), csv_number(point.y),
                                                  csv_number(point.low), csv_number(point.high)});
        }
    };
    add(chart.points_name.empty() ? "points" : chart.points_name, chart.points);
    add(chart.fit_name.empty() ? "fit" : chart.fit_name, chart.fit);
    return text;
}

std::vector<LinePoint> regression(const std::vector<LinePoint>& points) {
    std::vector<std::pair<double, double>> pairs;
    Extent extent;
    for (const LinePoint& point : points) {
        if (!drawable(point.x) || !drawable(point.y)) continue;
        pairs.emplace_back(point.x, point.y);
        extent.add(point.x);
    }
    const auto fit = fit_line(pairs);
    if (!fit) return {};
    const auto [from, to] = extent.shown({}, 0);
    constexpr int steps = 40;  // the band is a hyperbola
    std::vector<LinePoint> line;
    for (int i = 0; i <= steps; ++i) {
        const double x = from + (to - from) * i / steps;
        const double error = fit->error_at(x);
        line.push_back({x, fit->at(x), fit->at(x) - error, fit->at(x) + error});
    }
    return line;
}

}  // namespace sparring::referee
