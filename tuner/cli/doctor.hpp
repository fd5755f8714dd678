// What is found out about a machine, a configuration and a run before they are trusted.
#pragma once

#include <string>
#include <vector>

#include "tuner/run/experiment.hpp"

namespace sparring::tuner {

enum class Health : std::uint8_t { ok, warning, problem };

struct Finding {
    Health health = Health::ok;
    std::string subject;  ///< one word: `engine`
    std::string text;     ///< and what to do, unless it is ok
};

/// Processors, descriptors, and the folder where runs would be kept.
std::vector<Finding> examine_machine(int games_at_a_time, const std::string& folder);

/// Starts every engine; then games of the tuned one tell whether they repeat, whether its
/// parameters change what it plays, and how long the run will take.
std::vector<Finding> examine_engines(Experiment& experiment);

/// The file as SQLite sees it, and the sums of its batches.
std::vector<Finding> examine_run_file(const std::string& path);

}  // namespace sparring::tuner
