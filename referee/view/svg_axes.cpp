#include "referee/view/svg_axes.hpp"

#include <algorithm>
#include <cmath>

#include "referee/view/text_width.hpp"

namespace sparring::referee {
namespace {

constexpr double kLabelGap = 7;

AxisTicks labelled(Ticks ticks) {
    auto labels = tick_labels(ticks);
    return {std::move(ticks), std::move(labels)};
}

}  // namespace

double AxisTicks::widest_label() const {
    double widest = 0;
    for (const std::string& label : labels) widest = std::max(widest, text_width(label));
    return widest;
}

AxisTicks y_ticks(std::pair<double, double> shown, double height, bool whole) {
    const int wanted = std::max(4, static_cast<int>(height / 42));
    return labelled(nice_ticks(shown.first, shown.second, wanted, whole));
}

AxisTicks x_ticks(std::pair<double, double> shown, double width, bool whole) {
    for (int wanted = std::clamp(static_cast<int>(width / 50), 2, 10);; --wanted) {
        AxisTicks result = labelled(nice_ticks(shown.first, shown.second, wanted, whole));
        const double room = width * result.ticks.step / (shown.second - shown.first);
        if (wanted <= 1 || result.widest_label() + 14 <= room) return result;
    }
}

Plot plot_in(const Box& box, std::pair<double, double> x, std::pair<double, double> y) {
    return {box, {x.first, x.second, box.x, box.right()}, {y.first, y.second, box.bottom(), box.y}};
}

double room_left(const AxisTicks& y) {
    return std::ceil(y.widest_label()) + kLabelGap;
}

void draw_y_axis(Svg& svg, const Plot& plot, const AxisTicks& ticks) {
    for (std::size_t i = 0; i < ticks.ticks.at.size(); ++i) {
        const double y = plot.y(ticks.ticks.at[i]);
        svg.line(plot.box.x, y, plot.box.right(), y, "grid");
        svg.text(plot.box.x - kLabelGap, y + 4, ticks.labels[i], "", Anchor::end);
    }
}

void draw_x_axis(Svg& svg, const Plot& plot, const AxisTicks& ticks, std::string_view title) {
    const double y = plot.box.bottom();
    svg.line(plot.box.x, y, plot.box.right(), y, "axis");
    for (std::size_t i = 0; i < ticks.ticks.at.size(); ++i) {
        const double x = plot.x(ticks.ticks.at[i]);
        svg.line(x, y, x, y + 4, "axis");
        svg.text(x, y + kTickRoom - 2, ticks.labels[i], "", Anchor::middle);
    }
    svg.text(plot.box.x + plot.box.width / 2, y + kTickRoom + kTitleRoom - 4,
             shortened(title, plot.box.width), "", Anchor::middle);
}

void draw_stages(Svg& svg, const Plot& plot, std::span<const StageSpan> stages, bool with_labels) {
    bool shaded = true;
    for (const StageSpan& stage : stages) {
        const double from = std::max(plot.box.x, plot.x(std::min(stage.from, stage.to)));
        const double to = std::min(plot.box.right(), plot.x(std::max(stage.from, stage.to)));
        if (!(to > from)) continue;
        if (shaded) svg.rect({from, plot.box.y, to - from, plot.box.height}, "stage");
        shaded = !shaded;
        if (!with_labels) continue;
        svg.text((from + to) / 2, plot.box.y - 5, shortened(stage.label, to - from - 4, 11),
                 "stage-name", Anchor::middle);
    }
}

void draw_rules(Svg& svg, const Plot& plot, std::span<const Rule> rules, bool with_labels) {
    constexpr double line = 13;
    double above = -1e9;  // the base line of the label drawn before
    std::vector<Rule> ordered{rules.begin(), rules.end()};
    std::erase_if(ordered, [&](const Rule& rule) {
        return !(rule.at >= plot.y.from && rule.at <= plot.y.to);
    });
    std::stable_sort(ordered.begin(), ordered.end(),
                     [](const Rule& a, const Rule& b) { return a.at > b.at; });
    for (const Rule& rule : ordered) {
        const double y = plot.y(rule.at);
        svg.line(plot.box.x, y, plot.box.right(), y, rule.bound ? "bound" : "rule");
        if (!with_labels || rule.label.empty()) continue;
        // Above its line; below it where the picture ends or another label stands.
        double base = y - 4;
        if (base - line < plot.box.y || base - above < line) base = y + line;
        if (base - above < line || base > plot.box.bottom()) continue;
        svg.text(plot.box.right() - 4, base, shortened(rule.label, plot.box.width / 2, 11),
                 "halo small", Anchor::end);
        above = base;
    }
}

}  // namespace sparring::referee
