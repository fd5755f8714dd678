// A point as other programs write and read it. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/expected.hpp"
#include "tuner/config/space_rules.hpp"

namespace sparring::tuner {

/// `setoption`, `toml`, `json`, `header`, `openbench`, `args`; `referee`: as behind its `-engine`.
std::vector<std::string> point_formats();

/// Values of all parameters, fixed ones too, in the words that the engine is told. `format` is one
/// of point_formats(). `pattern` is how the engine's arguments are spelt: `--{name}={value}`.
///
/// openbench: `name, int, value, min, max, C_end, R_end` with C_end a twentieth of the range (half
/// a step at least) and R_end 0.002, which are OpenBench's habits.
std::string point_text(const Parameters& parameters, const Point& point, std::string_view format,
                       std::string_view pattern);

/// `{"Pieces": 512, "Style": "bold"}`: what is not named stays at the start. The error names the
/// parameter.
Expected<Point> parse_point(std::string_view json, const Parameters& parameters);

}  // namespace sparring::tuner
