// Who works on a queue, by the signs that workers give of themselves and the results that they
// bring. A plain value without a clock.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "referee/queue/job.hpp"
#include "referee/queue/job_queue.hpp"
#include "referee/queue/remote_jobs.hpp"

namespace sparring::referee {

class WorkerBook {
  public:
    using Instant = std::chrono::steady_clock::time_point;

    /// A job is somebody's for `lease` after the last sign; who has been silent for ten times as
    /// long, and a minute at least, is forgotten.
    explicit WorkerBook(std::chrono::milliseconds lease) : lease_{lease} {}

    void sign(const WorkerSign& sign, Instant now);
    void arrived(const JobResult& result, Instant now);

    /// By name.
    std::vector<WorkerState> workers(Instant now);

  private:
    struct Entry {
        std::map<std::string, Instant, std::less<>> jobs;  // in its hands, and their last signs
        std::uint64_t done = 0;
        Instant heard{};
    };

    void drop(std::string_view id);

    std::chrono::milliseconds lease_;
    std::map<std::string, Entry, std::less<>> workers_;
    std::map<std::string, std::string, std::less<>> holders_;  // by job
};

}  // namespace sparring::referee
