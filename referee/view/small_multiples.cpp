#include "referee/view/small_multiples.hpp"

#include <algorithm>

#include "referee/view/csv.hpp"
#include "referee/view/svg_series.hpp"
#include "referee/view/text_width.hpp"

namespace sparring::referee {
namespace {

constexpr double kNameRoom = 24;
constexpr double kBetween = 14;
constexpr double kLeast = 150;  ///< width of a panel

int columns_of(const SmallMultiples& chart, double width) {
    const int count = static_cast<int>(chart.panels.size());
    const int fit = std::max(1, static_cast<int>(width / kLeast));
    const int wanted = chart.columns > 0 ? chart.columns : count <= 2 ? count : count <= 9 ? 3 : 4;
    return std::clamp(wanted, 1, std::min(fit, std::max(1, count)));
}

double plot_height(int columns) {
    return columns == 1 ? 120 : columns == 2 ? 110 : columns == 3 ? 90 : 76;
}

/// Each name once, in the colours that its series have in the panel where it comes first.
std::vector<LegendEntry> legend(const std::vector<Panel>& panels) {
    std::vector<LegendEntry> entries;
    const auto add = [&](const std::string& label, std::string css, LegendEntry::Sample sample) {
        const bool known = std::any_of(entries.begin(), entries.end(),
                                       [&](const auto& entry) { return entry.label == label; });
        if (!label.empty() && !known) entries.push_back({label, std::move(css), sample});
    };
    for (const Panel& panel : panels) {
        for (std::size_t i = 0; i < panel.series.size(); ++i) {
            const LineSeries& series = panel.series[i];
            const bool band = std::any_of(series.points.begin(), series.points.end(), has_interval);
            add(series.name, series_css(i),
                band ? LegendEntry::Sample::banded_line : LegendEntry::Sample::line);
        }
    }
    for (const Panel& panel : panels) {
        for (const Rule& rule : panel.rules) {
            add(rule.label, rule.bound ? "bound" : "rule", LegendEntry::Sample::line);
        }
    }
    return entries;
}

struct Grid {
    int columns;
    double top;     ///< of the first row
    double width;   ///< of a panel with its labels
    double height;  ///< of a row, without the last one's labels of x
    double left;    ///< labels of y
    double plot;    ///< height of a plot
};

void draw_panel(Svg& svg, const Panel& panel, const Grid& layout, const Plot& plot,
                const AxisTicks& ticks) {
    svg.text(plot.box.x - layout.left, plot.box.y - 11,
             shortened(axis_text(panel.y), layout.width, 12.6), "head");
    draw_y_axis(svg, plot, ticks);
    draw_rules(svg, plot, panel.rules, false);
    draw_series(svg, plot, panel.series, Stroke::fine);
}

}  // namespace

std::string svg(const SmallMultiples& chart, const Look& look) {
    Extent of_x;
    std::vector<std::pair<double, double>> shown_y;
    std::vector<AxisTicks> ticks;
    const double whole_width = inner_width(look);
    Grid layout{};
    layout.columns = columns_of(chart, whole_width);
    layout.plot = plot_height(layout.columns);
    for (const Panel& panel : chart.panels) {
        Extent of_y;
        add_extent(panel.series, of_x, of_y);
        for (const Rule& rule : panel.rules) of_y.add(rule.at);
        shown_y.push_back(of_y.shown(panel.y, 0.06));
        ticks.push_back(y_ticks(shown_y.back(), layout.plot, panel.y.whole));
        layout.left = std::max(layout.left, room_left(ticks.back()));
    }
    if (of_x.empty()) return no_data(look, chart.title, chart.description);
    const auto shown_x = of_x.shown(chart.x, 0);

    Svg svg;
    layout.top = draw_legend(svg, legend(chart.panels), 0, 0, whole_width);
    layout.width = (whole_width + kBetween) / layout.columns - kBetween;
    layout.height = kNameRoom + layout.plot + kBetween;
    const std::string x_title = axis_text(chart.x);
    const std::size_t count = chart.panels.size();
    double bottom = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const auto columns = static_cast<std::size_t>(layout.columns);
        const double x = static_cast<double>(i % columns) * (layout.width + kBetween);
        const double y = layout.top + static_cast<double>(i / columns) * layout.height + kNameRoom;
        const Plot plot = plot_in({x + layout.left, y, layout.width - layout.left, layout.plot},
                                  shown_x, shown_y[i]);
        draw_stages(svg, plot, chart.stages, false);
        draw_panel(svg, chart.panels[i], layout, plot, ticks[i]);
        if (i + columns < count) {
            svg.line(plot.box.x, plot.box.bottom(), plot.box.right(), plot.box.bottom(), "axis");
        } else {
            draw_x_axis(svg, plot, x_ticks(shown_x, plot.box.width, chart.x.whole), x_title);
        }
        bottom = std::max(bottom, plot.box.bottom());
    }
    const double height = bottom + kTickRoom + (x_title.empty() ? 2 : kTitleRoom);
    return framed(look, chart.title, chart.description, height, std::move(svg).take());
}

std::string csv(const SmallMultiples& chart) {
    const std::string x = axis_text(chart.x);
    std::string text = csv_line(
        std::vector<std::string>{"panel", "series", x.empty() ? "x" : x, "value", "low", "high"});
    for (const Panel& panel : chart.panels) {
        for (const LineSeries& series : panel.series) {
            for (const LinePoint& point : series.points) {
                text += csv_line(std::vector<std::string>{
                    axis_text(panel.y), series.name, csv_number(point.x), csv_number(point.y),
                    csv_number(point.low), csv_number(point.high)});
            }
        }
    }
    return text;
}

}  // namespace sparring::referee
