// Real numbers in protocols: decimal, with an optional sign, fraction and exponent.
#pragma once

#include <cmath>
#include <optional>
#include <string_view>

#include "protocol/text.hpp"

namespace sparring::text {

/// All of `text` as a finite number; nothing if it is not one (`inf`, `nan`, blanks) or too large.
inline std::optional<double> real(std::string_view text) {
    if (text.starts_with('+') && text.substr(1, 1) != "-") text.remove_prefix(1);
    const auto value = number<double>(text);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

}  // namespace sparring::text
