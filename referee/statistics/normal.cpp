#include "referee/statistics/normal.hpp"

#include <cmath>
#include <numbers>

namespace sparring::referee {

double normal_distribution(double x) {
    return std::erfc(-x / std::numbers::sqrt2) / 2;
}

double log_normal_distribution(double x) {
    if (x > -30) return std::log(normal_distribution(x));
    // Mills' ratio: 1 - 1/x^2 + 3/x^4 - 15/x^6 is right to 1e-10 from here on.
    const double r = 1 / (x * x);
    return -x * x / 2 - std::log(-x) - std::log(2 * std::numbers::pi) / 2 +
           std::log1p(-r * (1 - 3 * r * (1 - 5 * r)));
}

}  // namespace sparring::referee
