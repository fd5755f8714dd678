#include "referee/view/axis.hpp"

#include <algorithm>
#include <cmath>

#include "referee/view/number_text.hpp"

namespace sparring::referee {

bool drawable(double value) {
    return std::abs(value) < 1e100;
}

std::string axis_text(const Axis& axis) {
    if (axis.unit.empty()) return axis.title;
    return axis.title.empty() ? axis.unit : axis.title + " (" + axis.unit + ")";
}

Ticks nice_ticks(double low, double high, int wanted, bool whole) {
    const double span = high - low;
    if (!drawable(low) || !drawable(high) || !(span > 0)) return {{low}, 0};
    const double rough = span / std::max(1, wanted);
    const double power = std::pow(10, std::floor(std::log10(rough)));
    double step = 10 * power;
    for (const double factor : {5, 2, 1}) {
        if (factor * power >= rough * (1 - 1e-9)) step = factor * power;
    }
    if (whole) step = std::max(step, 1.0);
    Ticks ticks{{}, step};
    const double first = std::ceil(low / step - 1e-9);
    for (int i = 0; i <= wanted + 1; ++i) {
        const double value = (first + i) * step;
        if (value > high + step * 1e-9) break;
        if (ticks.at.empty() || value > ticks.at.back()) ticks.at.push_back(value == 0 ? 0 : value);
    }
    return ticks.at.empty() ? Ticks{{low}, 0} : ticks;
}

std::vector<std::string> tick_labels(const Ticks& ticks) {
    std::vector<std::string> labels;
    double greatest = 0;
    for (const double value : ticks.at) greatest = std::max(greatest, std::abs(value));
    const bool odd_size = greatest >= 1e6 || (greatest > 0 && greatest < 1e-3);
    for (const double value : ticks.at) {
        if (ticks.step == 0 || odd_size) {
            labels.push_back(short_number(value, ticks.step == 0 ? 4 : 6));
            continue;
        }
        const int decimals = static_cast<int>(std::ceil(-std::log10(ticks.step) - 1e-9));
        labels.push_back(number_text(value, std::clamp(decimals, 0, 12)));
    }
    return labels;
}

void Extent::add(double value) {
    if (!drawable(value)) return;
    low_ = std::min(low_, value);
    high_ = std::max(high_, value);
}

std::pair<double, double> Extent::shown(const Axis& axis, double margin) const {
    double low = empty() ? axis.from.value_or(axis.to.value_or(1) - 1) : low_;
    double high = empty() ? std::max(axis.to.value_or(low + 1), low) : high_;
    low = axis.from.value_or(low);
    high = axis.to.value_or(high);
    if (!drawable(low)) low = 0;
    if (!drawable(high)) high = low + 1;
    const double size = std::max(std::abs(low), std::abs(high));
    if (high - low > std::max(1e-90, size * 1e-12)) {
        const double room = (high - low) * margin;
        return {axis.from ? low : low - room, axis.to ? high : high + room};
    }
    // One value only: some room on the sides that are free.
    const double around = axis.whole || size == 0 ? 1 : std::max(1e-90, size * 0.1);
    if (!axis.from) low -= around;
    if (!axis.to) high += around;
    return {low, high > low ? high : low + around};
}

}  // namespace sparring::referee
