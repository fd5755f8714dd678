#include "tuner/run/further_test.hpp"

#include <algorithm>
#include <cmath>

#include "referee/archive/utc.hpp"

namespace sparring::tuner {

namespace asio = boost::asio;

namespace {

/// Between two looks at a sequential test, at least: enough to keep the workers busy.
constexpr int kLeastBlock = 16;

}  // namespace

Stop first_stop(std::span<const double> points, const referee::SprtSettings& settings,
                const Stop& from) {
    Stop stop = from;
    for (const double pair : points.subspan(static_cast<std::size_t>(from.pairs))) {
        ++stop.pairs;
        ++stop.counts[static_cast<std::size_t>(std::lround(2 * pair))];
        stop.state = referee::sprt(stop.counts, settings);
        if (stop.state.decision != referee::Decision::running) break;
    }
    return stop;
}

int pairs_played(const std::vector<StoredBatch>& batches, const std::string& subject,
                 const std::string& opponent) {
    int pairs = 0;
    for (const StoredBatch& batch : batches) {
        if (batch.kind != BatchKind::test) continue;
        for (const Encounter& encounter : batch.batch.encounters) {
            const auto label = [&](int i) { return batch.labels.at(static_cast<std::size_t>(i)); };
            if (label(encounter.a) == subject && label(encounter.b) == opponent)
                pairs += encounter.pairs;
        }
    }
    return pairs;
}

FurtherTest::FurtherTest(asio::io_context& context, const Experiment& experiment, RunStore& store,
                         referee::JobQueue& queue, RunObserver& observer, FurtherTestPlan plan)
    : store_{store},
      observer_{observer},
      player_{context, experiment, store, queue, observer},
      plan_{std::move(plan)},
      block_{plan_.sprt ? std::max(kLeastBlock, 4 * experiment.configuration.processors())
                        : plan_.pairs} {}

StoredBatch FurtherTest::begin() const {
    StoredBatch batch;
    const auto before = store_.batches(false);
    batch.number = static_cast<int>(before.size());
    batch.kind = BatchKind::test;
    batch.stage = StoredBatch::kBeside;
    batch.batch.generation = before.empty() ? 0 : before.back().batch.generation;
    batch.labels.push_back(plan_.subject.label);
    batch.batch.candidates.push_back({kNobody, plan_.subject.point});
    for (const Entrant& opponent : plan_.against) {
        const auto number = static_cast<int>(batch.labels.size());
        batch.labels.push_back(opponent.label);
        batch.batch.candidates.push_back({kNobody, opponent.point});
        batch.batch.encounters.push_back({0, number, plan_.pairs});
    }
    batch.started = referee::utc_now();
    return batch;
}

asio::awaitable<RunEnd> FurtherTest::run() {
    StoredBatch batch = begin();
    Cast cast;
    cast.candidates.push_back(plan_.subject.side);
    for (const Entrant& opponent : plan_.against) cast.candidates.push_back(opponent.side);
    MatchLog log = player_.log(batch, cast, plan_.openings);
    player_.write([this, batch] { store_.add(batch); });
    observer_.began(batch, player_.totals);
    std::vector<EncounterResult> results;
    Stop stop;
    for (int pairs = 0; pairs < plan_.pairs;) {
        pairs = std::min(pairs + block_, plan_.pairs);
        const std::vector<int> wanted(plan_.against.size(), pairs);
        co_await player_.play(batch, log, wanted);
        if (player_.stopping()) co_return co_await player_.close();
        results = log.results(wanted);
        if (!plan_.sprt) continue;
        std::vector<double> points;
        for (const PairOutcome& pair : results.front()) points.push_back(pair.points());
        stop = first_stop(points, *plan_.sprt, stop);
        // What is in the file must be enough to say the result again.
        batch.notes = {{"elo0", plan_.sprt->elo0},
                       {"elo1", plan_.sprt->elo1},
                       {"alpha", plan_.sprt->alpha},
                       {"beta", plan_.sprt->beta},
                       {"model", static_cast<double>(plan_.sprt->model)},
                       {"llr", stop.state.llr},
                       {"decision", static_cast<double>(stop.state.decision)},
                       {"counted", stop.pairs}};
        if (stop.state.decision == referee::Decision::running) continue;
        results.front().resize(static_cast<std::size_t>(stop.pairs));
        break;
    }
    player_.write([this, batch] { store_.end(batch.number, batch.notes, {}); });
    batch.ended = referee::utc_now();
    observer_.ended(batch, results, nullptr, player_.totals);
    co_return co_await player_.close();
}

}  // namespace sparring::tuner
