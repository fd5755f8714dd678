// The two ways of `tuner eval`.
#pragma once

#include <span>
#include <string>

#include "tuner/cli/command_line.hpp"
#include "tuner/run/experiment.hpp"

namespace sparring::tuner {

/// Serves tune/1's evaluator role on standard input and output until the input ends.
int eval_stdio(Experiment& experiment);

/// One evaluation for a tool that starts a program for each: `words` are what it appends.
int eval_once(Experiment& experiment, const CommandLine& line, std::span<const std::string> words);

}  // namespace sparring::tuner
