#include "referee/view/line_chart.hpp"

#include <algorithm>

#include "referee/view/csv.hpp"
#include "referee/view/svg_series.hpp"
#include "referee/view/text_width.hpp"

namespace sparring::referee {
namespace {

constexpr double kRight = 16;  ///< for half of the last label of x

bool has_bands(const LineSeries& series) {
    return std::any_of(series.points.begin(), series.points.end(), has_interval);
}

std::vector<LegendEntry> legend(const std::vector<LineSeries>& series) {
    std::vector<LegendEntry> entries;
    for (std::size_t i = 0; i < series.size(); ++i) {
        if (series[i].name.empty()) continue;
        entries.push_back(
            {series[i].name, series_css(i),
             has_bands(series[i]) ? LegendEntry::Sample::banded_line : LegendEntry::Sample::line});
    }
    return entries;
}

std::string or_else(const std::string& text, const char* otherwise) {
    return text.empty() ? otherwise : text;
}

}  // namespace

std::string svg(const LineChart& chart, const Look& look) {
    Extent of_x;
    Extent of_y;
    add_extent(chart.series, of_x, of_y);
    if (of_x.empty()) return no_data(look, chart.title, chart.description);
    for (const Rule& rule : chart.rules) of_y.add(rule.at);
    const auto shown_x = of_x.shown(chart.x, 0);
    const auto shown_y = of_y.shown(chart.y, 0.05);

    Svg svg;
    const double width = inner_width(look);
    double top = draw_legend(svg, legend(chart.series), 0, 0, width);
    const std::string y_title = axis_text(chart.y);
    if (!y_title.empty()) {
        svg.text(0, top + 11, shortened(y_title, width));
        top += 18;
    }
    const bool named = std::any_of(chart.stages.begin(), chart.stages.end(),
                                   [](const StageSpan& stage) { return !stage.label.empty(); });
    top += named ? kStageRoom : 8;

    const AxisTicks on_y = y_ticks(shown_y, chart.height, chart.y.whole);
    const double left = room_left(on_y);
    const Plot plot = plot_in({left, top, width - left - kRight, chart.height}, shown_x, shown_y);
    draw_stages(svg, plot, chart.stages, true);
    draw_y_axis(svg, plot, on_y);
    const std::string x_title = axis_text(chart.x);
    draw_x_axis(svg, plot, x_ticks(shown_x, plot.box.width, chart.x.whole), x_title);
    draw_rules(svg, plot, chart.rules, true);
    draw_series(svg, plot, chart.series, Stroke::bold);
    const double height = plot.box.bottom() + kTickRoom + (x_title.empty() ? 2 : kTitleRoom);
    return framed(look, chart.title, chart.description, height, std::move(svg).take());
}

std::string csv(const LineChart& chart) {
    const std::vector<std::string> head{"series", or_else(axis_text(chart.x), "x"),
                                        or_else(axis_text(chart.y), "y"), "low", "high"};
    std::string text = csv_line(head);
    for (const LineSeries& series : chart.series) {
        for (const LinePoint& point : series.points) {
            const std::vector<std::string> fields{series.name, csv_number(point.x),
                                                  csv_number(point.y), csv_number(point.low),
                                                  csv_number(point.high)};
            text += csv_line(fields);
        }
    }
    return text;
}

}  // namespace sparring::referee
