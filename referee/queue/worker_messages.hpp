// What coordinator and workers tell each other beside jobs and results' bodies: headers and small
// JSON. Pure; readers are total.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "referee/broker/connection.hpp"
#include "referee/queue/job.hpp"
#include "referee/queue/remote_jobs.hpp"

namespace sparring::referee {

/// Of this version; a worker leaves jobs of a later one to others.
inline constexpr int kMessageVersion = 1;

broker::Headers headers_of(const Job& job, std::string_view owner);
broker::Headers headers_of(const JobResult& result);

/// A job and whose it is.
struct OwnedJob {
    Job job;
    std::string owner;
    int version = kMessageVersion;
};
std::optional<OwnedJob> read_job(const broker::Message& message);
std::optional<JobResult> read_result(const broker::Message& message);

std::string to_json(const WorkerSign& sign);
std::optional<WorkerSign> parse_worker_sign(std::string_view json);

std::string to_json(const Cancellation& cancellation);
std::optional<Cancellation> parse_cancellation(std::string_view json);

}  // namespace sparring::referee
