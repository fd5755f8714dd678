// Columns over labels: pairs by their result, ages in the hall of fame, values in classes.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "referee/view/axis.hpp"
#include "referee/view/line_series.hpp"
#include "referee/view/svg_chart.hpp"

namespace sparring::referee {

struct Bar {
    enum class Tone { plain, below, even, above };  ///< of what loses, draws and wins
    std::string label{};
    double value = kNoValue;  ///< a gap where it is not drawable
    double low = kNoValue;    ///< of an interval
    double high = kNoValue;
    Tone tone = Tone::plain;
};

struct BarChart {
    std::string title{};
    std::string description{};
    std::string label_title{};  ///< what the labels are: "points of a pair"
    Axis y{};                   ///< from 0, unless it says otherwise
    std::vector<Bar> bars{};
    int decimals = 0;     ///< of the values written above the bars
    double height = 200;  ///< of the plot, pixels
};

std::string svg(const BarChart& chart, const Look& look = {});

/// One line a bar: label, value, low, high.
std::string csv(const BarChart& chart);

/// How many of `values` lie in each of about `classes` classes of the same width with round bounds,
/// each labelled by its bounds: a histogram's bars. What is not finite is not counted. A value on a
/// bound is in the class above it, the greatest of all in the last.
std::vector<Bar> histogram(std::span<const double> values, int classes);

}  // namespace sparring::referee
