// A test that somebody asks for when a run has an answer: more games of it, at another depth, until
// a sequential test is decided. It goes into the run file as a batch beside the run's own.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <optional>
#include <string>
#include <vector>

#include "referee/statistics/sprt.hpp"
#include "tuner/run/batch_player.hpp"

namespace sparring::tuner {

/// A side of a test and what it is called in the run file.
struct Entrant {
    std::string label;
    referee::JobSide side;
    Point point{};  ///< none for an opponent that has its own options
};

struct FurtherTestPlan {
    Entrant subject;
    std::vector<Entrant> against;
    int pairs = 1;                        ///< with each, at most
    std::vector<std::size_t> openings{};  ///< in their order; begun again when they are used up
    std::optional<referee::SprtSettings> sprt{};  ///< then `against` is one
};

/// Where a sequential test stops: pairs count in the order of their openings, whoever finished
/// first, so the decision does not depend on who played them.
struct Stop {
    int pairs = 0;  ///< that have been looked at
    referee::SprtState state;
    std::array<std::int64_t, 5> counts{};
};

/// `points` are of all pairs that count, from the first; `from` knows the first `from.pairs`.
Stop first_stop(std::span<const double> points, const referee::SprtSettings& settings,
                const Stop& from = {});

class FurtherTest {
  public:
    /// The references outlive it; nobody else uses the store meanwhile.
    FurtherTest(boost::asio::io_context& context, const Experiment& experiment, RunStore& store,
                referee::JobQueue& queue, RunObserver& observer, FurtherTestPlan plan);

    boost::asio::awaitable<RunEnd> run();

    /// Nothing new is begun; run() returns when what is being played has been written down.
    void stop(RunEnd::Kind kind, const std::string& why) { player_.stop(kind, why); }

  private:
    StoredBatch begin() const;

    RunStore& store_;
    RunObserver& observer_;
    BatchPlayer player_;
    FurtherTestPlan plan_;
    int block_;  ///< pairs between two looks
};

/// Pairs that these two have had in the run's tests: as many openings of the first are used up.
int pairs_played(const std::vector<StoredBatch>& batches, const std::string& subject,
                 const std::string& opponent);

}  // namespace sparring::tuner
