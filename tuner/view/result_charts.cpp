#include "tuner/view/result_charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "referee/statistics/elo.hpp"
#include "referee/statistics/linear_fit.hpp"
#include "referee/statistics/normal.hpp"
#include "tuner/view/estimates.hpp"
#include "tuner/view/training_charts.hpp"

namespace sparring::tuner {
namespace {

using referee::Bar;
using referee::IntervalRow;
using referee::kNoValue;
using referee::LinePoint;
using referee::LineSeries;
using Points = std::vector<std::pair<double, double>>;

/// Value and share of points of all individuals that played pairs that count.
Points slice_points(const History& history, std::size_t i) {
    Points points;
    for (const Individual& individual : history.individuals)
        if (total(individual.pairs) > 0)
            points.emplace_back(individual.candidate.point.at(i), share(individual.pairs));
    return points;
}

/// The least that several values must be for a line through them to mean something.
bool varied(const Points& points) {
    std::set<double> values;
    for (const auto& point : points) values.insert(point.first);
    return values.size() >= 3;
}

/// Means of about equally many individuals each, with 95 % intervals from their spread. Equal
/// values stay together.
std::vector<LinePoint> classes(Points points) {
    std::sort(points.begin(), points.end());
    const std::size_t size = std::max<std::size_t>(5, (points.size() + 7) / 8);
    std::vector<LinePoint> means;
    for (std::size_t from = 0; from < points.size();) {
        std::size_t to = std::min(points.size(), from + size);
        if (points.size() - to < size / 2) to = points.size();
        while (to < points.size() && points[to].first == points[to - 1].first) ++to;
        double x = 0, y = 0, squares = 0;
        const auto n = static_cast<double>(to - from);
        for (std::size_t i = from; i < to; ++i) {
            x += points[i].first / n;
            y += points[i].second / n;
        }
        for (std::size_t i = from; i < to; ++i)
            squares += (points[i].second - y) * (points[i].second - y);
        const double half = referee::kZ95 * std::sqrt(squares / std::max(1.0, n - 1) / n);
        means.push_back({x, y, n > 2 ? y - half : kNoValue, n > 2 ? y + half : kNoValue});
        from = to;
    }
    return means;
}

LinePoint point(double x, const Estimate& estimate) {
    return {x, estimate.value, estimate.low, estimate.high};
}

}  // namespace

const Measured* find(const Measurement& measurement, std::string_view subject,
                     std::string_view opponent) {
    for (const Measured& row : measurement.rows)
        if (row.subject == subject && row.opponent == opponent) return &row;
    return nullptr;
}

const Measured* champion_in_test(const History& history) {
    const Measured* row = history.test ? find(*history.test, "champion", "start") : nullptr;
    return row != nullptr && total(row->pairs) > 0 ? row : nullptr;
}

std::optional<referee::IntervalChart> test_chart(const History& history) {
    referee::IntervalChart chart{
        .title = "Test",
        .description = "Differences in Elo on held-out openings, with 95 % intervals",
        .x = {.title = "Elo"}};
    const auto add = [&](const Measurement& test, const char* note) {
        for (const Measured& row : test.rows) {
            if (total(row.pairs) == 0) continue;
            const Estimate elo = elo_estimate(row.pairs);
            chart.rows.push_back({fmt::format("{} vs {}{}", row.subject, row.opponent, note),
                                  elo.value, elo.low, elo.high});
        }
    };
    if (history.test) add(*history.test, "");
    for (const Measurement& test : history.further_tests) add(test, ", further");
    if (chart.rows.empty()) return {};
    return chart;
}

std::optional<referee::LineChart> elo_chart(const History& history) {
    referee::LineChart chart{
        .title = "Elo measured beside Elo selected",
        .description =
            "Champion and mean against the start on validation and test openings, and "
            "the score that selected the champion as Elo",
        .x = {.title = "generation", .from = 1, .whole = true},
        .y = {.title = "Elo against the start"},
        .rules = {{.at = 0, .label = "start"}}};
    for (const char* subject : {"champion", "mean"}) {
        LineSeries series{.name = fmt::format("{}, validation", subject)};
        for (const Measurement& validation : history.validations)
            if (const Measured* row = find(validation, subject, "start"))
                series.points.push_back(point(validation.generation, elo_estimate(row->pairs)));
        if (!series.points.empty()) chart.series.push_back(std::move(series));
    }
    if (const Measured* row = champion_in_test(history)) {
        chart.series.push_back(
            {.name = "champion, test",
             .points = {point(history.test->generation, elo_estimate(row->pairs))}});
    }
    if (chart.series.empty()) return {};
    LineSeries selected{.name = "selection score (biased)"};
    for (const Generation& generation : history.generations) {
        if (generation.closing || !generation.answer) continue;
        const double elo = referee::elo_of(generation.answer->selection_score);
        selected.points.push_back({static_cast<double>(generation.number), elo});
    }
    if (std::any_of(selected.points.begin(), selected.points.end(),
                    [](const LinePoint& each) { return referee::drawable(each.y); }))
        chart.series.push_back(std::move(selected));
    return chart;
}

std::optional<referee::BarChart> pairs_chart(const History& history) {
    referee::BarChart chart{.title = "Pairs in training, by points",
                            .description =
                                "How many pairs of games gave 0, 1/2, 1, 3/2 and 2 "
                                "points",
                            .label_title = "points of a pair",
                            .y = {.title = "pairs", .whole = true}};
    PairCounts pairs = history.training_pairs;
    if (const Measured* row = champion_in_test(history)) {
        pairs = row->pairs;
        chart.title = "Pairs of champion and start in the test, by the champion's points";
    }
    if (total(pairs) == 0) return {};
    const char* labels[] = {"0", "½", "1", "1½", "2"};
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        chart.bars.push_back({.label = labels[i],
                              .value = static_cast<double>(pairs[i]),
                              .tone = i < 2    ? Bar::Tone::below
                                      : i == 2 ? Bar::Tone::even
                                               : Bar::Tone::above});
    }
    return chart;
}

