// What all charts have in common: their frame, their legend, their colours. A chart is a plain
// value (line_chart.hpp, small_multiples.hpp, heat_map.hpp, bar_chart.hpp, scatter_chart.hpp,
// interval_chart.hpp); `svg(chart, look)` draws it and `csv(chart)` writes its data. Both are pure:
// the same chart is the same text everywhere. Names may be anything (they are text, never markup),
// numbers too: what is not finite is a gap.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "referee/view/svg.hpp"

namespace sparring::referee {

struct Look {
    enum class Use {
        file,    ///< a document of its own: with its title, its sheet and its style
        inlined  ///< in a page that has page.css and chart.css, below a heading of the page
    };
    Use use = Use::file;
    int width = 700;  ///< pixels, at least 240
};

/// Pixels between the margins.
double inner_width(const Look& look);

/// The whole element: `body` was drawn in [0, inner_width] x [0, height]. Title and description are
/// for everybody who does not see the picture, too.
std::string framed(const Look& look, std::string_view title, std::string_view description,
                   double height, std::string body);

/// The frame of a chart that has nothing to show.
std::string no_data(const Look& look, std::string_view title, std::string_view description);

/// The classes of the series with that index: a hue, then dashes.
std::string series_css(std::size_t index);

struct LegendEntry {
    enum class Sample { line, banded_line, box, dot };
    std::string label{};
    std::string css{};
    Sample sample = Sample::line;
};

/// In lines from (x, y) on, within `width`; gives the height used, 0 without entries.
double draw_legend(Svg& svg, const std::vector<LegendEntry>& entries, double x, double y,
                   double width);

}  // namespace sparring::referee
