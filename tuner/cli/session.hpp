// A run on this machine: the coordinator and the worker on one loop, a local queue between them.
#pragma once

#include "tuner/run/coordinator.hpp"
#include "tuner/run/further_test.hpp"

namespace sparring::tuner {

/// Until the end, or until a signal: the first lets games that are being played end (10 s at most),
/// the second ends at once.
RunEnd run_session(Experiment& experiment, RunStore& store, RunObserver& observer);

/// The same for a test beside the run.
RunEnd test_session(Experiment& experiment, RunStore& store, RunObserver& observer,
                    FurtherTestPlan plan);

}  // namespace sparring::tuner
