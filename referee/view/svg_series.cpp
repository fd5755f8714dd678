#include "referee/view/svg_series.hpp"

#include <algorithm>

#include "referee/view/svg_chart.hpp"

namespace sparring::referee {
namespace {

constexpr std::size_t kMostDotsOfLine = 40;
constexpr double kDot = 2.6;
constexpr double kLoneDot = 3.4;
constexpr double kBleed = 4;  ///< so that dots and ends of lines at the edge are whole

/// The points within the plot and one beyond on either side, as few as its pixels need.
std::vector<LinePoint> visible(const LineSeries& series, const Plot& plot) {
    const std::vector<LinePoint> all = ordered(series.points);
    const auto before = [](const LinePoint& point, double x) { return point.x < x; };
    const auto beyond = [](double x, const LinePoint& point) { return x < point.x; };
    auto first = std::lower_bound(all.begin(), all.end(), plot.x.from, before);
    auto last = std::upper_bound(all.begin(), all.end(), plot.x.to, beyond);
    if (first != all.begin()) --first;
    if (last != all.end()) ++last;
    return thinned({first, last}, plot.x.from, plot.x.to, std::max(1, int(plot.box.width / 1.5)));
}

bool leaves(const LinePoint& point, const Plot& plot) {
    const auto out = [&](double y) { return drawable(y) && (y < plot.y.from || y > plot.y.to); };
    return point.x < plot.x.from || point.x > plot.x.to || out(point.y) || out(point.low) ||
           out(point.high);
}

}  // namespace

void add_extent(std::span<const LineSeries> series, Extent& x, Extent& y) {
    for (const LineSeries& each : series) {
        for (const LinePoint& point : each.points) {
            if (!drawable(point.x) || !(drawable(point.y) || has_interval(point))) continue;
            x.add(point.x);
            y.add(point.y);
            if (!has_interval(point)) continue;
            y.add(point.low);
            y.add(point.high);
        }
    }
}

void draw_band(Svg& svg, const Plot& plot, std::span<const LinePoint> points,
               std::string_view css) {
    Path path;
    for (auto begin = points.begin(); begin != points.end();) {
        begin = std::find_if(begin, points.end(), has_interval);
        const auto end = std::find_if_not(begin, points.end(), has_interval);
        if (end - begin > 1) {
            path.move(plot.x(begin->x), plot.y(begin->low));
            for (auto at = begin + 1; at != end; ++at) path.line(plot.x(at->x), plot.y(at->low));
            for (auto at = end; at-- != begin;) path.line(plot.x(at->x), plot.y(at->high));
            path.close();
        } else if (end != begin) {  // one interval alone
            const double x = plot.x(begin->x);
            svg.line(x, plot.y(begin->low), x, plot.y(begin->high), "whisker " + std::string{css});
        }
        begin = end;
    }
    svg.path(path, "band " + std::string{css});
}

void draw_line(Svg& svg, const Plot& plot, std::span<const LinePoint> points, LineSeries::Form form,
               std::string_view css) {
    const auto there = [](const LinePoint& point) { return drawable(point.y); };
    const std::string classes{css};
    Path path;
    for (auto begin = points.begin(); begin != points.end();) {
        begin = std::find_if(begin, points.end(), there);
        const auto end = std::find_if_not(begin, points.end(), there);
        if (end - begin == 1)
            svg.circle(plot.x(begin->x), plot.y(begin->y), kLoneDot, "dot " + classes);
        for (auto at = begin; end - begin > 1 && at != end; ++at) {
            const double x = plot.x(at->x);
            const double y = plot.y(at->y);
            if (at == begin) {
                path.move(x, y);
                continue;
            }
            if (form == LineSeries::Form::steps) path.line(x, plot.y((at - 1)->y));
            path.line(x, y);
        }
        begin = end;
    }
    svg.path(path, "curve " + classes);
}

void draw_series(Svg& svg, const Plot& plot, std::span<const LineSeries> series, Stroke stroke) {
    std::vector<std::vector<LinePoint>> shown;
    bool cut = false;
    for (const LineSeries& each : series) {
        shown.push_back(visible(each, plot));
        cut = cut || std::any_of(shown.back().begin(), shown.back().end(),
                                 [&](const LinePoint& point) { return leaves(point, plot); });
    }
    if (cut) {
        svg.open_window({plot.box.x - kBleed, plot.box.y - kBleed, plot.box.width + 2 * kBleed,
                         plot.box.height + 2 * kBleed});
    }
    for (std::size_t i = shown.size(); i-- > 0;) draw_band(svg, plot, shown[i], series_css(i));
    for (std::size_t i = shown.size(); i-- > 0;) {
        const std::string css = series_css(i) + (stroke == Stroke::fine ? " fine" : "");
        draw_line(svg, plot, shown[i], series[i].form, css);
        if (stroke == Stroke::fine || shown[i].size() > kMostDotsOfLine) continue;
        const auto there = [&, &points = shown[i]](std::size_t at) {
            return at < points.size() && drawable(points[at].y);
        };
        for (std::size_t at = 0; at < shown[i].size(); ++at) {
            const bool on_line = there(at) && (there(at - 1) || there(at + 1));
            if (!on_line) continue;  // draw_line made it a dot
            svg.circle(plot.x(shown[i][at].x), plot.y(shown[i][at].y), kDot,
                       "dot " + series_css(i));
        }
    }
    if (cut) svg.close_window();
}

}  // namespace sparring::referee
