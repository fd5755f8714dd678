// A piece of work for a worker, and what came of it, as values that any queue can carry.
#pragma once

#include <cstdint>
#include <string>

namespace sparring::referee {

struct Job {
    std::string id;      ///< made from everything that can change the result: equal jobs, equal ids
    std::string run;     ///< whose job it is
    int generation = 0;  ///< jobs of one generation can be cancelled together
    std::string body;    ///< JSON; match_job.hpp

    bool operator==(const Job&) const = default;
};

struct JobResult {
    std::string id;
    std::string body;        ///< JSON; match_job.hpp
    std::string worker{};    ///< who did it
    int deliveries = 1;      ///< how often the job had been handed out by then
    bool abandoned = false;  ///< handed out as often as may be, and nothing came: no body

    bool operator==(const JobResult&) const = default;
};

}  // namespace sparring::referee
