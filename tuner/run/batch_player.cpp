#include "tuner/run/batch_player.hpp"

#include <fmt/format.h>

#include <numeric>

#include "tuner/run/pair_jobs.hpp"

namespace sparring::tuner {

namespace asio = boost::asio;

namespace {

/// Faults that say nothing yet about their rate.
constexpr std::int64_t kFewFaults = 10;

}  // namespace

/// Jobs that workers have or will get.
struct BatchPlayer::Jobs {
    PairJobs pairs;
    std::size_t most;                     ///< pairs in a job
    std::vector<referee::Job> waiting{};  ///< for room in the queue
    std::size_t next = 0;                 ///< of these

    void add(const std::vector<int>& numbers) {
        for (referee::Job& job : pairs.cut(numbers, most)) waiting.push_back(std::move(job));
    }
};

BatchPlayer::BatchPlayer(asio::io_context& context, const Experiment& experiment, RunStore& store,
                         referee::JobQueue& queue, RunObserver& observer)
    : experiment_{experiment},
      store_{store},
      queue_{queue},
      observer_{observer},
      written_{context},
      writer_{std::make_unique<referee::BackgroundWriter>(
          context, [this](const std::string& why) { stop(RunEnd::Kind::aborted, why); },
          referee::BackgroundWriter::Group{[&store] { store.begin(); },
                                           [&store] { store.commit(); }})} {}

BatchPlayer::~BatchPlayer() = default;

void BatchPlayer::stop(RunEnd::Kind kind, const std::string& why) {
    if (!stopping_) end_ = {kind, why};
    stopping_ = true;
    queue_.interrupt();
    written_.give();
}

asio::awaitable<RunEnd> BatchPlayer::close() {
    co_await flush();
    writer_->close();
    co_return end_;
}

asio::awaitable<void> BatchPlayer::flush() {
    while (unwritten_ > 0) co_await written_.wait();
}

MatchLog BatchPlayer::log(const StoredBatch& batch, const Cast& cast,
                          std::span<const std::size_t> openings) const {
    bool cacheable = experiment_.configuration.match.cache;
    for (const auto* sides : {&cast.candidates, &cast.opponents})
        for (const referee::JobSide& side : *sides)
            cacheable = cacheable && referee::deterministic(side.limits);
    return {plan_of(batch.batch, cast, openings), static_cast<int>(batch.batch.encounters.size()),
            cacheable};
}

asio::awaitable<void> BatchPlayer::play(const StoredBatch& batch, MatchLog& log,
                                        const std::vector<int>& pairs) {
    using namespace std::chrono_literals;
    std::vector<int> looked_up;
    const std::vector<int> open = log.take(pairs, cache, looked_up);
    totals.cached += 2 * static_cast<std::int64_t>(looked_up.size());
    settle(batch, log, looked_up);
    Jobs jobs{PairJobs{experiment_, log.plan(), std::to_string(batch.number),
                       experiment_.configuration.name, batch.batch.generation},
              pairs_in_job(open.size(), 8, experiment_.configuration.processors())};
    jobs.add(open);
    while (!log.complete(pairs) && !stopping_) {
        const std::span waiting{jobs.waiting};
        jobs.next += queue_.submit(waiting.subspan(jobs.next));
        const auto results = co_await queue_.results(500ms);
        for (const referee::JobResult& result : results) take(jobs, batch, log, result);
        const auto all = std::accumulate(pairs.begin(), pairs.end(), std::size_t{0});
        observer_.progress(batch, log.settled(), all, totals);
    }
    // What counts must be on disk before anybody counts it.
    co_await flush();
}

void BatchPlayer::take(Jobs& jobs, const StoredBatch& batch, MatchLog& log,
                       const referee::JobResult& result) {
    const auto played = jobs.pairs.take(result);
    if (!played) return release(result.id);
    if (!*played) {
        release(result.id);
        return stop(RunEnd::Kind::aborted, played->error());
    }
    totals.played += (*played)->games;
    std::vector<int> again;
    std::string last_fault;
    const MatchRules& rules = experiment_.configuration.match;
    for (const PairJobs::Played& each : (*played)->pairs) {
        const int number = each.pair;
        const PlannedPair& pair = log.plan().pairs[static_cast<std::size_t>(number)];
        const Verdict verdict = judge(each.games, pair, each.attempt, rules);
        for (const std::string& fault : verdict.faults) {
            ++totals.faults;
            last_fault = fault;
            observer_.warning(fault);
            writer_->push([this, fault] { store_.add("fault", fault); }, {});
        }
        if (verdict.again) {
            again.push_back(number);
        } else {
            settle(batch, log, log.settle(number, *verdict.games, cache));
        }
    }
    release(result.id);
    if (totals.faults >= kFewFaults && static_cast<double>(totals.faults) >
                                           rules.most_faults * static_cast<double>(totals.played)) {
        stop(RunEnd::Kind::aborted,
             fmt::format("{} faults in {} games, more than the share {} that match.most_faults "
                         "allows; the last: {}",
                         totals.faults, totals.played, rules.most_faults, last_fault));
    } else if (!again.empty()) {
        jobs.add(again);
    }
}

/// When all that was pushed before is on disk: the run file knows what is missing, should we not
/// get there. No id comes twice.
void BatchPlayer::release(const std::string& id) {
    ++unwritten_;
    writer_->push([] {},
                  [this, id](bool kept) {
                      if (kept) {
                          queue_.confirm(id);
                          queue_.forget(id);
                      }
                      --unwritten_;
                      written_.give();
                  });
}

/// Writes down what counts now.
void BatchPlayer::settle(const StoredBatch& batch, MatchLog& log, const std::vector<int>& pairs) {
    if (pairs.empty()) return;
    std::vector<StoredGame> rows;
    for (const int pair : pairs)
        for (const StoredGame& game : log.games(pair)) rows.push_back(game);
    ++unwritten_;
    writer_->push(
        [this, number = batch.number, rows = std::move(rows)] {
            for (const StoredGame& game : rows) store_.add(number, game);
        },
        [this](bool) {
            --unwritten_;
            written_.give();
        });
}

}  // namespace sparring::tuner
