#include "tuner/view/history.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <set>

#include "protocol/text.hpp"
#include "referee/archive/utc.hpp"
#include "referee/statistics/elo.hpp"
#include "tuner/strategy/operators.hpp"
#include "tuner/view/sensitivity.hpp"

namespace sparring::tuner {
namespace {

/// Between the two nearest of the ordered values (type 7 of Hyndman and Fan 1996).
double quantile(const std::vector<double>& ordered, double share) {
    const double place = share * static_cast<double>(ordered.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, ordered.size() - 1);
    return ordered[below] + (place - std::floor(place)) * (ordered[above] - ordered[below]);
}

Spread spread(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return {std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size()),
            quantile(values, 0.25), quantile(values, 0.75)};
}

/// Calls `visit` with every encounter's number and the points that `a` got of a pair.
template <class Visit>
void visit_pairs(const RunStore& store, int batch, Spent& spent, const Visit& visit) {
    std::optional<StoredGame> first;
    store.visit_games(batch, [&](const StoredGame& game) {
        spent.add(game);
        if (game.first) {
            first = game;
            return;
        }
        const bool whole = first && first->encounter == game.encounter &&
                           first->pair == game.pair && first->score && game.score;
        if (whole) {
            const auto points = static_cast<std::size_t>(
                std::clamp(std::lround(2 * (*first->score + *game.score)), 0L, 4L));
            visit(static_cast<std::size_t>(game.encounter), points);
        }
        first.reset();
    });
}

/// The training, generation by generation.
class Training {
  public:
    Training(const RunStore& store, History& history)
        : store_{store}, history_{history}, regression_{history.space.size()} {
        for (const StoredAnswer& answer : history.answers) {
            answer_of_[answer.batch] = &answer;
            champions_.insert(answer.champion);
        }
        champions_.erase(kNobody);
        for (const StoredEvent& event : history.events) {
            if (event.kind == "close")
                closed_at_ = text::number<int>(event.text).value_or(closed_at_);
        }
        const Node* strategy = history.configuration.find("strategy");
        const Node* generations = strategy != nullptr ? strategy->find("generations") : nullptr;
        if (generations != nullptr) {
            if (const auto* number = std::get_if<std::int64_t>(&generations->value))
                last_ = *number;
        }
    }

    void add(const StoredBatch& batch) {
        const bool closing = batch.number >= closed_at_ || batch.batch.generation >= last_;
        auto& generations = history_.generations;
        const int number = closing && !generations.empty() ? generations.back().number
                                                           : batch.batch.generation + 1;
        if (generations.empty() || generations.back().number != number ||
            generations.back().closing != closing) {
            finish();
            generations.push_back({.number = number, .closing = closing});
        }
        Generation& generation = generations.back();
        generation.stage = batch.stage + 1;
        for (const Candidate& candidate : batch.batch.candidates)
            players_.emplace(candidate.id, candidate);
        count(batch, generation);
        if (!batch.ended.empty()) {
            generation.spent.wall_seconds += referee::seconds_between(batch.started, batch.ended);
            generation.notes = batch.notes;
        }
        if (const auto answer = answer_of_.find(batch.number); answer != answer_of_.end())
            generation.answer = *answer->second;
    }

    /// The last generation has no more batches.
    void finish() {
        if (history_.generations.empty()) return;
        Generation& generation = history_.generations.back();
        std::vector<Point> points;
        for (const auto& [id, candidate] : players_) {
            points.push_back(candidate.point);
            if (candidate.born != generation.number - 1 || generation.closing) continue;
            const auto parents = (candidate.parents[0] != kNobody ? 1 : 0) +
                                 (candidate.parents[1] != kNobody ? 1 : 0);
            ++(parents == 2   ? generation.births.children
               : parents == 1 ? generation.births.copies
                              : generation.births.random);
        }
        if (!points.empty()) {
            generation.diversity = diversity(history_.space, points);
            for (std::size_t i = 0; i < history_.space.size(); ++i) {
                std::vector<double> values;
                for (const Point& point : points) values.push_back(point.at(i));
                generation.parameters.push_back(spread(std::move(values)));
            }
        }
        if (generation.answer) {
            const auto pairs = pairs_.find(generation.answer->champion);
            if (pairs != pairs_.end()) generation.of_champion = pairs->second;
        }
        for (const auto& [id, pairs] : pairs_)
            for (std::size_t i = 0; i < pairs.size(); ++i) in_all_[id][i] += pairs[i];
        Spent& spent = history_.spent[static_cast<std::size_t>(BatchKind::train)];
        spent += generation.spent;
        generation.games_so_far = spent.games;
        players_.clear();
        pairs_.clear();
        regression_.end_generation();
    }

    const JointRegression& regression() const { return regression_; }

    const std::map<Id, PairCounts>& pairs() const { return in_all_; }

