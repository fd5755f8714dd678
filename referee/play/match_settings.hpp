// What decides how the games of a match are played, apart from who meets whom.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/play/adjudication.hpp"
#include "referee/play/player.hpp"

namespace sparring::referee {

struct MatchSettings {
    games::Choice choice{};
    std::vector<EngineSettings> engines;
    std::optional<EngineSettings> prover;  ///< confirms final scores
    AdjudicationRules adjudication;
    int concurrency = 1;
    bool recover = false;         ///< go on after an engine process was lost
    bool forfeit_starts = false;  ///< who does not start loses its games, and nothing else happens
    Duration wait{};              ///< between two games
    std::string affinity;         ///< `all`, or as parse_cpu_list() takes it; empty = none is set
    std::vector<int> cpus;        ///< that the games at a time are bound to, made from it
    std::string log_directory;    ///< for the traffic of engines that were at fault; empty = none
};

}  // namespace sparring::referee
