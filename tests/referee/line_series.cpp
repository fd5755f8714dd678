#include "referee/view/line_series.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "referee/view/line_chart.hpp"
#include "tests/catch.hpp"

namespace {

using namespace sparring::referee;

TEST_CASE("a hundred thousand points take little room and keep their extremes") {
    LineSeries series{"walk", {}, {}};
    for (int i = 0; i < 100'000; ++i) {
        const double y = std::sin(i * 0.001) + ((i * 7919) % 101) * 0.001;
        series.points.push_back({static_cast<double>(i), y, y - 1, y + 1});
    }
    series.points[50'001].y = 30;
    series.points[70'003].y = -40;
    series.points[20'002].high = 55;
    series.points[30'002].low = -66;
    LineChart chart;
    chart.series = {series};
    CHECK(svg(chart).size() < 60'000);

    const auto some = thinned(series.points, 0, 99'999, 400);
    CHECK(some.size() <= 400 * 6 + 6);
    const auto kept = [&](double x, auto member, double value) {
        return std::any_of(some.begin(), some.end(), [&](const LinePoint& point) {
            return point.x == x && point.*member == value;
        });
    };
    CHECK(kept(50'001, &LinePoint::y, 30));
    CHECK(kept(70'003, &LinePoint::y, -40));
    CHECK(kept(20'002, &LinePoint::high, 55));
    CHECK(kept(30'002, &LinePoint::low, -66));
    CHECK(some.front().x == 0);
    CHECK(some.back().x == 99'999);
    CHECK(std::is_sorted(some.begin(), some.end(),
                         [](const LinePoint& a, const LinePoint& b) { return a.x < b.x; }));
}

TEST_CASE("thinning keeps gaps that can be seen and closes the others") {
    std::vector<LinePoint> points;
    for (int i = 0; i < 10'000; ++i) {
        const bool missing = (i >= 4000 && i < 5000) || i % 2 == 1;
        points.push_back({static_cast<double>(i), missing ? kNoValue : 1.0});
    }
    const auto some = thinned(points, 0, 9'999, 100);
    const auto gaps = std::count_if(some.begin(), some.end(),
                                    [](const LinePoint& point) { return std::isnan(point.y); });
    CHECK(gaps == 1);
}

TEST_CASE("few points are left as they are") {
    const std::vector<LinePoint> points{{0, 1}, {1, kNoValue}, {2, 3}};
    CHECK(thinned(points, 0, 2, 100).size() == 3);
}

}  // namespace
