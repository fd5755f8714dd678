// A few games before a run: does everything play, and how long will all of it take?
#pragma once

#include <string>
#include <vector>

#include "referee/queue/match_job.hpp"
#include "tuner/run/experiment.hpp"

namespace sparring::tuner {

struct Foe {
    std::string name;
    referee::JobSide candidate, side;
};

/// All whom a candidate will meet: partners of the stages, opponents of every role.
std::vector<Foe> foes_of(const Experiment& experiment);

/// A pair of games from a training opening, whose number may be larger than there are.
referee::MatchJob trial_job(const Experiment& experiment, const referee::JobSide& a,
                            const referee::JobSide& b, std::size_t opening);

struct Trial {
    referee::MatchResult result;
    double seconds = 0;
};

/// One job after the other; the engines have been started before.
std::vector<Trial> play_trials(Experiment& experiment, const std::vector<referee::MatchJob>& jobs);

/// What went wrong in it.
std::string faults_of(const Trial& trial, const MatchRules& rules);

/// Of the strategy's first batch.
double games_of_a_generation(const Experiment& experiment);

/// Games of the training: the budget's, or so many generations like the first, as many as budget
/// and strategy allow. 0: nobody knows.
double expected_games(const Experiment& experiment, double of_a_generation);

/// How long the training takes: `about 3 min`.
std::string time_text(const Experiment& experiment, double of_a_generation, double games_a_second);

}  // namespace sparring::tuner
