#include "tuner/run/batch_player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/redirect_error.hpp>
#include <map>
#include <numeric>

#include "referee/archive/sha256.hpp"

namespace sparring::tuner {

namespace asio = boost::asio;

namespace {

/// Pairs in one job, at most.
constexpr std::size_t kMostInJob = 16;

/// Faults that say nothing yet about their rate.
constexpr std::int64_t kFewFaults = 10;

}  // namespace

bool deterministic(const std::string& limits) {
    const auto read = referee::parse_limits(limits);
    return read && !read->timed();
}

/// Jobs that workers have or will get.
struct BatchPlayer::Jobs {
    struct Out {
        std::vector<int> pairs;
        int attempt = 1;
    };
    std::vector<referee::Job> waiting;  ///< for room in the queue
    std::size_t next = 0;               ///< of these
    std::map<std::string, Out> out;
    std::map<int, int> attempts;  ///< by pair
    std::size_t unit = 1;         ///< pairs in a job
};

BatchPlayer::BatchPlayer(asio::io_context& context, const Experiment& experiment, RunStore& store,
                         referee::JobQueue& queue, RunObserver& observer)
    : experiment_{experiment},
      store_{store},
      queue_{queue},
      observer_{observer},
      written_{context, std::chrono::steady_clock::time_point::max()},
      writer_{std::make_unique<referee::BackgroundWriter>(
          context, [this](const std::string& why) { stop(RunEnd::Kind::aborted, why); },
          referee::BackgroundWriter::Group{[&store] { store.begin(); },
                                           [&store] { store.commit(); }})} {}

BatchPlayer::~BatchPlayer() = default;

void BatchPlayer::stop(RunEnd::Kind kind, const std::string& why) {
    if (!stopping_) end_ = {kind, why};
    stopping_ = true;
    queue_.interrupt();
    written_.cancel();
}

asio::awaitable<RunEnd> BatchPlayer::close() {
    co_await flush();
    writer_->close();
    co_return end_;
}

asio::awaitable<void> BatchPlayer::flush() {
    while (unwritten_ > 0) {
        boost::system::error_code cancelled;
        co_await written_.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
    }
}

MatchLog BatchPlayer::log(const StoredBatch& batch, const Cast& cast,
                          std::span<const std::size_t> openings) const {
    bool cacheable = experiment_.configuration.match.cache;
    for (const auto* sides : {&cast.candidates, &cast.opponents})
        for (const referee::JobSide& side : *sides)
            cacheable = cacheable && deterministic(side.limits);
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
    Jobs jobs;
    const auto workers = static_cast<std::size_t>(experiment_.configuration.processors());
    jobs.unit = std::clamp<std::size_t>(open.size() / (8 * workers), 1, kMostInJob);
    submit(jobs, batch, log, open);
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

/// Puts pairs into jobs: neighbours of the same two sides go together.
void BatchPlayer::submit(Jobs& jobs, const StoredBatch& batch, const MatchLog& log,
                         const std::vector<int>& pairs) {
    const Plan& plan = log.plan();
    const auto pair_of = [&](int number) -> const PlannedPair& {
        return plan.pairs[static_cast<std::size_t>(number)];
    };
    for (std::size_t i = 0; i < pairs.size();) {
        const PlannedPair& first = pair_of(pairs[i]);
        Jobs::Out out;
        out.attempt = ++jobs.attempts[pairs[i]];
        referee::MatchJob job{games::full_name(experiment_.configuration.choice),
                              plan.sides[static_cast<std::size_t>(first.a)],
                              plan.sides[static_cast<std::size_t>(first.b)],
                              {},
                              experiment_.configuration.match.max_moves};
        for (; i < pairs.size() && out.pairs.size() < jobs.unit; ++i) {
            const PlannedPair& pair = pair_of(pairs[i]);
            if (pair.a != first.a || pair.b != first.b) break;
            if (!out.pairs.empty()) jobs.attempts[pairs[i]] = out.attempt;
            job.openings.push_back(experiment_.openings[pair.opening].opening);
            out.pairs.push_back(pairs[i]);
        }
        std::string body = to_json(job);
        referee::Sha256 sum;
        sum.add(body);
        std::string id = fmt::format("{}.{}.{}.{}", batch.number, out.pairs.front(), out.attempt,
                                     sum.finish().substr(0, 16));
        jobs.waiting.push_back(
            {id, experiment_.configuration.name, batch.batch.generation, std::move(body)});
        jobs.out.emplace(std::move(id), std::move(out));
    }
}

void BatchPlayer::take(Jobs& jobs, const StoredBatch& batch, MatchLog& log,
                       const referee::JobResult& result) {
    // The run file knows what is missing, should we not get further; no id comes twice.
    queue_.confirm(result.id);
    queue_.forget(result.id);
    const auto found = jobs.out.find(result.id);
    if (found == jobs.out.end()) return;
    const Jobs::Out out = std::move(found->second);
    jobs.out.erase(found);
    referee::MatchResult played;
    if (!result.abandoned) {
        auto parsed = referee::parse_match_result(result.body);
        if (!parsed) return stop(RunEnd::Kind::aborted, parsed.error());
        played = *std::move(parsed);
        if (!played.refused.empty()) return stop(RunEnd::Kind::aborted, played.refused);
    }
    std::vector<int> again;
    std::string last_fault;
    const MatchRules& rules = experiment_.configuration.match;
    for (std::size_t i = 0; i < out.pairs.size(); ++i) {
        const int number = out.pairs[i];
        std::array<referee::JobGame, 2> games{};
        for (std::size_t k = 0; k < 2; ++k) {
            if (2 * i + k < played.games.size()) {
                games[k] = played.games[2 * i + k];
                ++totals.played;
            } else {
                games[k] = {Outcome::none, referee::Reason::void_game};
            }
        }
        const PlannedPair& pair = log.plan().pairs[static_cast<std::size_t>(number)];
        const Verdict verdict = judge(games, pair, out.attempt, rules);
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
    if (totals.faults >= kFewFaults && static_cast<double>(totals.faults) >
                                           rules.most_faults * static_cast<double>(totals.played)) {
        stop(RunEnd::Kind::aborted,
             fmt::format("{} faults in {} games, more than the share {} that match.most_faults "
                         "allows; the last: {}",
                         totals.faults, totals.played, rules.most_faults, last_fault));
    } else if (!again.empty()) {
        submit(jobs, batch, log, again);
    }
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
            written_.cancel();
        });
}

}  // namespace sparring::tuner
