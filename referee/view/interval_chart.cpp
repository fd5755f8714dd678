#include "referee/view/interval_chart.hpp"

#include <algorithm>
#include <cmath>

#include "referee/view/csv.hpp"
#include "referee/view/number_text.hpp"
#include "referee/view/svg_axes.hpp"
#include "referee/view/text_width.hpp"

namespace sparring::referee {
namespace {

constexpr double kRow = 24;

class Words {
  public:
    explicit Words(const IntervalChart& chart) : decimals_{chart.decimals} {
        const auto below = [](const IntervalRow& row) { return row.estimate < 0 || row.low < 0; };
        signed_ =
            chart.reference == 0.0 || std::any_of(chart.rows.begin(), chart.rows.end(), below);
    }

    std::string operator()(const IntervalRow& row) const {
        if (!drawable(row.estimate)) return "no data";
        std::string text = number(row.estimate);
        if (!std::isnan(row.low) && !std::isnan(row.high)) {
            text += "  [" + end(row.low) + ", " + end(row.high) + "]";
        }
        return text;
    }

  private:
    std::string number(double value) const {
        return signed_ ? signed_number(value, decimals_) : number_text(value, decimals_);
    }
    std::string end(double value) const {
        if (drawable(value)) return number(value);
        return value < 0 ? "\u2212\u221e" : "\u221e";
    }

    int decimals_;
    bool signed_;
};

void draw_row(Svg& svg, const IntervalRow& row, const Plot& plot, double y,
              std::optional<double> reference) {
    const auto at = [&](double value) {
        return std::clamp(plot.x(value), plot.box.x, plot.box.right());
    };
    const bool interval = !std::isnan(row.low) && !std::isnan(row.high);
    const bool above = interval && reference && row.low > *reference;
    const bool below = interval && reference && row.high < *reference;
    const std::string hue = above ? "s1" : below ? "s2" : "plain";
    if (interval) {
        svg.line(at(row.low), y, at(row.high), y, "whisker " + hue);
        // A bar closes the interval where its end is shown.
        for (const double end : {row.low, row.high}) {
            if (end < plot.x.from || end > plot.x.to) continue;
            svg.line(at(end), y - 3.5, at(end), y + 3.5, "whisker " + hue);
        }
    }
    if (row.estimate < plot.x.from || row.estimate > plot.x.to) return;
    svg.circle(at(row.estimate), y, 4, (above || below ? "dot " : "hollow ") + hue);
}

}  // namespace

std::string svg(const IntervalChart& chart, const Look& look) {
    Extent extent;
    for (const IntervalRow& row : chart.rows) {
        if (!drawable(row.estimate)) continue;
        extent.add(row.estimate);
        extent.add(row.low);
        extent.add(row.high);
    }
    if (extent.empty()) return no_data(look, chart.title, chart.description);
    if (chart.reference) extent.add(*chart.reference);
    const auto shown = extent.shown(chart.x, 0.04);

    Svg svg;
    const double width = inner_width(look);
    const Words words{chart};
    double labels = 0;
    double numbers = 0;
    for (const IntervalRow& row : chart.rows) {
        labels = std::max(labels, text_width(row.label));
        numbers = std::max(numbers, text_width(words(row)));
    }
    labels = std::min(labels, width * 0.3);
    const double left = labels + 12;
    const double right = width - numbers - 12;
    const double height = kRow * static_cast<double>(chart.rows.size()) + 4;
    const Plot plot = plot_in({left, 4, std::max(60.0, right - left), height}, shown, {0, 1});
    const AxisTicks ticks = x_ticks(shown, plot.box.width, chart.x.whole);
    for (const double tick : ticks.ticks.at) {
        svg.line(plot.x(tick), plot.box.y, plot.x(tick), plot.box.bottom(), "grid");
    }
    if (chart.reference && *chart.reference >= shown.first && *chart.reference <= shown.second) {
        const double x = plot.x(*chart.reference);
        svg.line(x, plot.box.y, x, plot.box.bottom(), "rule");
    }
    const std::string x_title = axis_text(chart.x);
    draw_x_axis(svg, plot, ticks, x_title);
    for (std::size_t i = 0; i < chart.rows.size(); ++i) {
        const IntervalRow& row = chart.rows[i];
        const double y = plot.box.y + kRow * (static_cast<double>(i) + 0.5) + 2;
        svg.text(left - 12, y + 4, shortened(row.label, labels), "name", Anchor::end);
        svg.text(width, y + 4, words(row), drawable(row.estimate) ? "name" : "", Anchor::end);
        if (drawable(row.estimate)) draw_row(svg, row, plot, y, chart.reference);
    }
    const double bottom = plot.box.bottom() + kTickRoom + (x_title.empty() ? 2 : kTitleRoom);
    return framed(look, chart.title, chart.description, bottom, std::move(svg).take());
}

std::string csv(const IntervalChart& chart) {
    const std::string x = axis_text(chart.x);
    std::string text =
        csv_line(std::vector<std::string>{"label", x.empty() ? "estimate" : x, "low", "high"});
    for (const IntervalRow& row : chart.rows) {
        text += csv_line(std::vector<std::string>{row.label, csv_number(row.estimate),
                                                  csv_number(row.low), csv_number(row.high)});
    }
    return text;
}

}  // namespace sparring::referee
