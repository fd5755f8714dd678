// The pairs of a plan on their way through a queue: cut into jobs, and read from their results.
// Pure.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "protocol/expected.hpp"
#include "referee/queue/job.hpp"
#include "referee/queue/match_job.hpp"
#include "tuner/run/experiment.hpp"
#include "tuner/run/plan.hpp"

namespace sparring::tuner {

class PairJobs {
  public:
    /// Jobs of `run` and `generation`, whose ids begin with `name` and a dot. The references
    /// outlive it.
    PairJobs(const Experiment& experiment, const Plan& plan, std::string name, std::string run,
             int generation)
        : experiment_{experiment},
          plan_{plan},
          name_{std::move(name)},
          run_{std::move(run)},
          generation_{generation} {}

    /// Jobs of so many pairs at most; neighbours of the same two sides go together. Pairs that come
    /// again come all of one job: they are at their next attempt.
    std::vector<referee::Job> cut(const std::vector<int>& pairs, std::size_t most);

    struct Played {
        int pair = 0;
        int attempt = 1;                          ///< from 1
        std::array<referee::JobGame, 2> games{};  ///< void where the result has none
    };
    struct Result {
        std::vector<Played> pairs;
        int games = 0;  ///< that the result has
    };

    /// Nothing if it is not about a job that is out. The error says why nothing was played.
    std::optional<Expected<Result>> take(const referee::JobResult& result);

    /// Ids of the jobs that are out.
    std::vector<std::string> out() const;

  private:
    struct Out {
        std::vector<int> pairs;
        int attempt;
    };

    const Experiment& experiment_;
    const Plan& plan_;
    std::string name_, run_;
    int generation_;
    std::map<std::string, Out> out_;
    std::map<int, int> attempts_;  // by pair
};

/// How many pairs a job should have, where so many are to be played: some jobs for each worker.
std::size_t pairs_in_job(std::size_t pairs, std::size_t jobs_each, int workers);

}  // namespace sparring::tuner
