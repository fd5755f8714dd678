// Values as JSON has them.
#pragma once

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>

namespace sparring::referee::json {

inline double milliseconds(std::chrono::nanoseconds time) {
    return static_cast<double>(time.count()) / 1e6;
}

/// null for nothing.
template <class Value>
nlohmann::json optional(const std::optional<Value>& value) {
    return value ? nlohmann::json(*value) : nlohmann::json();
}

}  // namespace sparring::referee::json
