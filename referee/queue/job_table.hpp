// A queue's book as a plain value: which jobs wait, which are handed out, what came of them. It has
// no clock: whoever calls says what time it is, and calls settle() before anything else.
//
// No call but cancel() takes longer the more jobs there are, apart from a logarithm. Of a finished
// job only the id is kept once its result has been handed on (so that it is not taken twice): some
// 180 bytes for ids of 64 characters, until forget().
#pragma once

#include <chrono>
#include <cstdint>
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

class JobTable {
  public:
    using Instant = std::chrono::steady_clock::time_point;

    /// One handing out of a job.
    struct Delivery {
        std::shared_ptr<const Job> job;
        std::uint64_t number;  ///< of the job; one that is submitted anew gets another
        int count;             ///< deliveries of the job, this one included
    };

    explicit JobTable(const QueueSettings& settings) : settings_{settings} {}

    // As in JobQueue.
    std::size_t submit(std::span<const Job> jobs);
    void confirm(std::string_view id);
    void forget(std::string_view id);
    void cancel(std::string_view run, int generation);
    QueueState state() const;

    /// All that have come since the last call; those that were confirmed or forgotten meanwhile are
    /// left out.
    std::vector<JobResult> results();

    /// The job that was submitted first of those that wait.
    std::optional<Delivery> take(Instant now);

    // As in Lease. What has come back is waiting at `ripe`.
    bool heartbeat(const Delivery& delivery, Instant now);
    void done(const Delivery& delivery, std::string body, std::string worker);
    void give_back(const Delivery& delivery, Instant ripe, Instant now);

    /// Ends the leases that have lapsed and the delays that are over.
    void settle(Instant now);

    /// When settle() has something to do again.
    std::optional<Instant> next_change() const;

    std::size_t jobs_ready() const { return waiting_.size(); }  ///< take() would find so many
    std::size_t results_ready() const { return ready_.size(); }

  private:
    enum class Place { waiting, delayed, leased };

    struct Entry {
        std::shared_ptr<const Job> job;
        std::uint64_t number;
        Place place = Place::waiting;
        int deliveries = 0;
        Instant until{};  // of the lease or the delay
    };

    struct Finished {
        std::uint64_t number;
        enum class Stage : std::uint8_t { ready, handed_on, confirmed } stage;
    };

    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const {
            return std::hash<std::string_view>{}(text);
        }
    };

    Entry* entry_of(const Delivery& delivery);
    bool holds(const Entry& entry, const Delivery& delivery) const;
    void put(Entry& entry, Place place, Instant until = {});
    void unlink(const Entry& entry);
    void drop(const Entry& entry);
    void finish(const Entry& entry, JobResult result);
    void come_back(Entry& entry, Instant ripe, Instant now);

    QueueSettings settings_;
    std::uint64_t next_number_ = 0;
    std::unordered_map<std::string_view, Entry> open_;  // views of the jobs' own ids
    std::map<std::uint64_t, Entry*> waiting_;           // by number: in the order of submission
    std::map<std::pair<Instant, std::uint64_t>, Entry*> timed_;  // leased and delayed, by `until`
    std::unordered_map<std::string, Finished, Hash, std::equal_to<>> finished_;
    std::vector<std::pair<std::uint64_t, JobResult>> ready_;
    std::size_t leased_ = 0, unconfirmed_ = 0;
    std::uint64_t redelivered_ = 0, duplicates_ = 0, abandoned_ = 0, done_ = 0;
};

}  // namespace sparring::referee
