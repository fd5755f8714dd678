#include "referee/view/heat_map.hpp"

#include <algorithm>
#include <cmath>

#include "referee/view/axis.hpp"
#include "referee/view/csv.hpp"
#include "referee/view/line_series.hpp"
#include "referee/view/number_text.hpp"
#include "referee/view/text_width.hpp"

namespace sparring::referee {
namespace {

constexpr double kTextSize = 11;    ///< of the text in cells
constexpr double kStrongest = 0.6;  ///< tint that still lets dark and light text be read
constexpr double kCellGap = 6;

double value_at(const HeatMap& chart, std::size_t row, std::size_t column) {
    const bool there = row < chart.values.size() && column < chart.values[row].size();
    return there && drawable(chart.values[row][column]) ? chart.values[row][column] : kNoValue;
}

struct Layout {
    double left = 0;        ///< labels of rows
    double top = 0;         ///< labels of columns
    double cell = 0;        ///< width
    double height = 0;      ///< of a cell
    double label = 0;       ///< pixels a row's label may have
    bool turned = false;    ///< the columns' labels
    std::size_t every = 1;  ///< of so many labels there is room for one
};

double widest(const std::vector<std::string>& labels, double size) {
    double width = 0;
    for (const std::string& label : labels) width = std::max(width, text_width(label, size));
    return width;
}

constexpr double kTilt = 0.707;  // columns' labels that do not fit are turned by 45 degrees
constexpr double kLongestLabel = 110;

Layout layout_of(const HeatMap& chart, double width) {
    Layout layout;
    layout.label = std::min(widest(chart.rows, 12), width * 0.3);
    layout.left = layout.label + 8;
    const double columns = static_cast<double>(chart.columns.size());
    const double label = std::min(widest(chart.columns, kTextSize), kLongestLabel);
    layout.cell = std::min(64.0, (width - layout.left) / columns);
    layout.turned = label + 4 > layout.cell;
    if (layout.turned) {
        layout.cell = std::min(64.0, (width - layout.left - label * kTilt) / columns);
    }
    layout.height = std::clamp(layout.cell, 10.0, 26.0);
    layout.top = layout.turned ? label * kTilt + 12 : 18;
    layout.every = static_cast<std::size_t>(std::ceil(13 / layout.cell));
    if (!layout.turned) layout.every = 1;
    return layout;
}

void draw_labels(Svg& svg, const HeatMap& chart, const Layout& layout, double y) {
    for (std::size_t i = 0; i < chart.columns.size(); ++i) {
        const double middle = layout.left + (static_cast<double>(i) + 0.5) * layout.cell;
        const std::string label = shortened(chart.columns[i], kLongestLabel, kTextSize);
        if (!layout.turned) {
            svg.text(middle, y - 6, label, "small", Anchor::middle);
        } else if (i % layout.every == 0) {
            svg.turned_text(middle + 3, y - 5, -45, label, "small", Anchor::start);
        }
    }
    const auto every_row = static_cast<std::size_t>(std::ceil(13 / layout.height));
    for (std::size_t i = 0; i < chart.rows.size(); i += every_row) {
        svg.text(layout.left - 8, y + (static_cast<double>(i) + 0.5) * layout.height + 4,
                 shortened(chart.rows[i], layout.label, 12), "name", Anchor::end);
    }
}

/// A scale of tints with what its ends and its middle mean.
void draw_key(Svg& svg, const HeatMap& chart, double reach, double x, double y) {
    constexpr int steps = 13;
    constexpr double width = 12;
    for (int i = 0; i < steps; ++i) {
        const double share = 2.0 * i / (steps - 1) - 1;
        svg.tint({x + i * width, y, width, 10}, share < 0 ? "fill s2" : "fill s1",
                 std::abs(share) * kStrongest, "");
    }
    const double values[] = {chart.middle - reach, chart.middle, chart.middle + reach};
    for (int i = 0; i < 3; ++i) {
        std::string text = number_text(values[i], chart.decimals);
        if (i == 2 && !chart.unit.empty()) text += " " + chart.unit;
        svg.text(x + i * steps * width / 2, y + 23, text, "small",
                 i == 0   ? Anchor::start
                 : i == 1 ? Anchor::middle
                          : Anchor::end);
    }
}

}  // namespace

std::string svg(const HeatMap& chart, const Look& look) {
    double reach = chart.reach;
    double widest_value = 0;
    double greatest = 0;
    for (std::size_t row = 0; row < chart.rows.size(); ++row) {
        for (std::size_t column = 0; column < chart.columns.size(); ++column) {
            const double value = value_at(chart, row, column);
            if (!drawable(value)) continue;
            greatest = std::max(greatest, std::abs(value - chart.middle));
            widest_value =
                std::max(widest_value, text_width(number_text(value, chart.decimals), kTextSize));
        }
    }
    if (widest_value == 0) return no_data(look, chart.title, chart.description);
    if (!(reach > 0)) reach = greatest > 0 ? greatest : 1;

    Svg svg;
    const double width = inner_width(look);
    const Layout layout = layout_of(chart, width);
    std::string heading = chart.row_title;
    if (!chart.column_title.empty()) {
        heading += (heading.empty() ? "" : " \u2193  ") + chart.column_title + " \u2192";
    }
    const double title_room = heading.empty() ? 0 : 18;
    svg.text(0, 11, shortened(heading, width), "");
    const double top = title_room + layout.top;
    draw_labels(svg, chart, layout, top);
    const bool numbers = widest_value + 4 <= layout.cell && layout.height >= 14;
    const double rim = layout.cell >= 16 ? 1 : 0.25;
    for (std::size_t row = 0; row < chart.rows.size(); ++row) {
        for (std::size_t column = 0; column < chart.columns.size(); ++column) {
            const double x = layout.left + static_cast<double>(column) * layout.cell;
            const double y = top + static_cast<double>(row) * layout.height;
            const Box box{x + rim / 2, y + rim / 2, layout.cell - rim, layout.height - rim};
            const double value = value_at(chart, row, column);
            if (!drawable(value)) {
                svg.rect(box, "nothing");
                continue;
            }
            const double share = std::clamp((value - chart.middle) / reach, -1.0, 1.0);
            const std::string text = number_text(value, chart.decimals);
            svg.tint(box, share < 0 ? "fill s2" : "fill s1",
                     0.04 + std::abs(share) * (kStrongest - 0.04),
                     numbers ? "" : chart.rows[row] + " : " + chart.columns[column] + "  " + text);
            if (numbers) {
                svg.text(x + layout.cell / 2, y + layout.height / 2 + 4, text, "cell",
                         Anchor::middle);
            }
        }
    }
    const double bottom = top + static_cast<double>(chart.rows.size()) * layout.height + kCellGap;
    draw_key(svg, chart, reach, layout.left, bottom);
    return framed(look, chart.title, chart.description, bottom + 28, std::move(svg).take());
}

std::string csv(const HeatMap& chart) {
    std::string text = csv_line(
        std::vector<std::string>{chart.row_title.empty() ? "row" : chart.row_title,
                                 chart.column_title.empty() ? "column" : chart.column_title,
                                 chart.unit.empty() ? "value" : "value (" + chart.unit + ")"});
    for (std::size_t row = 0; row < chart.rows.size(); ++row) {
        for (std::size_t column = 0; column < chart.columns.size(); ++column) {
            const double value = value_at(chart, row, column);
            if (!drawable(value)) continue;
            text += csv_line(std::vector<std::string>{chart.rows[row], chart.columns[column],
                                                      csv_number(value)});
        }
    }
    return text;
}

}  // namespace sparring::referee
