#include "referee/view/number_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sparring::referee {
namespace {

constexpr const char* kMinus = "\u2212";
constexpr const char* kNothing = "\u2013";

/// `digits` is what fmt writes in fixed notation, without a sign.
std::string grouped(const std::string& digits) {
    const std::size_t whole = std::min(digits.find('.'), digits.size());
    if (whole < 5) return digits;
    std::string result;
    for (std::size_t i = 0; i < whole; ++i) {
        if (i > 0 && (whole - i) % 3 == 0) result += "\u202f";
        result += digits[i];
    }
    return result + digits.substr(whole);
}

bool is_zero(const std::string& digits) {
    return digits.find_first_not_of("0.") == digits.npos;
}

void drop_zeros(std::string& digits) {
    if (digits.find('.') == digits.npos) return;
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.back() == '.') digits.pop_back();
}

std::string with_sign(double value, int decimals, const char* plus) {
    if (!std::isfinite(value)) return kNothing;
    const std::string digits = fmt::format("{:.{}f}", std::abs(value), std::max(0, decimals));
    return (is_zero(digits) ? "" : value < 0 ? kMinus : plus) + grouped(digits);
}

/// How many decimals show `digits` significant ones of `magnitude`, which is above zero.
int decimals_for(double magnitude, int digits) {
    return std::clamp(digits - 1 - static_cast<int>(std::floor(std::log10(magnitude))), 0, 12);
}

}  // namespace

std::string number_text(double value, int decimals) {
    return with_sign(value, decimals, "");
}

std::string signed_number(double value, int decimals) {
    return with_sign(value, decimals, "+");
}

std::string short_number(double value, int digits) {
    if (!std::isfinite(value)) return kNothing;
    if (value == 0) return "0";
    const char* sign = value < 0 ? kMinus : "";
    const double magnitude = std::abs(value);
    if (magnitude < 1e-4 || magnitude >= 1e13) {
        std::string text = fmt::format("{:.{}e}", magnitude, std::max(0, digits - 1));
        std::string mantissa = text.substr(0, text.find('e'));
        drop_zeros(mantissa);
        const int exponent = std::stoi(text.substr(text.find('e') + 1));
        return fmt::format("{}{}e{}{}", sign, mantissa, exponent < 0 ? kMinus : "",
                           std::abs(exponent));
    }
    const double unit = magnitude >= 1e9 ? 1e9 : magnitude >= 1e6 ? 1e6 : 1;
    std::string text =
        fmt::format("{:.{}f}", magnitude / unit, decimals_for(magnitude / unit, digits));
    drop_zeros(text);
    return sign + grouped(text) + (unit >= 1e9 ? "G" : unit >= 1e6 ? "M" : "");
}

}  // namespace sparring::referee
