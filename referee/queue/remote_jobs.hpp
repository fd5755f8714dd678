// A coordinator's book of the jobs that a broker carries, as a plain value: what is still to be
// stored there, what workers have said of each, what came back. It has no clock: whoever calls says
// what time it is.
//
// The broker knows where a job is, and tells nobody; so this book goes by the signs that workers
// give of themselves: they took a job, they live, they gave it back.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "referee/queue/job.hpp"
#include "referee/queue/job_queue.hpp"

namespace sparring::referee {

/// What a worker says of a job in its hands.
struct WorkerSign {
    enum class Kind : std::uint8_t { taken, alive, back };
    Kind kind = Kind::alive;
    std::string id;
    int deliveries = 1;
    std::string worker{};
};

/// Jobs of the run up to the generation are no longer wanted, as far as they are in messages up to
/// this one.
struct Cancellation {
    std::string run;
    int generation = 0;
    std::uint64_t message = 0;
};

class RemoteJobs {
  public:
    using Instant = std::chrono::steady_clock::time_point;

    /// A job on its way to the broker.
    struct Order {
        std::shared_ptr<const Job> job;
        std::uint64_t number;  ///< of the submission
        std::string message;   ///< id of the message: the broker takes none twice
    };

    /// A message that the broker shall drop.
    struct Removal {
        std::shared_ptr<const Job> job;
        std::uint64_t message;  ///< 0: not known
    };

    explicit RemoteJobs(const QueueSettings& settings) : settings_{settings} {}

    // As in JobQueue.
    std::size_t submit(std::span<const Job> jobs);
    void confirm(std::string_view id);
    void forget(std::string_view id);
    QueueState state() const;

    /// What to tell the workers: up to the newest known message with one of the dropped jobs.
    Cancellation cancel(std::string_view run, int generation);

    /// What to store next; the caller answers with stored() or not_stored().
    std::optional<Order> next_order();
    bool orders() const { return !unstored_.empty(); }
    void not_stored(std::uint64_t number);  ///< it comes again, first

    /// A job that was on its way when it was cancelled: what to tell the workers, who may have it.
    std::optional<Cancellation> stored(std::uint64_t number, std::uint64_t message, Instant now);

    void sign(const WorkerSign& sign, Instant now);

    /// `acknowledge`: where the broker is told that nobody needs the message any more.
    void arrived(JobResult result, std::string acknowledge);

    /// All that have come since the last call, of jobs that were submitted.
    std::vector<JobResult> results();
    std::size_t results_ready() const { return ready_.size(); }

    /// Messages of results that nobody needs any more, since the last call.
    std::vector<std::string> acknowledgements() { return std::exchange(acknowledged_, {}); }

    /// Since the last call.
    std::vector<Removal> removals() { return std::exchange(removed_, {}); }

    /// Takes leases for lapsed whose workers have been silent, and gives up jobs that were handed
    /// out as often as may be.
    void settle(Instant now);

    /// Jobs that were stored and of which nobody has shown a sign for so long: the broker may have
    /// lost them.
    struct Silent {
        std::uint64_t number, message;  ///< of the submission; where the broker had it
    };
    std::vector<Silent> silent(Instant now, std::chrono::milliseconds time) const;

    /// Stored once more, under another message's id, unless a sign has come meanwhile.
    void store_again(std::uint64_t number);

  private:
    enum class Place : std::uint8_t { unstored, storing, waiting, leased };

    struct Entry {
        std::shared_ptr<const Job> job;
        std::uint64_t number;
        Place place = Place::unstored;
        int attempt = 0;
        int deliveries = 0;
        std::uint64_t message = 0;
        Instant heard{};  // stored, or a sign
    };

    struct Finished {
        enum class Stage : std::uint8_t { ready, handed_on, confirmed } stage;
        std::string acknowledge;
    };

    struct Orphan {
        JobResult result;
        std::string acknowledge;
    };

    Entry* find(std::uint64_t number);
    void put(Entry& entry, Place place);
    void drop(const Entry& entry);
    void finish(Entry& entry, JobResult result, std::string acknowledge);
    void give_up(Entry& entry);
    void remove(const Entry& entry);
    void leave(std::string acknowledge);

    QueueSettings settings_;
    std::uint64_t next_number_ = 0;
    std::map<std::string, Entry, std::less<>> open_;
    std::map<std::uint64_t, std::string> ids_;  // of the open ones, by number
    std::deque<std::uint64_t> unstored_;
    std::map<std::uint64_t, Cancellation> cancelled_;  // on their way to the broker
    std::map<std::string, Finished, std::less<>> finished_;
    std::map<std::string, Orphan, std::less<>> orphans_;  // results of jobs not submitted yet
    std::unordered_map<std::size_t, int> forgotten_;  // by the id's hash: submitted anew so often
    std::vector<JobResult> ready_;
    std::vector<std::string> acknowledged_;
    std::vector<Removal> removed_;
    std::size_t leased_ = 0, unconfirmed_ = 0;
    std::uint64_t redelivered_ = 0, duplicates_ = 0, abandoned_ = 0, done_ = 0;
};

}  // namespace sparring::referee
