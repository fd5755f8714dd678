// Where the games of a configuration are played: the one place that decides.
#pragma once

#include <functional>
#include <memory>

#include "protocol/expected.hpp"
#include "referee/archive/archive.hpp"
#include "referee/cli/configuration.hpp"
#include "referee/play/process_table.hpp"
#include "referee/play/venue.hpp"
#include "referee/queue/job_queue.hpp"

namespace sparring::referee {

/// What a venue is made of. All of it outlives the venue, but the archive is for making it only.
struct VenueParts {
    ProcessTable& table;
    const Configuration& configuration;
    Observer& observer;
    Archive* archive;  ///< null: there is none
};

using VenueMaker = std::function<Expected<std::unique_ptr<Venue>>(const VenueParts& parts)>;

/// As the configuration says.
Expected<std::unique_ptr<Venue>> make_venue(const VenueParts& parts);

/// With workers behind a queue. The run has a name there, which the archive keeps. The error names
/// a program that cannot be read.
Expected<std::unique_ptr<Venue>> make_queue_venue(const VenueParts& parts,
                                                  std::shared_ptr<JobQueue> queue);

}  // namespace sparring::referee
