// An island's crossings: shows the others its best, waits for theirs as its strategy wants, and has
// what came written into the run file before it counts. What the run file knows comes from there,
// whatever the others show meanwhile: so a run that goes on is the run that was.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tuner/protocol/migrants.hpp"
#include "tuner/run/experiment.hpp"
#include "tuner/run/migrant_exchange.hpp"

namespace sparring::tuner {

class IslandTraffic {
  public:
    /// What it needs of a run.
    struct Run {
        const Experiment& experiment;  ///< outlives it
        bool fresh = false;            ///< nothing had been played
        std::function<bool()> stopping;
        std::function<void(const std::string&)> record;  ///< an event of kind `arrivals`
        std::function<void(const std::string&)> warn;
    };

    IslandTraffic(std::unique_ptr<MigrantExchange> exchange, Run run);

    /// An event of an earlier process. The error: it is none of ours.
    std::optional<std::string> restore(const std::string& event);

    /// By island. The error ends the run. Of no account if the run is stopping.
    boost::asio::awaitable<Expected<std::vector<Emigrants>>> cross(const Crossing& crossing);

  private:
    using Label = std::pair<int, bool>;  ///< generation, last: in this order they come
    using Clock = std::chrono::steady_clock;

    std::string line_of(const Emigrants& out) const;
    Expected<std::vector<Emigrants>> members_of(const std::vector<MigrantsMessage>& messages) const;
    boost::asio::awaitable<std::optional<std::string>> publish(const Emigrants& out);
    boost::asio::awaitable<std::optional<std::string>> wait(const Crossing& crossing);
    std::optional<std::string> take(const MigrantLetter& letter);
    std::set<int> missing(const Crossing& crossing) const;
    std::vector<MigrantsMessage> choose(const Crossing& crossing);

    std::unique_ptr<MigrantExchange> exchange_;
    Run run_;
    std::string settings_;  // names what the islands have in common
    std::map<Label, std::vector<MigrantsMessage>> recorded_;  // by earlier processes
    std::map<int, std::map<Label, MigrantsMessage>> seen_;    // what islands have shown
    std::map<int, Label> used_;                               // of each island the newest
    std::set<int> missed_;  // islands that did not come in time, and have not been heard of since
    bool met_own_ = false;  // this island has shown something, in this process or before
};

/// Names what the islands of a run have to have in common: seed, game, openings, parameters,
/// strategy; not programs, which may lie elsewhere on another machine.
std::string common_settings(const Experiment& experiment);

}  // namespace sparring::tuner
