#include "referee/statistics/linear_fit.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <vector>

namespace sparring::referee {

double LinearFit::error_at(double x) const {
    return std::hypot(height_error, slope_error * (x - mean_x));
}

std::optional<LinearFit> fit_line(std::span<const std::pair<double, double>> points) {
    std::vector<std::pair<double, double>> used;
    std::copy_if(points.begin(), points.end(), std::back_inserter(used), [](const auto& point) {
        return std::isfinite(point.first) && std::isfinite(point.second);
    });
    if (used.size() < 3) return {};
    const double count = static_cast<double>(used.size());
    double mean_x = 0;
    double mean_y = 0;
    for (const auto& [x, y] : used) {
        mean_x += x / count;
        mean_y += y / count;
    }
    double xx = 0;
    double xy = 0;
    for (const auto& [x, y] : used) {
        xx += (x - mean_x) * (x - mean_x);
        xy += (x - mean_x) * (y - mean_y);
    }
    const auto [least, greatest] = std::minmax_element(used.begin(), used.end());
    if (least->first == greatest->first || !(xx > 0) || !std::isfinite(xx)) return {};
    LinearFit fit;
    fit.points = used.size();
    fit.mean_x = mean_x;
    fit.slope = xy / xx;
    fit.intercept = mean_y - fit.slope * mean_x;
    double residuals = 0;
    for (const auto& [x, y] : used) residuals += std::pow(y - fit.at(x), 2);
    const boost::math::students_t student{count - 2};
    const double error = boost::math::quantile(student, 0.975) * std::sqrt(residuals / (count - 2));
    fit.slope_error = error / std::sqrt(xx);
    fit.height_error = error / std::sqrt(count);
    return fit;
}

}  // namespace sparring::referee
