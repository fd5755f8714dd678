// Parameter lists of OpenBench and fishtest. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/expected.hpp"

namespace sparring::tuner {

struct SpsaLine {
    std::string name;
    bool whole = true;
    double start = 0, min = 0, max = 0;
    double c_end = 0;  ///< in the option's unit
    double r_end = 0;

    bool operator==(const SpsaLine&) const = default;
};

/// OpenBench's `name, int, start, min, max, C_end, R_end` and fishtest's `name,start,min,max,c_end,
/// r_end`, a line each; empty lines and those that begin with # count as nothing. The error names
/// the line.
Expected<std::vector<SpsaLine>> parse_spsa_lines(std::string_view text);

/// As `[[param]]`, and as `[strategy.parameters.NAME]` for the strategy `spsa`, whose c_end is a
/// share of the range.
std::string to_toml(const std::vector<SpsaLine>& lines);

}  // namespace sparring::tuner
