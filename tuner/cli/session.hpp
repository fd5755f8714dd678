// A run: the coordinator and the worker on one loop, a local queue between them; or the coordinator
// alone, and workers anywhere behind a broker.
#pragma once

#include "tuner/run/coordinator.hpp"
#include "tuner/run/further_test.hpp"

namespace sparring::tuner {

/// Until the end, or until a signal: the first lets games that are being played end (10 s at most),
/// the second ends at once. `broker`: a URL or a file; empty: games are played here.
RunEnd run_session(Experiment& experiment, RunStore& store, RunObserver& observer,
                   const std::string& broker = {});

/// The same for a test beside the run.
RunEnd test_session(Experiment& experiment, RunStore& store, RunObserver& observer,
                    FurtherTestPlan plan, const std::string& broker = {});

}  // namespace sparring::tuner
