// Runs an experiment: asks the strategy for batches, has their games played by whoever works on the
// queue, writes down every result before it counts, and tells the strategy. Resuming is the same,
// with the first batches already known.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "referee/archive/background_writer.hpp"
#include "referee/queue/job_queue.hpp"
#include "tuner/run/curriculum.hpp"
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
    enum class Kind { complete, aborted, interrupted };
    Kind kind = Kind::complete;
    std::string why;
};

class Coordinator {
  public:
    /// The references outlive it; nobody else uses the store meanwhile.
    Coordinator(boost::asio::io_context& context, const Experiment& experiment, RunStore& store,
                referee::JobQueue& queue, RunObserver& observer);
    ~Coordinator();

    /// The training until the budget is used up, then the test.
    boost::asio::awaitable<RunEnd> run();

    /// Nothing new is begun; run() returns when what is being played has been written down.
    void stop(RunEnd::Kind kind, const std::string& why);

    const Totals& totals() const { return totals_; }

  private:
    struct Jobs;  ///< that are out

    boost::asio::awaitable<void> train();
    boost::asio::awaitable<void> test();
    boost::asio::awaitable<void> check(int generation);
    boost::asio::awaitable<std::vector<EncounterResult>> play(StoredBatch& batch, const Cast& cast,
                                                              Role role);
    boost::asio::awaitable<void> play_pairs(const StoredBatch& batch, MatchLog& log,
                                            const std::vector<int>& pairs);
    StoredBatch begin(BatchKind kind, Batch batch);
    void end(StoredBatch& batch, std::span<const EncounterResult> results,
             const std::optional<Answer>& answer);
    Cast cast_of(const Batch& batch);
    StoredBatch measured(BatchKind kind, int generation, Role role, int pairs, Cast& cast);
    std::vector<std::size_t> openings_for(const StoredBatch& batch, Role role) const;
    void submit(Jobs& jobs, const StoredBatch& batch, const MatchLog& log,
                const std::vector<int>& pairs);
    void take(Jobs& jobs, const StoredBatch& batch, MatchLog& log,
              const referee::JobResult& result);
    void settle(const StoredBatch& batch, MatchLog& log, const std::vector<int>& pairs);
    bool budget_is_over();

    boost::asio::io_context& context_;
    const Experiment& experiment_;
    RunStore& store_;
    referee::JobQueue& queue_;
    RunObserver& observer_;
    std::unique_ptr<Strategy> strategy_;
    Curriculum curriculum_;
    GameCache cache_;
    std::vector<StoredBatch> past_;  // of earlier processes
    std::map<int, std::vector<StoredGame>> past_games_;
    int batches_ = 0;
    int generations_ = 0;
    std::optional<Point> best_, stage_champion_;
    std::vector<std::vector<std::size_t>> openings_;  // by role
    Totals totals_;
    std::chrono::steady_clock::time_point began_;
    double hours_before_ = 0;
    std::optional<int> closed_at_;  // batch before which an earlier process closed the strategy
    bool stopping_ = false;
    RunEnd end_;
    std::size_t unwritten_ = 0;
    boost::asio::steady_timer written_;  // never expires; cancelled when something is on disk
    std::unique_ptr<referee::BackgroundWriter> writer_;
};

}  // namespace sparring::tuner
