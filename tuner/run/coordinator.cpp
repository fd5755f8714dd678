#include "tuner/run/coordinator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "referee/archive/utc.hpp"
#include "tuner/genome/random.hpp"
#include "tuner/run/opening_check.hpp"
#include "tuner/run/race.hpp"
#include "tuner/run/streams.hpp"
#include "tuner/strategy/operators.hpp"

namespace sparring::tuner {

namespace asio = boost::asio;

Coordinator::Coordinator(asio::io_context& context, const Experiment& experiment, RunStore& store,
                         referee::JobQueue& queue, RunObserver& observer)
    : experiment_{experiment},
      store_{store},
      observer_{observer},
      player_{context, experiment, store, queue, observer},
      strategy_{*experiment.strategy()},
      curriculum_{experiment.configuration.stages},
      past_{store.batches(true)},
      began_{std::chrono::steady_clock::now()} {
    for (const StoredBatch& batch : past_) {
        store.visit_games(batch.number, [&](const StoredGame& game) {
            past_games_[batch.number].push_back(game);
        });
        if (!batch.ended.empty())
            hours_before_ += referee::seconds_between(batch.started, batch.ended) / 3600;
    }
    if (experiment.configuration.island) {
        traffic_ = std::make_unique<IslandTraffic>(
            make_exchange(context, experiment.configuration),
            IslandTraffic::Run{experiment, past_.empty(), [this] { return player_.stopping(); },
                               [this](const std::string& event) {
                                   player_.write([this, event] { store_.add("arrivals", event); });
                               },
                               [this](const std::string& text) { observer_.warning(text); }});
    }
    for (const StoredEvent& event : store.events()) {
        if (event.kind == "close") closed_at_ = std::stoi(event.text);
        if (event.kind == "arrivals" && traffic_) {
            if (const auto problem = traffic_->restore(event.text))
                throw std::runtime_error{*problem};
        }
    }
    for (const Role role : {Role::train, Role::validation, Role::test})
        openings_.push_back(experiment.openings_of(role));
}

asio::awaitable<RunEnd> Coordinator::run() {
    co_await train();
    if (!player_.stopping()) co_await test();
    co_return co_await player_.close();
}

bool Coordinator::budget_is_over() {
    if (closed_at_) return batches_ >= *closed_at_;
    const Budget& budget = experiment_.configuration.budget;
    const std::int64_t reserve = 2 * strategy_->closing_pairs();
    const double hours = hours_before_ + std::chrono::duration<double, std::ratio<3600>>(
                                             std::chrono::steady_clock::now() - began_)
                                             .count();
    const bool over = (budget.games > 0 && player_.totals.games + reserve >= budget.games) ||
                      (budget.nodes > 0 && player_.totals.nodes >= budget.nodes) ||
                      (budget.generations > 0 && generations_ >= budget.generations) ||
                      (budget.hours > 0 && hours >= budget.hours);
    return over;
}

asio::awaitable<void> Coordinator::train() {
    bool closed = false;
    while (!player_.stopping()) {
        if (!closed && budget_is_over()) {
            closed = true;
            strategy_->close();
            if (!closed_at_)
                player_.write([this, at = batches_] { store_.add("close", std::to_string(at)); });
        }
        co_await cross();
        if (player_.stopping()) co_return;
        const int before = curriculum_.index();
        const StageView view = curriculum_.enter(strategy_->generation());
        if (view.index != before) stage_champion_ = best_;
        Batch asked = strategy_->ask(view);
        if (asked.encounters.empty()) co_return;
        StoredBatch batch = begin(BatchKind::train, std::move(asked));
        if (player_.stopping()) co_return;
        const Cast cast = cast_of(batch.batch);
        const auto results = co_await play(batch, cast, Role::train);
        if (player_.stopping()) co_return;
        strategy_->tell(results);
        co_await cross();
        if (player_.stopping()) co_return;
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
        if (done != generations_ && every > 0 && done % every == 0 && !player_.stopping())
            co_await check(done);
        generations_ = done;
    }
}

/// What the strategy has to settle with islands of other processes.
asio::awaitable<void> Coordinator::cross() {
    if (!traffic_) co_return;
    const auto crossing = strategy_->crossing();
    if (!crossing) co_return;
    const auto arrived = co_await traffic_->cross(*crossing);
    if (!arrived) {
        player_.stop(RunEnd::Kind::aborted, arrived.error());
    } else if (!player_.stopping()) {
        strategy_->admit(*arrived);
    }
}

// ---- batches ------------------------------------------------------------------------------------

StoredBatch Coordinator::begin(BatchKind kind, Batch batch) {
    while (static_cast<std::size_t>(batches_) < past_.size() &&
           past_[static_cast<std::size_t>(batches_)].beside())
        ++batches_;
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
        if (noise.chance(stage.noise)) point[i] = random_value(space[i], noise);
    }
    referee::JobSide partner = experiment_.side(point, stage.sparring_limits);
    partner.engine = stage.partner;
    if (stage.sparring == SparringParameters::own) partner.options.clear();
    cast.opponents.push_back(std::move(partner));
    return cast;
}

