#include "referee/cli/venues.hpp"

#include <fmt/format.h>

#include <random>

#include "referee/archive/sha256.hpp"
#include "referee/archive/utc.hpp"
#include "referee/play/local_venue.hpp"
#include "referee/queue/broker_queue.hpp"
#include "referee/queue/queue_venue.hpp"

namespace sparring::referee {
namespace {

/// Of the event that keeps the run's name.
constexpr const char* kQueueEvent = "queue";

/// The name under which a queue knows the run: drawn when it first uses one, kept for good.
QueueRun named_run(Archive* archive) {
    QueueRun run;
    if (archive != nullptr) {
        for (StoredEvent& event : archive->events())
            if (event.kind == kQueueEvent) run = {std::move(event.text), {}, true};
    }
    if (run.resumed) return run;
    std::random_device random;
    run.id = fmt::format("t{:08x}{:08x}", random(), random());
    if (archive != nullptr) archive->add({utc_now(), kQueueEvent, run.id});
    return run;
}

Expected<std::unique_ptr<Venue>> queue_venue(const VenueParts& parts, QueueRun run,
                                             std::shared_ptr<JobQueue> queue) {
    const MatchSettings& match = parts.configuration.match;
    std::vector<const EngineSettings*> engines;
    for (const EngineSettings& engine : match.engines) engines.push_back(&engine);
    if (match.prover) engines.push_back(&*match.prover);
    for (const EngineSettings* engine : engines) {
        auto digest = sha256_of_file(engine->command.program);
        if (!digest) return Error{fmt::format("engine {}: {}", engine->name, digest.error())};
        run.digests.push_back(*std::move(digest));
    }
    return std::unique_ptr<Venue>{new QueueVenue{parts.table.context(), std::move(queue), match,
                                                 std::move(run), parts.observer}};
}

}  // namespace

Expected<std::unique_ptr<Venue>> make_venue(const VenueParts& parts) {
    if (!parts.configuration.broker.empty()) {
        const auto address = broker::read_address(parts.configuration.broker);
        if (!address) return Error{"-broker: " + address.error()};
        const QueueRun run = named_run(parts.archive);
        auto queue =
            open_broker_queue(parts.table.context(), *address,
                              {.owner = run.id,
                               .worker_class = broker::kAnyClass,
                               .on_warning = [&observer = parts.observer](const std::string& text) {
                                   observer.warning(text);
                               }});
        if (!queue) return Error{"-broker: " + queue.error()};
        return queue_venue(parts, run, *std::move(queue));
    }
    return std::unique_ptr<Venue>{
        new LocalVenue{parts.table, parts.configuration.match, parts.observer}};
}

Expected<std::unique_ptr<Venue>> make_queue_venue(const VenueParts& parts,
                                                  std::shared_ptr<JobQueue> queue) {
    return queue_venue(parts, named_run(parts.archive), std::move(queue));
}

}  // namespace sparring::referee
