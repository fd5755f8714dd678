// A configuration made concrete: the engine has been started once and has said what it can be told,
// the openings are drawn and dealt. What a run file is made from, and what it is read back into.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "protocol/expected.hpp"
#include "referee/queue/match_job.hpp"
#include "tuner/config/configuration.hpp"
#include "tuner/config/space_rules.hpp"
#include "tuner/store/run_store.hpp"
#include "tuner/strategy/catalogue.hpp"

namespace sparring::tuner {

struct Experiment {
    Configuration configuration;
    Parameters parameters;
    std::vector<StoredOpening> openings;

    Space space() const { return parameters.space(); }

    /// Numbers of the openings of a role.
    std::vector<std::size_t> openings_of(Role role) const;

    /// Anew each time; the error is about the table `[strategy]`.
    Expected<std::unique_ptr<Strategy>> strategy() const;

    /// What an engine carries at a point, and the side that plays it.
    referee::JobSide side(const Point& point, const std::string& limits) const;

    /// For the file.
    StoredRun stored() const;

    /// What each engine of the list has to be where others play the games. Empty: they are played
    /// here.
    std::map<std::string, referee::JobSide> elsewhere{};

    /// A side as workers get it.
    referee::JobSide sent(referee::JobSide side) const;
};

/// What an engine says of itself.
struct Introduction {
    std::string id;  ///< what it calls itself
    std::vector<Option> options;
};

/// Starts every engine of the configuration once. The error names the engine.
Expected<Introduction> introduce(Configuration& configuration);

/// Of a new run. The configuration has been read for the same purpose. Where games are played
/// elsewhere there is one opening, which stands for theirs.
Expected<Experiment> make_experiment(Configuration configuration, const Introduction& engine,
                                     Purpose purpose = Purpose::run);

/// Of a run file. The error says what has changed on this machine (programs, ...), unless
/// `accept_changes`.
Expected<Experiment> restored(const StoredRun& run, const std::string& programs,
                              bool accept_changes, Purpose purpose = Purpose::run);

}  // namespace sparring::tuner
