// Scales of charts: what an axis shows, where its ticks stand and what they say. Pure.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sparring::referee {

/// What is drawn is finite and below this, so that differences stay finite; everything else is a
/// gap.
bool drawable(double value);

struct Axis {
    std::string title{};
    std::string unit{};            ///< in brackets behind the title
    std::optional<double> from{};  ///< the range shown; without it, what the data need
    std::optional<double> to{};
    bool whole = false;  ///< whole numbers only (games, generations)
};

/// "title (unit)".
std::string axis_text(const Axis& axis);

struct Ticks {
    std::vector<double> at{};  ///< ascending
    double step = 0;           ///< 0 where there is only one
};

/// Multiples of 1, 2 or 5 times a power of ten within [low, high], at most `wanted` + 1 of them;
/// {low} if the range is empty or not drawable.
Ticks nice_ticks(double low, double high, int wanted, bool whole = false);

/// All with as many decimals as the step needs.
std::vector<std::string> tick_labels(const Ticks& ticks);

/// The smallest range that holds all values added so far.
class Extent {
  public:
    void add(double value);
    bool empty() const { return low_ > high_; }

    /// What an axis shows of it: the axis' own bounds where it has them, otherwise the values with
    /// `margin` (a share of the range) beyond them. Never empty, also without any value.
    std::pair<double, double> shown(const Axis& axis, double margin) const;

  private:
    double low_ = std::numeric_limits<double>::infinity();
    double high_ = -std::numeric_limits<double>::infinity();
};

/// From values to pixels; linear. Precondition: from < to.
struct Scale {
    double from = 0;
    double to = 1;
    double start = 0;  ///< the pixel of `from`
    double end = 1;    ///< the pixel of `to`

    double operator()(double value) const {
        return start + (value - from) / (to - from) * (end - start);
    }
};

}  // namespace sparring::referee
