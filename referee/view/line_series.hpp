// What charts draw over a numeric x: points with intervals, in series. Pure.
#pragma once

#include <limits>
#include <span>
#include <string>
#include <vector>

namespace sparring::referee {

inline constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

/// A point without a drawable y interrupts the line, one without an interval the band. Points
/// without a drawable x are left out.
struct LinePoint {
    double x = kNoValue;
    double y = kNoValue;
    double low = kNoValue;  ///< of an interval: 95 %, or quartiles
    double high = kNoValue;
};

/// Both ends of one.
bool has_interval(const LinePoint& point);

struct LineSeries {
    enum class Form { line, steps };
    std::string name{};
    std::vector<LinePoint> points{};  ///< in any order
    Form form = Form::line;           ///< steps: a value holds until the next one
};

/// In the order of x, without those that have no drawable one.
std::vector<LinePoint> ordered(std::span<const LinePoint> points);

/// Some of `points` (ordered), few enough for `columns` columns of pixels over [from, to], that
/// look the same: in each column the first and the last and the extremes of y, low and high (the M4
/// of Jugel et al., VLDB 2014, with bands). Gaps wider than a column stay gaps.
std::vector<LinePoint> thinned(std::span<const LinePoint> points, double from, double to,
                               int columns);

}  // namespace sparring::referee
