#include "referee/statistics/linear_fit.hpp"

#include <limits>
#include <vector>

#include "tests/catch.hpp"

namespace {

using namespace sparring::referee;
using Points = std::vector<std::pair<double, double>>;

TEST_CASE("a line through points is the one of least squares, with Student's interval") {
    const auto fit = fit_line(Points{{1, 2}, {2, 4}, {3, 5}, {4, 4}, {5, 5}});
    REQUIRE(fit);
    CHECK(fit->points == 5);
    CHECK(fit->slope == Approx(0.6));
    CHECK(fit->intercept == Approx(2.2));
    // s^2 = 2.4 / 3, t(3; .975) = 3.182446
    CHECK(fit->slope_error == Approx(3.182446 * 0.2828427).epsilon(1e-6));
    CHECK(fit->error_at(3) == Approx(3.182446 * 0.4).epsilon(1e-6));
    CHECK(fit->error_at(5) == Approx(3.182446 * 0.6928203).epsilon(1e-6));
    CHECK(fit->at(5) == Approx(5.2));
}

TEST_CASE("no line goes through two points, one column of points, or no numbers") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK_FALSE(fit_line(Points{{1, 2}, {2, 3}}));
    CHECK_FALSE(fit_line(Points{{1, 2}, {1, 3}, {1, 4}}));
    CHECK_FALSE(fit_line(Points{{1, 2}, {2, nan}, {nan, 4}, {3, 3}}));
}

}  // namespace
