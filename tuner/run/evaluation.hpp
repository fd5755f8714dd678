// One request of somebody else's optimiser, on its way through a queue: who plays whom from which
// openings, as jobs; and what their results add up to. Pure.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "referee/queue/job.hpp"
#include "tuner/protocol/evaluator_messages.hpp"
#include "tuner/run/experiment.hpp"
#include "tuner/run/match_log.hpp"
#include "tuner/run/pair_jobs.hpp"

namespace sparring::tuner {

/// The point that an assignment names; parameters that it does not name are at their start.
Expected<Point> point_of(const Parameters& parameters, const Assignment& assignment);

/// Opponents that may be named: `start`, and those of the file that are not for the test.
std::vector<std::string> opponents_of(const Experiment& experiment);

struct EvalPlan {
    Plan plan;
    bool cacheable = false;              ///< the same games come again
    std::vector<std::string> names{};    ///< of the encounters' opponents; empty: of a match
    std::vector<std::size_t> numbers{};  ///< by pair of the plan: its opening's number in the set
};

/// Refuses what the experiment has not: bad_param, bad_limit, unknown_opponent, unknown_openings.
std::variant<Refusal, EvalPlan> plan_of(const Experiment& experiment, const EvalRequest& request);

class Evaluation {
  public:
    /// The experiment and the cache outlive it. Its jobs are those of the run `name`.
    Evaluation(const Experiment& experiment, GameCache& cache, EvalRequest request, EvalPlan plan,
               std::string name);
    Evaluation(const Evaluation&) = delete;
    Evaluation& operator=(const Evaluation&) = delete;

    /// At the beginning: the jobs to submit. None: all is known already.
    std::vector<referee::Job> begin();

    /// A result of one of its jobs; gives the jobs to play once more.
    std::vector<referee::Job> take(const referee::JobResult& result);

    /// All pairs are settled, or it has failed.
    bool over() const;

    /// Jobs whose results are missing.
    std::vector<std::string> missing() const { return jobs_.out(); }

    const EvalRequest& request() const { return request_; }
    const std::string& name() const { return name_; }
    std::int64_t settled() const { return static_cast<std::int64_t>(log_.settled()); }  ///< pairs

    /// What it adds up to so far.
    EvalResult result() const;

  private:
    std::vector<referee::Job> cut(const std::vector<int>& pairs);

    const Experiment& experiment_;
    GameCache& cache_;
    EvalRequest request_;
    std::string name_;
    std::vector<std::string> names_;
    std::vector<std::size_t> numbers_;
    std::vector<int> wanted_;  // pairs of each encounter
    MatchLog log_;
    PairJobs jobs_;
    std::vector<std::string> faults_;
    bool failed_ = false;
};

}  // namespace sparring::tuner
