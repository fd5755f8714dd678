// A straight line through points by least squares, with 95 % intervals. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>

namespace sparring::referee {

struct LinearFit {
    std::size_t points = 0;
    double intercept = 0;
    double slope = 0;
    double slope_error = 0;  ///< half the width of its interval

    double at(double x) const { return intercept + slope * x; }
    /// Half the width of the interval of the line's height at x.
    double error_at(double x) const;

    double mean_x = 0;
    double height_error = 0;  ///< error_at(mean_x)
};

/// Ordinary least squares with errors of equal, unknown size, hence Student's distribution with
/// points - 2 degrees of freedom. Points that are not finite are left out. Nothing for fewer than
/// three points and where all have the same x.
std::optional<LinearFit> fit_line(std::span<const std::pair<double, double>> points);

}  // namespace sparring::referee
