// The configuration that a command line names.
#pragma once

#include "tuner/cli/command_line.hpp"
#include "tuner/config/configuration.hpp"

namespace sparring::tuner {

/// Of the first operand, with `--set` and `--dir`.
Expected<Configuration> load_configuration(const CommandLine& line, Purpose purpose = Purpose::run);

}  // namespace sparring::tuner
