// What our streams and subjects are called, and who may use them:
//
//     sparring.job.<class>.<owner>.<run>.<generation>.<id>   jobs; one message a subject
//     sparring.result.<owner>                                what came of them
//     sparring.migrants.<run>.<island>.<generation|last>     members on their way to other islands
//     sparring.sign.<owner>                                  signs of life, not stored
//     sparring.control.<owner>                               what workers shall leave off, not
//     stored
//
// An owner is one coordinator with its run file; a class is a kind of worker. Words from outside
// are one token of a subject each: what NATS does not take there is written =XX.
#pragma once

#include <string>
#include <string_view>

#include "referee/broker/jetstream.hpp"
#include "referee/queue/job.hpp"
#include "referee/queue/job_queue.hpp"

namespace sparring::referee::broker {

inline constexpr const char* kJobs = "SPARRING_JOBS";
inline constexpr const char* kResults = "SPARRING_RESULTS";
inline constexpr const char* kMigrants = "SPARRING_MIGRANTS";

/// What workers are if nobody says otherwise.
inline constexpr const char* kAnyClass = "any";

std::string token(std::string_view word);

std::string job_subject(std::string_view worker_class, std::string_view owner, const Job& job);
std::string jobs_of(std::string_view worker_class, std::string_view owner);
std::string jobs_of(std::string_view worker_class, std::string_view owner, std::string_view run,
                    int generation);
std::string result_subject(std::string_view owner);
std::string sign_subject(std::string_view owner);
std::string migrant_subject(std::string_view run, int island, std::string_view which);
std::string migrants_of(std::string_view run);
std::string control_subject(std::string_view owner);
inline constexpr const char* kAllControls = "sparring.control.*";

/// Names of the consumers: of all workers of a class, of a coordinator.
std::string workers(std::string_view worker_class);
std::string coordinator(std::string_view owner);
std::optional<std::string> coordinator_of(std::string_view consumer);  ///< the owner's token

/// The streams for jobs and results, and the consumer of the workers of a class.
StreamSettings job_stream(int replicas);
StreamSettings result_stream(int replicas);
StreamSettings migrant_stream(int replicas);
ConsumerSettings worker_consumer(std::string_view worker_class, const QueueSettings& settings);
ConsumerSettings result_consumer(std::string_view owner);

/// Makes them all, or changes them to this; nothing, or what was refused.
boost::asio::awaitable<std::optional<std::string>> set_up(JetStream stream,
                                                          std::string worker_class,
                                                          QueueSettings settings, int replicas);

/// Drops the jobs and results of an owner, and its consumer; how many messages these were.
boost::asio::awaitable<JetStream::Answer<std::uint64_t>> drop_all_of(JetStream stream,
                                                                     std::string worker_class,
                                                                     std::string owner);

}  // namespace sparring::referee::broker
