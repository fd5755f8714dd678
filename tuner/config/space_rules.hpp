// Which of an engine's options are tuned, and how: its `option` lines, narrowed by the
// configuration. Pure.
#pragma once

#include <string>
#include <vector>

#include "protocol/option.hpp"
#include "tuner/config/configuration.hpp"

namespace sparring::tuner {

/// It can be tuned, and by its name it is not about a search or a process (Hash, Threads, ...).
bool may_be_weight(const Option& option);

/// All parameters, fixed ones too, in the engine's order.
struct Parameters {
    std::vector<Parameter> all;
    std::vector<std::string> warnings;  ///< for the user: a scale that means nothing, ...

    Space space() const;  ///< of those that move

    /// What an engine is told for a point of space().
    Options options(const Point& point) const;
};

/// The error names a parameter that the engine has not, a range outside of its own, ...
Expected<Parameters> choose_parameters(const std::vector<Option>& options,
                                       const Configuration& configuration);

}  // namespace sparring::tuner
