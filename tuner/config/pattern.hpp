// Names of parameters by pattern.
#pragma once

#include <string_view>

namespace sparring::tuner {

/// `A*`, `T?_1`: `*` any text, `?` any letter, case is ignored.
bool matches(std::string_view pattern, std::string_view name);

}  // namespace sparring::tuner
