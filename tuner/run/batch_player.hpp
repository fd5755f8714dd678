// Has the games of a batch played by whoever works on the queue, and writes them down before they
// count. Training, validation and tests play through it.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "referee/archive/background_writer.hpp"
#include "referee/play/notice.hpp"
#include "referee/queue/job_queue.hpp"
#include "tuner/run/experiment.hpp"
#include "tuner/run/match_log.hpp"
#include "tuner/store/run_store.hpp"

namespace sparring::tuner {

struct Totals {
    std::int64_t games = 0;   ///< of the training, that count or were faults
    std::int64_t played = 0;  ///< of all, by this process
    std::int64_t cached = 0;  ///< of all, looked up by this process
    std::int64_t faults = 0;  ///< seen by this process
    std::int64_t nodes = 0;   ///< of the training
};

/// Told of what happens, on the loop's thread.
class RunObserver {
  public:
    virtual ~RunObserver() = default;
    virtual void began(const StoredBatch& batch, const Totals& totals) = 0;
    virtual void progress(const StoredBatch& batch, std::size_t pairs_done, std::size_t pairs,
                          const Totals& totals) = 0;
    virtual void ended(const StoredBatch& batch, std::span<const EncounterResult> results,
                       const StoredAnswer* answer, const Totals& totals) = 0;
    virtual void warning(const std::string& text) = 0;
};

struct RunEnd {
    enum class Kind { complete, no_start, aborted, interrupted };
    Kind kind = Kind::complete;
    std::string why;
};

class BatchPlayer {
  public:
    /// The references outlive it; nobody else uses the store meanwhile.
    BatchPlayer(boost::asio::io_context& context, const Experiment& experiment, RunStore& store,
                referee::JobQueue& queue, RunObserver& observer);
    ~BatchPlayer();

    /// The plan of a batch with what is known of its games. Equal games are played once where every
    /// engine is deterministic.
    MatchLog log(const StoredBatch& batch, const Cast& cast,
                 std::span<const std::size_t> openings) const;

    /// The first `pairs[encounter]` of each encounter; when it returns, they are on disk, unless
    /// stopping().
    boost::asio::awaitable<void> play(const StoredBatch& batch, MatchLog& log,
                                      const std::vector<int>& pairs);

    /// On the writer's thread, after all that was pushed before.
    void write(std::function<void()> write) { writer_->push(std::move(write), {}); }

    /// Nothing new is begun.
    void stop(RunEnd::Kind kind, const std::string& why);
    bool stopping() const { return stopping_; }

    /// Waits for the disk and ends the writing.
    boost::asio::awaitable<RunEnd> close();

    GameCache cache;
    Totals totals;

  private:
    struct Jobs;  ///< that are out

    boost::asio::awaitable<void> flush();
    void take(Jobs& jobs, const StoredBatch& batch, MatchLog& log,
              const referee::JobResult& result);
    void release(const std::string& id);
    void settle(const StoredBatch& batch, MatchLog& log, const std::vector<int>& pairs);

    const Experiment& experiment_;
    RunStore& store_;
    referee::JobQueue& queue_;
    RunObserver& observer_;
    bool stopping_ = false;
    RunEnd end_;
    std::size_t unwritten_ = 0;
    referee::Notice written_;  // something is on disk, or nothing more is begun
    std::unique_ptr<referee::BackgroundWriter> writer_;
};

}  // namespace sparring::tuner