std::vector<std::size_t> Coordinator::openings_for(const StoredBatch& batch, Role role) const {
    std::vector<std::size_t> numbers = openings_[static_cast<std::size_t>(role)];
    if (role != Role::train) return numbers;
    const int renew = experiment_.configuration.openings.renew;
    const auto block = static_cast<std::uint64_t>(renew > 0 ? batch.batch.generation / renew : 0);
    const auto shift =
        Random{experiment_.configuration.seed, {kFirstOpening, block}}.below(numbers.size());
    std::rotate(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(shift),
                numbers.end());
    return numbers;
}

asio::awaitable<std::vector<EncounterResult>> Coordinator::play(StoredBatch& batch,
                                                                const Cast& cast, Role role) {
    MatchLog log = player_.log(batch, cast, openings_for(batch, role));
    const auto number = static_cast<std::size_t>(batch.number);
    if (number < past_.size()) {
        if (hash_of(past_[number]) != hash_of(batch)) {
            player_.stop(
                RunEnd::Kind::aborted,
                fmt::format("batch {} of the run file is not the one that its configuration leads "
                            "to: was it written by another version?",
                            batch.number));
            co_return std::vector<EncounterResult>{};
        }
        batch.started = past_[number].started;
        batch.ended = past_[number].ended;
        log.restore(past_games_[batch.number], player_.cache);
        past_games_.erase(batch.number);
    } else {
        batch.started = referee::utc_now();
        player_.write([this, batch] { store_.add(batch); });
    }
    observer_.began(batch, player_.totals);
    Race race{batch.batch,
              experiment_.configuration.match.racing && batch.kind == BatchKind::train};
    std::vector<int> pairs = race.pairs();
    for (;;) {
        co_await player_.play(batch, log, pairs);
        if (player_.stopping()) co_return std::vector<EncounterResult>{};
        auto more = race.pairs(log.results(pairs), pairs);
        if (more == pairs) break;
        pairs = std::move(more);
    }
    if (batch.kind == BatchKind::train) {
        for (std::size_t i = 0; i < log.plan().pairs.size(); ++i) {
            const PlannedPair& pair = log.plan().pairs[i];
            if (pair.number >= pairs[static_cast<std::size_t>(pair.encounter)]) continue;
            player_.totals.games += 2;
            for (const StoredGame& game : log.games(static_cast<int>(i)))
                player_.totals.nodes += static_cast<std::int64_t>(game.nodes[0] + game.nodes[1]);
        }
    }
    co_return log.results(pairs);
}

void Coordinator::end(StoredBatch& batch, std::span<const EncounterResult> results,
                      const std::optional<Answer>& answer) {
    batch.notes = batch.kind == BatchKind::train ? strategy_->notes() : Notes{};
    std::optional<StoredAnswer> stored;
    if (answer) {
        stored = {batch.number,  answer->champion.id,  answer->champion.point, answer->mean,
                  answer->score, player_.totals.games, player_.totals.nodes};
    }
    if (batch.ended.empty()) {
        batch.ended = referee::utc_now();
        player_.write([this, number = batch.number, notes = batch.notes, stored] {
            store_.end(number, notes, stored);
        });
    }
    observer_.ended(batch, results, stored ? &*stored : nullptr, player_.totals);
}

// ---- measuring ----------------------------------------------------------------------------------

/// A batch in which champion and mean meet the start and the held-out opponents.
StoredBatch Coordinator::measured(BatchKind kind, int generation, Role role, int pairs,
                                  Cast& cast) {
    const Configuration& configuration = experiment_.configuration;
    pairs = distinct_pairs(experiment_, role, pairs);
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
    if (!player_.stopping()) end(batch, results, {});
}

asio::awaitable<void> Coordinator::test() {
    if (experiment_.configuration.test_pairs == 0) co_return;
    Cast cast;
    StoredBatch batch = measured(BatchKind::test, generations_, Role::test,
                                 experiment_.configuration.test_pairs, cast);
    const auto results = co_await play(batch, cast, Role::test);
    if (!player_.stopping()) end(batch, results, {});
}

}  // namespace sparring::tuner
