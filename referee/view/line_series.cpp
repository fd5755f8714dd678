#include "referee/view/line_series.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "referee/view/axis.hpp"

namespace sparring::referee {
namespace {

/// The points of one column that must be kept, by index.
class Column {
  public:
    void add(std::size_t index, const LinePoint& point) {
        if (!first_) first_ = index;
        last_ = index;
        greater(0, index, point.y);
        greater(1, index, -point.y);
        greater(2, index, point.high);
        greater(3, index, -point.low);
    }

    bool empty() const { return !first_; }

    /// In their order, each once.
    std::vector<std::size_t> take() {
        std::vector<std::size_t> kept{*first_, last_};
        for (const auto& [index, value] : extremes_) {
            if (value > -kNone) kept.push_back(index);
        }
        std::sort(kept.begin(), kept.end());
        kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
        *this = {};
        return kept;
    }

  private:
    static constexpr double kNone = std::numeric_limits<double>::infinity();

    void greater(std::size_t which, std::size_t index, double value) {
        if (drawable(value) && value > extremes_[which].second) extremes_[which] = {index, value};
    }

    std::optional<std::size_t> first_;
    std::size_t last_ = 0;
    std::array<std::pair<std::size_t, double>, 4> extremes_{
        {{0, -kNone}, {0, -kNone}, {0, -kNone}, {0, -kNone}}};
};

}  // namespace

bool has_interval(const LinePoint& point) {
    return drawable(point.low) && drawable(point.high);
}

std::vector<LinePoint> ordered(std::span<const LinePoint> points) {
    std::vector<LinePoint> result;
    result.reserve(points.size());
    std::copy_if(points.begin(), points.end(), std::back_inserter(result),
                 [](const LinePoint& point) { return drawable(point.x); });
    std::stable_sort(result.begin(), result.end(),
                     [](const LinePoint& a, const LinePoint& b) { return a.x < b.x; });
    return result;
}

std::vector<LinePoint> thinned(std::span<const LinePoint> points, double from, double to,
                               int columns) {
    std::vector<LinePoint> result;
    if (points.size() <= static_cast<std::size_t>(std::max(0, columns)) || !(to > from)) {
        result.assign(points.begin(), points.end());
        return result;
    }
    const double width = (to - from) / columns;
    Column column;
    double number = 0;
    double before = kNoValue;  // the x of the last point that is there
    bool gap = false;
    const auto flush = [&] {
        if (column.empty()) return;
        for (const std::size_t index : column.take()) result.push_back(points[index]);
    };
    for (std::size_t i = 0; i < points.size(); ++i) {
        const LinePoint& point = points[i];
        if (!drawable(point.y) && !has_interval(point)) {
            gap = true;
            continue;
        }
        const double now = std::floor((point.x - from) / width);
        if (now != number) flush();
        number = now;
        if (gap && point.x - before > width) {
            flush();
            result.push_back({point.x, kNoValue, kNoValue, kNoValue});
        }
        gap = false;
        before = point.x;
        column.add(i, point);
    }
    flush();
    return result;
}

}  // namespace sparring::referee
