// The report of a run, for a reader who was not there. Pure.
#pragma once

#include <string>

#include "referee/view/document.hpp"
#include "tuner/view/history.hpp"

namespace sparring::tuner {

/// Figures are in the folder `plots` beside it; `configuration.toml` is beside it, too.
/// `directory`: of the run, as its reader may type it. `digest`: of the run file.
referee::Document run_report(const History& history, const std::string& directory,
                             const std::string& digest);

}  // namespace sparring::tuner