std::optional<Effect> slice(const History& history, std::size_t i) {
    const Points points = slice_points(history, i);
    const double range = history.space[i].range();
    if (!varied(points) || range <= 0) return {};
    const auto line = referee::fit_line(points);
    if (!line) return {};
    return Effect{line->slope * range, line->slope_error * range};
}

std::optional<referee::SmallMultiples> slices_chart(const History& history) {
    referee::SmallMultiples chart{
        .title = "Slices",
        .description = "Share of points of all individuals of the training along each parameter",
        .x = {.title = "% of the range", .from = 0, .to = 108}};
    for (std::size_t i = 0; i < history.space.size(); ++i) {
        Points points = slice_points(history, i);
        const Parameter& parameter = history.space[i];
        if (!varied(points) || parameter.range() <= 0) continue;
        for (auto& point : points)
            point.first = 100 * (point.first - parameter.min) / parameter.range();
        referee::Panel panel{.y = {.title = parameter.name}};
        const auto [least, greatest] = std::minmax_element(points.begin(), points.end());
        if (const auto line = referee::fit_line(points)) {
            LineSeries series{.name = "line, 95 %"};
            constexpr int kSteps = 16;
            for (int k = 0; k <= kSteps; ++k) {
                const double x =
                    least->first + (greatest->first - least->first) * k / double{kSteps};
                const double y = line->at(x), error = line->error_at(x);
                series.points.push_back({x, y, y - error, y + error});
            }
            panel.series.push_back(std::move(series));
        }
        panel.series.push_back({.name = "means of eighths, 95 %", .points = classes(points)});
        panel.rules = {{.at = 0.5, .label = "half"}};
        chart.panels.push_back(std::move(panel));
    }
    if (chart.panels.empty()) return {};
    chart.columns = columns_for(chart.panels.size());
    return chart;
}

std::optional<referee::IntervalChart> sensitivity_chart(const History& history) {
    referee::IntervalChart chart{
        .title = "Which parameters mattered",
        .description =
            "Change of the share of points from the least to the greatest value of each "
            "parameter, all others alike, with 95 % intervals",
        .x = {.title = "change over the range", .unit = "% of the points"},
        .decimals = 1};
    for (std::size_t i = 0; i < history.effects.size(); ++i) {
        if (const auto& effect = history.effects[i]) {
            chart.rows.push_back({history.space[i].name, 100 * effect->slope,
                                  100 * (effect->slope - effect->error),
                                  100 * (effect->slope + effect->error)});
        }
    }
    std::stable_sort(chart.rows.begin(), chart.rows.end(),
                     [](const IntervalRow& a, const IntervalRow& b) {
                         return std::abs(a.estimate) > std::abs(b.estimate);
                     });
    if (chart.rows.empty()) return {};
    return chart;
}

}  // namespace sparring::tuner
