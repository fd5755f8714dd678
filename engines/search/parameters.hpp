// The parameters of an evaluation: the one place where their names, ranges and defaults stand. The
// option list, the tuner's genome and `eval` come from these tables.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sparring {

/// A weight that a spin option sets, or a switch that a check option sets (min 0, max 1).
struct Parameter {
    enum class Kind { weight, toggle };

    std::string name;
    int min = 0, max = 0;  ///< inclusive: the paper's coding range
    Kind kind = Kind::weight;
};

/// Named values for all parameters, in the order of the table. The first set is the default.
struct WeightSet {
    std::string name;
    std::vector<int> values;
};

/// One line of `eval`: a term's own value and what it adds to the score (internal units).
struct Term {
    std::string name;
    double value = 0;         ///< as the paper defines it
    double contribution = 0;  ///< hundredths of the game's unit, for the side to move
};

}  // namespace sparring
