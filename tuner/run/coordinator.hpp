// Runs an experiment: asks the strategy for batches, has their games played by whoever works on the
// queue, writes down every result before it counts, and tells the strategy. Resuming is the same,
// with the first batches already known.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "referee/queue/job_queue.hpp"
#include "tuner/run/batch_player.hpp"
#include "tuner/run/curriculum.hpp"
#include "tuner/run/island_traffic.hpp"

namespace sparring::tuner {

class Coordinator {
  public:
    /// The references outlive it; nobody else uses the store meanwhile.
    Coordinator(boost::asio::io_context& context, const Experiment& experiment, RunStore& store,
                referee::JobQueue& queue, RunObserver& observer);

    /// The training until the budget is used up, then the test.
    boost::asio::awaitable<RunEnd> run();

    /// Nothing new is begun; run() returns when what is being played has been written down.
    void stop(RunEnd::Kind kind, const std::string& why) { player_.stop(kind, why); }

    const Totals& totals() const { return player_.totals; }

  private:
    boost::asio::awaitable<void> train();
    boost::asio::awaitable<void> test();
    boost::asio::awaitable<void> check(int generation);
    boost::asio::awaitable<void> cross();
    boost::asio::awaitable<std::vector<EncounterResult>> play(StoredBatch& batch, const Cast& cast,
                                                              Role role);
    StoredBatch begin(BatchKind kind, Batch batch);
    void end(StoredBatch& batch, std::span<const EncounterResult> results,
             const std::optional<Answer>& answer);
    Cast cast_of(const Batch& batch);
    StoredBatch measured(BatchKind kind, int generation, Role role, int pairs, Cast& cast);
    std::vector<std::size_t> openings_for(const StoredBatch& batch, Role role) const;
    bool budget_is_over();

    const Experiment& experiment_;
    RunStore& store_;
    RunObserver& observer_;
    BatchPlayer player_;
    std::unique_ptr<Strategy> strategy_;
    std::unique_ptr<IslandTraffic> traffic_;  // if islands have processes of their own
    Curriculum curriculum_;
    std::vector<StoredBatch> past_;  // of earlier processes
    std::map<int, std::vector<StoredGame>> past_games_;
    int batches_ = 0;
    int generations_ = 0;
    std::optional<Point> best_, stage_champion_;
    std::vector<std::vector<std::size_t>> openings_;  // by role
    std::chrono::steady_clock::time_point began_;
    double hours_before_ = 0;
    std::optional<int> closed_at_;  // batch before which an earlier process closed the strategy
};

}  // namespace sparring::tuner
