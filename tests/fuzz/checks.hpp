// What fuzz targets are made of.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace sparring::fuzz {

inline void require(bool condition) {
    if (!condition) std::abort();
}

/// Calls `visit` with each line, without its end.
template <class Visit>
void each_line(const std::uint8_t* data, std::size_t size, Visit visit) {
    std::string_view text{reinterpret_cast<const char*>(data), size};
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        visit(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

}  // namespace sparring::fuzz
