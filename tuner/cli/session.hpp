// A run on this machine: the coordinator and the worker on one loop, a local queue between them.
#pragma once

#include "tuner/run/coordinator.hpp"

namespace sparring::tuner {

/// Until the end, or until a signal: the first lets games that are being played end (10 s at most),
/// the second ends at once.
RunEnd run_session(Experiment& experiment, RunStore& store, RunObserver& observer);

}  // namespace sparring::tuner
