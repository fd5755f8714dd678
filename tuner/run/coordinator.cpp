#include "tuner/run/coordinator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/redirect_error.hpp>
#include <numeric>

#include "referee/archive/sha256.hpp"
#include "referee/archive/utc.hpp"
#include "tuner/genome/random.hpp"
#include "tuner/run/race.hpp"

namespace sparring::tuner {

namespace asio = boost::asio;

namespace {

/// First parts of the names of random streams; strategies' begin with a generation.
constexpr std::uint64_t kOpenings = (std::uint64_t{1} << 62) + 1;
constexpr std::uint64_t kNoise = (std::uint64_t{1} << 62) + 2;

/// Pairs in one job, at most.
constexpr std::size_t kMostInJob = 16;

/// Faults that say nothing yet about their rate.
constexpr std::int64_t kFewFaults = 10;

bool deterministic(const std::string& limits) {
    const auto read = referee::parse_limits(limits);
    return read && !read->timed();
}

}  // namespace

/// Jobs that workers have or will get.
struct Coordinator::Jobs {
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

Coordinator::Coordinator(asio::io_context& context, const Experiment& experiment, RunStore& store,
                         referee::JobQueue& queue, RunObserver& observer)
    : context_{context},
      experiment_{experiment},
      store_{store},
      queue_{queue},
      observer_{observer},
      strategy_{*experiment.strategy()},
      curriculum_{experiment.configuration.stages},
      past_{store.batches(true)},
      began_{std::chrono::steady_clock::now()},
      written_{context, std::chrono::steady_clock::time_point::max()} {
    for (const StoredBatch& batch : past_) {
        store.visit_games(batch.number, [&](const StoredGame& game) {
            past_games_[batch.number].push_back(game);
        });
        if (!batch.ended.empty())
            hours_before_ += referee::seconds_between(batch.started, batch.ended) / 3600;
    }
    for (const StoredEvent& event : store.events())
        if (event.kind == "close") closed_at_ = std::stoi(event.text);
    for (const Role role : {Role::train, Role::validation, Role::test})
        openings_.push_back(experiment.openings_of(role));
    writer_ = std::make_unique<referee::BackgroundWriter>(
        context, [this](const std::string& why) { stop(RunEnd::Kind::aborted, why); },
        referee::BackgroundWriter::Group{[&store] { store.begin(); },
                                         [&store] { store.commit(); }});
}

Coordinator::~Coordinator() = default;

void Coordinator::stop(RunEnd::Kind kind, const std::string& why) {
    if (!stopping_) end_ = {kind, why};
    stopping_ = true;
    queue_.interrupt();
    written_.cancel();
}

asio::awaitable<RunEnd> Coordinator::run() {
    co_await train();
    if (!stopping_) co_await test();
    while (unwritten_ > 0) {
        boost::system::error_code cancelled;
        co_await written_.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
    }
    writer_->close();
    co_return end_;
}

bool Coordinator::budget_is_over() {
    if (closed_at_) return batches_ >= *closed_at_;
    const Budget& budget = experiment_.configuration.budget;
    const std::int64_t reserve = 2 * strategy_->closing_pairs();
    const double hours = hours_before_ + std::chrono::duration<double, std::ratio<3600>>(
                                             std::chrono::steady_clock::now() - began_)
                                             .count();
    const bool over = (budget.games > 0 && totals_.games + reserve >= budget.games) ||
                      (budget.nodes > 0 && totals_.nodes >= budget.nodes) ||
                      (budget.generations > 0 && generations_ >= budget.generations) ||
                      (budget.hours > 0 && hours >= budget.hours);
    return over;
}

asio::awaitable<void> Coordinator::train() {
    bool closed = false;
    while (!stopping_) {
        if (!closed && budget_is_over()) {
            closed = true;
            strategy_->close();
            if (!closed_at_)
                writer_->push([this, at = batches_] { store_.add("close", std::to_string(at)); },
                              {});
        }
        const int before = curriculum_.index();
        const StageView view = curriculum_.enter(strategy_->generation());
        if (view.index != before) stage_champion_ = best_;
        Batch asked = strategy_->ask(view);
        if (asked.encounters.empty()) co_return;
        StoredBatch batch = begin(BatchKind::train, std::move(asked));
        if (stopping_) co_return;
        const Cast cast = cast_of(batch.batch);
        const auto results = co_await play(batch, cast, Role::train);
        if (stopping_) co_return;
        strategy_->tell(results);
        double points = 0, games = 0;
        for (std::size_t i = 0; i < results.size(); ++i) {
            if (batch.batch.encounters[i].b != Encounter::kOpponents) continue;
            for (const PairOutcome& pair : results[i]) {
                points += pair.points();
                games += 2;
            }
        }
        curriculum_.told(points, games);
        const Answer answer = strategy_->answer();
        best_ = answer.champion.point;
        end(batch, results, answer);
        const int done = strategy_->generation();
        const int every = experiment_.configuration.check_every;
        if (done != generations_ && every > 0 && done % every == 0 && !stopping_)
            co_await check(done);
        generations_ = done;
    }
}

// ---- batches ------------------------------------------------------------------------------------

StoredBatch Coordinator::begin(BatchKind kind, Batch batch) {
    StoredBatch stored;
    stored.number = batches_++;
    stored.kind = kind;
    stored.stage = curriculum_.index();
    stored.batch = std::move(batch);
    return stored;
}

/// Who the candidates of a training batch meet where they do not meet each other.
Cast Coordinator::cast_of(const Batch& batch) {
    const Configuration& configuration = experiment_.configuration;
    const Stage& stage = curriculum_.stage();
    Cast cast;
    for (const Candidate& candidate : batch.candidates)
        cast.candidates.push_back(experiment_.side(candidate.point, stage.limits));
    if (!stage.spars) {
        for (const Opponent& opponent : configuration.opponents)
            if (opponent.role == Role::train)
                cast.opponents.push_back({opponent.name, {}, opponent.limits});
        return cast;
    }
    const Space space = experiment_.space();
    Point point = space.start();
    switch (stage.sparring) {
        case SparringParameters::self:
            cast.self = true;
            cast.self_limits = stage.sparring_limits;
            cast.self_engine = stage.partner;
            return cast;
        case SparringParameters::current_best:
            point = best_.value_or(point);
            break;
        case SparringParameters::previous_stage:
            point = stage_champion_.value_or(point);
            break;
        case SparringParameters::start:
        case SparringParameters::own:
            break;
    }
    for (std::size_t i = 0; i < space.size(); ++i) {
        Random noise{configuration.seed, {kNoise, static_cast<std::uint64_t>(batch.generation), i}};
        if (noise.chance(stage.noise))
            point[i] =
                space[i].min + static_cast<double>(noise.below(space[i].levels())) * space[i].step;
    }
    referee::JobSide partner = experiment_.side(point, stage.sparring_limits);
    partner.engine = stage.partner;
    if (stage.sparring == SparringParameters::own) partner.options.clear();
    cast.opponents.push_back(std::move(partner));
    return cast;
}

std::vector<std::size_t> Coordinator::openings_for(const StoredBatch& batch, Role role) const {
    std::vector<std::size_t> numbers = openings_[static_cast<std::size_t>(role)];
    if (numbers.empty()) numbers = openings_[static_cast<std::size_t>(Role::train)];
    if (role != Role::train) return numbers;
    const int renew = experiment_.configuration.openings.renew;
    const auto block = static_cast<std::uint64_t>(renew > 0 ? batch.batch.generation / renew : 0);
    const auto shift =
        Random{experiment_.configuration.seed, {kOpenings, block}}.below(numbers.size());
    std::rotate(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(shift),
                numbers.end());
    return numbers;
}

asio::awaitable<std::vector<EncounterResult>> Coordinator::play(StoredBatch& batch,
                                                                const Cast& cast, Role role) {
    const Configuration& configuration = experiment_.configuration;
    bool cacheable = configuration.match.cache;
    for (const auto* sides : {&cast.candidates, &cast.opponents})
        for (const referee::JobSide& side : *sides)
            cacheable = cacheable && deterministic(side.limits);
    const auto openings = openings_for(batch, role);
    MatchLog log{plan_of(batch.batch, cast, openings),
                 static_cast<int>(batch.batch.encounters.size()), cacheable};
    const auto number = static_cast<std::size_t>(batch.number);
    if (number < past_.size()) {
        if (hash_of(past_[number]) != hash_of(batch)) {
            stop(RunEnd::Kind::aborted,
                 fmt::format("batch {} of the run file is not the one that its configuration leads "
                             "to: was it written by another version?",
                             batch.number));
            co_return std::vector<EncounterResult>{};
        }
        batch.started = past_[number].started;
        batch.ended = past_[number].ended;
        log.restore(past_games_[batch.number], cache_);
        past_games_.erase(batch.number);
    } else {
        batch.started = referee::utc_now();
        writer_->push([this, batch] { store_.add(batch); }, {});
    }
    observer_.began(batch, totals_);
    Race race{batch.batch, configuration.match.racing && batch.kind == BatchKind::train};
    std::vector<int> pairs = race.pairs();
    for (;;) {
        co_await play_pairs(batch, log, pairs);
        if (stopping_) co_return std::vector<EncounterResult>{};
        auto more = race.pairs(log.results(pairs), pairs);
        if (more == pairs) break;
        pairs = std::move(more);
    }
    if (batch.kind == BatchKind::train) {
        for (std::size_t i = 0; i < log.plan().pairs.size(); ++i) {
            const PlannedPair& pair = log.plan().pairs[i];
            if (pair.number >= pairs[static_cast<std::size_t>(pair.encounter)]) continue;
            totals_.games += 2;
            for (const StoredGame& game : log.games(static_cast<int>(i)))
                totals_.nodes += static_cast<std::int64_t>(game.nodes[0] + game.nodes[1]);
        }
    }
    co_return log.results(pairs);
}

void Coordinator::end(StoredBatch& batch, std::span<const EncounterResult> results,
                      const std::optional<Answer>& answer) {
    batch.notes = batch.kind == BatchKind::train ? strategy_->notes() : Notes{};
    std::optional<StoredAnswer> stored;
    if (answer) {
        stored = {batch.number,  answer->champion.id, answer->champion.point, answer->mean,
                  answer->score, totals_.games,       totals_.nodes};
    }
    if (batch.ended.empty()) {
        batch.ended = referee::utc_now();
        writer_->push([this, number = batch.number, notes = batch.notes,
                       stored] { store_.end(number, notes, stored); },
                      {});
    }
    observer_.ended(batch, results, stored ? &*stored : nullptr, totals_);
}

// ---- games --------------------------------------------------------------------------------------

asio::awaitable<void> Coordinator::play_pairs(const StoredBatch& batch, MatchLog& log,
                                              const std::vector<int>& pairs) {
    using namespace std::chrono_literals;
    std::vector<int> looked_up;
    const std::vector<int> open = log.take(pairs, cache_, looked_up);
    totals_.cached += 2 * static_cast<std::int64_t>(looked_up.size());
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
        observer_.progress(batch, log.settled(), all, totals_);
    }
    // What counts must be on disk before anybody counts it.
    while (unwritten_ > 0) {
        boost::system::error_code cancelled;
        co_await written_.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
    }
}

/// Puts pairs into jobs: neighbours of the same two sides go together.
void Coordinator::submit(Jobs& jobs, const StoredBatch& batch, const MatchLog& log,
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

void Coordinator::take(Jobs& jobs, const StoredBatch& batch, MatchLog& log,
                       const referee::JobResult& result) {
    queue_.confirm(result.id);  // the run file knows what is missing, should we not get further
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
    const MatchRules& rules = experiment_.configuration.match;
    for (std::size_t i = 0; i < out.pairs.size(); ++i) {
        const int number = out.pairs[i];
        std::array<referee::JobGame, 2> games{};
        for (std::size_t k = 0; k < 2; ++k) {
            if (2 * i + k < played.games.size()) {
                games[k] = played.games[2 * i + k];
                ++totals_.played;
            } else {
                games[k] = {Outcome::none, referee::Reason::void_game};
            }
        }
        const PlannedPair& pair = log.plan().pairs[static_cast<std::size_t>(number)];
        const Verdict verdict = judge(games, pair, out.attempt, rules);
        for (const std::string& fault : verdict.faults) {
            ++totals_.faults;
            observer_.warning(fault);
            writer_->push([this, fault] { store_.add("fault", fault); }, {});
        }
        if (verdict.again) {
            again.push_back(number);
        } else {
            settle(batch, log, log.settle(number, *verdict.games, cache_));
        }
    }
    if (totals_.faults >= kFewFaults &&
        static_cast<double>(totals_.faults) >
            rules.most_faults * static_cast<double>(totals_.played)) {
        stop(RunEnd::Kind::aborted,
             fmt::format("{} faults in {} games, more than the share {} that match.most_faults "
                         "allows",
                         totals_.faults, totals_.played, rules.most_faults));
    } else if (!again.empty()) {
        submit(jobs, batch, log, again);
    }
}

/// Writes down what counts now.
void Coordinator::settle(const StoredBatch& batch, MatchLog& log, const std::vector<int>& pairs) {
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

// ---- measuring ----------------------------------------------------------------------------------

/// A batch in which champion and mean meet the start and the held-out opponents.
StoredBatch Coordinator::measured(BatchKind kind, int generation, Role role, int pairs,
                                  Cast& cast) {
    const Configuration& configuration = experiment_.configuration;
    const Answer answer = strategy_->answer();
    Batch batch{.generation = generation};
    std::vector<std::string> labels;
    const auto add = [&](const std::string& label, referee::JobSide side, Point point) {
        labels.push_back(label);
        cast.candidates.push_back(std::move(side));
        batch.candidates.push_back({kNobody, std::move(point)});
    };
    const std::string& limits = configuration.limits;
    const Point start = experiment_.space().start();
    add("champion", experiment_.side(answer.champion.point, limits), answer.champion.point);
    add("mean", experiment_.side(answer.mean, limits), answer.mean);
    add("start", experiment_.side(start, limits), start);
    for (const Opponent& opponent : configuration.opponents)
        if (opponent.role == role) add(opponent.name, {opponent.name, {}, opponent.limits}, {});
    for (int subject = 0; subject < 2; ++subject)
        for (int opponent = 2; opponent < static_cast<int>(labels.size()); ++opponent)
            batch.encounters.push_back({subject, opponent, pairs});
    // The start against the others: whether they have been gained on.
    for (int opponent = 3; opponent < static_cast<int>(labels.size()); ++opponent)
        batch.encounters.push_back({2, opponent, pairs});
    StoredBatch stored = begin(kind, std::move(batch));
    stored.labels = std::move(labels);
    return stored;
}

asio::awaitable<void> Coordinator::check(int generation) {
    Cast cast;
    StoredBatch batch = measured(BatchKind::validation, generation, Role::validation,
                                 experiment_.configuration.check_pairs, cast);
    const auto results = co_await play(batch, cast, Role::validation);
    if (!stopping_) end(batch, results, {});
}

asio::awaitable<void> Coordinator::test() {
    if (experiment_.configuration.test_pairs == 0) co_return;
    Cast cast;
    StoredBatch batch = measured(BatchKind::test, generations_, Role::test,
                                 experiment_.configuration.test_pairs, cast);
    const auto results = co_await play(batch, cast, Role::test);
    if (!stopping_) end(batch, results, {});
}

}  // namespace sparring::tuner