  private:
    void count(const StoredBatch& batch, Generation& generation) {
        const auto& encounters = batch.batch.encounters;
        const auto id = [&](int candidate) {
            return batch.batch.candidates.at(static_cast<std::size_t>(candidate)).id;
        };
        std::vector<PairCounts> results(encounters.size());
        visit_pairs(
            store_, batch.number, generation.spent, [&](std::size_t number, std::size_t points) {
                const Encounter& encounter = encounters.at(number);
                const Id a = id(encounter.a);
                ++results[number][points];
                ++history_.training_pairs[points];
                ++pairs_[a][points];
                if (encounter.b == Encounter::kOpponents) {
                    ++generation.against_opponents[points];
                    return;
                }
                const Id b = id(encounter.b);
                ++pairs_[b][4 - points];
                if (a == b || !champions_.contains(a) || !champions_.contains(b)) return;
                ++history_.meetings[{std::min(a, b), std::max(a, b)}][a < b ? points : 4 - points];
            });
        for (std::size_t i = 0; i < encounters.size(); ++i)
            regress(batch, encounters[i], results[i]);
    }

    void regress(const StoredBatch& batch, const Encounter& encounter, const PairCounts& result) {
        const auto pairs = static_cast<double>(total(result));
        if (pairs == 0) return;
        const auto unit = [&](int candidate) {
            return history_.space.unit(
                batch.batch.candidates.at(static_cast<std::size_t>(candidate)).point);
        };
        const referee::Moments moments = referee::moments(result);
        const double deviation = moments.score - 0.5;
        const double squares = pairs * (moments.variance + deviation * deviation);
        if (encounter.b == Encounter::kOpponents) {
            regression_.add_against(unit(encounter.a), pairs, moments.score, squares);
        } else {
            regression_.add_duel(unit(encounter.a), unit(encounter.b), pairs, moments.score,
                                 squares);
        }
    }

    const RunStore& store_;
    History& history_;
    std::map<int, const StoredAnswer*> answer_of_;
    std::set<Id> champions_;
    int closed_at_ = std::numeric_limits<int>::max();
    std::int64_t last_ = std::numeric_limits<int>::max();  // generations, if the file says how many
    std::map<Id, Candidate> players_;                      // of the generation
    std::map<Id, PairCounts> pairs_;                       // of the generation
    std::map<Id, PairCounts> in_all_;
    JointRegression regression_;
};

Measurement measurement(const RunStore& store, const StoredBatch& batch, Spent& spent) {
    if (!batch.ended.empty())
        spent.wall_seconds += referee::seconds_between(batch.started, batch.ended);
    store.visit_games(batch.number, [&](const StoredGame& game) { spent.add(game); });
    return {batch.batch.generation, !batch.ended.empty(), measured(store, batch)};
}

}  // namespace

std::int64_t total(const PairCounts& pairs) {
    return std::accumulate(pairs.begin(), pairs.end(), std::int64_t{0});
}

double share(const PairCounts& pairs) {
    return total(pairs) > 0 ? referee::moments(pairs).score : 0.5;
}

PairCounts mirrored(const PairCounts& pairs) {
    return {pairs[4], pairs[3], pairs[2], pairs[1], pairs[0]};
}

void Spent::add(const StoredGame& game) {
    ++games;
    uncounted += game.score ? 0 : 1;
    if (game.cached) {
        ++looked_up;
        return;
    }
    for (const std::uint64_t count : game.nodes) nodes += static_cast<std::int64_t>(count);
    cpu_seconds += static_cast<double>(game.cpu_us) / 1e6;
}

Spent& Spent::operator+=(const Spent& other) {
    games += other.games;
    looked_up += other.looked_up;
    uncounted += other.uncounted;
    nodes += other.nodes;
    cpu_seconds += other.cpu_seconds;
    wall_seconds += other.wall_seconds;
    return *this;
}

Spent History::in_all() const {
    Spent sum;
    for (const Spent& each : spent) sum += each;
    return sum;
}

int History::generation_count() const {
    int count = 0;
    for (const Generation& generation : generations) count += generation.closing ? 0 : 1;
    return count;
}

History read_history(const RunStore& store) {
    History history;
    history.run = store.run();
    if (auto tree = parse_toml(history.run.configuration, "run file"))
        history.configuration = *std::move(tree);
    std::vector<Parameter> moving;
    for (const Parameter& parameter : history.run.parameters)
        if (!parameter.fixed) moving.push_back(parameter);
    history.space = Space{std::move(moving)};
    history.answers = store.answers();
    history.events = store.events();

    const auto batches = store.batches(true);
    history.batches = batches.size();
    history.whole = std::all_of(batches.begin(), batches.end(), [](const StoredBatch& batch) {
        return batch.beside() || !batch.ended.empty();
    });
    Training training{store, history};
    for (const StoredBatch& batch : batches) {
        if (history.started.empty()) history.started = batch.started;
        if (!batch.ended.empty()) history.ended = batch.ended;
        Spent& spent = history.spent[static_cast<std::size_t>(batch.kind)];
        if (batch.kind == BatchKind::train) {
            training.add(batch);
            continue;
        }
        Measurement measured = measurement(store, batch, spent);
        if (batch.kind == BatchKind::validation) {
            history.validations.push_back(std::move(measured));
        } else if (batch.beside()) {
            history.further_tests.push_back(std::move(measured));
        } else {
            history.test = std::move(measured);
        }
    }
    training.finish();
    history.effects = training.regression().effects();
    history.effect_pairs = training.regression().pairs();
    for (Candidate& candidate : store.individuals()) {
        const auto pairs = training.pairs().find(candidate.id);
        const PairCounts counts = pairs != training.pairs().end() ? pairs->second : PairCounts{};
        history.individuals.push_back({std::move(candidate), counts});
    }
    return history;
}

}  // namespace sparring::tuner
