#include "referee/view/bar_chart.hpp"

#include <algorithm>
#include <cmath>

#include "referee/view/csv.hpp"
#include "referee/view/number_text.hpp"
#include "referee/view/svg_axes.hpp"
#include "referee/view/text_width.hpp"

namespace sparring::referee {
namespace {

constexpr double kSize = 11;
constexpr double kWidestSlot = 110;  ///< pixels for a bar
constexpr double kLongest = 120;
constexpr double kSlope = 0.707;

const char* css(Bar::Tone tone) {
    switch (tone) {
        case Bar::Tone::below:
            return "bar s2";
        case Bar::Tone::even:
            return "bar even";
        case Bar::Tone::plain:
        case Bar::Tone::above:
            break;
    }
    return "bar s1";
}

bool interval(const Bar& bar) {
    return drawable(bar.low) && drawable(bar.high);
}

/// Labels below the bars: level where they fit, otherwise turned, and only some where there are
/// many.
struct Labels {
    double left;  ///< where the bars begin
    double slot;  ///< width for a bar
    bool turned;
    std::size_t every;
    double room;  ///< below the bars
};

Labels labels_of(const BarChart& chart, double left, double width) {
    const double count = static_cast<double>(chart.bars.size());
    double widest = 0;
    for (const Bar& bar : chart.bars) widest = std::max(widest, text_width(bar.label, kSize));
    const auto every = [](double needed, double slot) {
        return static_cast<std::size_t>(std::max(1.0, std::ceil(needed / slot)));
    };
    double slot = std::min(kWidestSlot, (width - left) / count);
    const bool short_ones = widest < 30;  // then every n-th says enough
    if (widest + 6 <= slot || short_ones) return {left, slot, false, every(widest + 8, slot), 18};
    const double reach = std::min(widest, kLongest) * kSlope + 4;
    if (left + slot / 2 < reach) {
        left = reach;
        slot = std::min(kWidestSlot, (width - left) / count);
    }
    return {left, slot, true, every(13, slot), reach + 8};
}

void draw_bar(Svg& svg, const Bar& bar, const Plot& plot, double middle, double width,
              const std::string& text) {
    const auto at = [&](double value) {
        return std::clamp(plot.y(value), plot.box.y, plot.box.bottom());
    };
    double upper = std::min(at(0), at(bar.value));
    double lower = std::max(at(0), at(bar.value));
    svg.rect({middle - width / 2, upper, width, lower - upper}, css(bar.tone));
    if (interval(bar)) {
        const double arm = std::min(4.0, width / 3);
        svg.line(middle, at(bar.high), middle, at(bar.low), "error");
        for (const double end : {bar.low, bar.high}) {
            svg.line(middle - arm, at(end), middle + arm, at(end), "error");
        }
        upper = std::min(upper, at(bar.high));
        lower = std::max(lower, at(bar.low));
    }
    svg.text(middle, bar.value < 0 ? lower + 13 : upper - 4, text, "small name", Anchor::middle);
}

}  // namespace

std::string svg(const BarChart& chart, const Look& look) {
    Extent extent;
    double widest = 0;
    for (const Bar& bar : chart.bars) {
        if (!drawable(bar.value)) continue;
        extent.add(0);
        extent.add(bar.value);
        if (interval(bar)) {
            extent.add(bar.low);
            extent.add(bar.high);
        }
        widest = std::max(widest, text_width(number_text(bar.value, chart.decimals), kSize));
    }
    if (extent.empty()) return no_data(look, chart.title, chart.description);
    auto shown = extent.shown(chart.y, 0.1);  // room for the numbers above
    const auto exact = extent.shown(chart.y, 0);
    if (exact.first == 0) shown.first = 0;
    if (exact.second == 0) shown.second = 0;

    Svg svg;
    const double width = inner_width(look);
    const std::string y_title = axis_text(chart.y);
    svg.text(0, 11, shortened(y_title, width));
    const double top = y_title.empty() ? 4 : 28;
    const AxisTicks ticks = y_ticks(shown, chart.height, chart.y.whole);
    const Labels labels = labels_of(chart, room_left(ticks), width);
    const double left = labels.left;
    const double used = labels.slot * static_cast<double>(chart.bars.size());
    const Plot plot = plot_in({left, top, used, chart.height}, {0, 1}, shown);
    draw_y_axis(svg, plot, ticks);
    const double bar_width = labels.slot * (labels.slot > 8 ? 0.74 : 0.9);
    const bool numbers = widest + 4 <= labels.slot;
    for (std::size_t i = 0; i < chart.bars.size(); ++i) {
        const Bar& bar = chart.bars[i];
        const double middle = left + (static_cast<double>(i) + 0.5) * labels.slot;
        if (drawable(bar.value)) {
            draw_bar(svg, bar, plot, middle, bar_width,
                     numbers ? number_text(bar.value, chart.decimals) : "");
        }
        if (i % labels.every != 0) continue;
        const std::string label = shortened(bar.label, kLongest, kSize);
        if (labels.turned) {
            svg.turned_text(middle + 3, plot.box.bottom() + 12, -45, label, "small", Anchor::end);
        } else {
            svg.text(middle, plot.box.bottom() + 15, label, "small", Anchor::middle);
        }
    }
    const double zero = std::clamp(plot.y(0), plot.box.y, plot.box.bottom());
    svg.line(plot.box.x, zero, plot.box.right(), zero, "axis");
    double bottom = plot.box.bottom() + labels.room;
    if (!chart.label_title.empty()) {
        svg.text(left + used / 2, bottom + 14, shortened(chart.label_title, width), "",
                 Anchor::middle);
        bottom += kTitleRoom;
    }
    return framed(look, chart.title, chart.description, bottom + 2, std::move(svg).take());
}

std::string csv(const BarChart& chart) {
    const std::string value = axis_text(chart.y);
    std::string text =
        csv_line(std::vector<std::string>{chart.label_title.empty() ? "label" : chart.label_title,
                                          value.empty() ? "value" : value, "low", "high"});
    for (const Bar& bar : chart.bars) {
        text += csv_line(std::vector<std::string>{bar.label, csv_number(bar.value),
                                                  csv_number(bar.low), csv_number(bar.high)});
    }
    return text;
}

std::vector<Bar> histogram(std::span<const double> values, int classes) {
    Extent extent;
    for (const double value : values) extent.add(value);
    if (extent.empty()) return {};
    const auto [low, high] = extent.shown({}, 0);
    const double step = nice_ticks(low, high, std::max(1, classes)).step;
    if (!(step > 0)) return {};
    const double first = std::floor(low / step + 1e-9);
    const int count = std::max(1, static_cast<int>(std::ceil(high / step - first - 1e-9)));
    Ticks bounds{{}, step};
    for (int i = 0; i <= count; ++i) bounds.at.push_back((first + i) * step);
    const std::vector<std::string> labels = tick_labels(bounds);
    std::vector<Bar> bars;
    for (int i = 0; i < count; ++i) {
        Bar bar;
        bar.label = labels[i] + (first < 0 ? " to " : "\u2013") + labels[i + 1];
        bar.value = 0;
        bars.push_back(std::move(bar));
    }
    for (const double value : values) {
        if (!drawable(value)) continue;
        const int index = static_cast<int>(std::floor(value / step - first + 1e-9));
        ++bars[std::clamp(index, 0, count - 1)].value;
    }
    return bars;
}

}  // namespace sparring::referee
