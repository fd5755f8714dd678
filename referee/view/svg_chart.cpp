#include "referee/view/svg_chart.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "referee/view/chart_style.hpp"
#include "referee/view/markup.hpp"
#include "referee/view/text_width.hpp"

namespace sparring::referee {
namespace {

constexpr double kMargin = 14;  ///< of a file's sheet
constexpr double kTitleSize = 15;
constexpr double kTitleLine = 20;
constexpr double kLegendLine = 18;
constexpr double kSample = 18;
constexpr double kGap = 6;

bool in_file(const Look& look) {
    return look.use == Look::Use::file;
}

void draw_sample(Svg& svg, const LegendEntry& entry, double x, double middle) {
    switch (entry.sample) {
        case LegendEntry::Sample::banded_line:
            svg.rect({x, middle - 5, kSample, 10}, "band " + entry.css);
            [[fallthrough]];
        case LegendEntry::Sample::line:
            svg.line(x, middle, x + kSample, middle, "curve " + entry.css);
            break;
        case LegendEntry::Sample::box:
            svg.rect({x + 4, middle - 5, 10, 10}, "fill " + entry.css, 2);
            break;
        case LegendEntry::Sample::dot:
            svg.circle(x + kSample / 2, middle, 3.5, "dot " + entry.css);
            break;
    }
}

}  // namespace

double inner_width(const Look& look) {
    return std::max(240, look.width) - (in_file(look) ? 2 * kMargin : 0);
}

std::string framed(const Look& look, std::string_view title, std::string_view description,
                   double height, std::string body) {
    const double inner = inner_width(look);
    Svg head;
    double width = inner;
    if (in_file(look)) {
        // The font is bolder than the one whose widths are known.
        const auto lines = wrapped(title, inner, kTitleSize * 1.1, 3);
        const double top =
            kMargin + kTitleLine * static_cast<double>(lines.size()) + (lines.empty() ? 0 : kGap);
        width += 2 * kMargin;
        height += top + kMargin;
        head.rect({0, 0, width, height}, "sheet");
        for (std::size_t i = 0; i < lines.size(); ++i) {
            head.text(kMargin, kMargin + kTitleSize + kTitleLine * static_cast<double>(i), lines[i],
                      "title");
        }
        body = fmt::format("<g transform=\"translate({} {})\">\n{}</g>\n", coordinate(kMargin),
                           coordinate(top), body);
    }
    std::string text = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" role=\"img\" width=\"{0}\" "
        "height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n",
        coordinate(width), coordinate(height));
    if (!title.empty()) text += fmt::format("<title>{}</title>\n", escaped(title));
    if (!description.empty()) text += fmt::format("<desc>{}</desc>\n", escaped(description));
    if (in_file(look)) text += fmt::format("<style>\n{}</style>\n", standalone_chart_style());
    return text + std::move(head).take() + body + "</svg>\n";
}

std::string no_data(const Look& look, std::string_view title, std::string_view description) {
    constexpr double height = 64;
    Svg svg;
    svg.rect({0, 0, inner_width(look), height}, "nothing", 6);
    svg.text(inner_width(look) / 2, height / 2 + 4, "no data", "", Anchor::middle);
    return framed(look, title, description, height, std::move(svg).take());
}

std::string series_css(std::size_t index) {
    constexpr std::size_t hues = 6;
    const char* const dashes[] = {"", " dashed", " dotted"};
    return fmt::format("s{}{}", index % hues + 1, dashes[index / hues % std::size(dashes)]);
}

double draw_legend(Svg& svg, const std::vector<LegendEntry>& entries, double x, double y,
                   double width) {
    if (entries.empty()) return 0;
    const double right = x + width;
    double at = x;
    double line = y;
    for (const LegendEntry& entry : entries) {
        const std::string label =
            shortened(entry.label, std::max(40.0, std::min(260.0, width - kSample - kGap)));
        const double needed = kSample + kGap + text_width(label);
        if (at > x && at + needed > right) {
            at = x;
            line += kLegendLine;
        }
        draw_sample(svg, entry, at, line + kLegendLine / 2 - 1);
        svg.text(at + kSample + kGap, line + kLegendLine / 2 + 3, label, "name");
        at += needed + 18;
    }
    return line + kLegendLine + kGap - y;
}

}  // namespace sparring::referee
