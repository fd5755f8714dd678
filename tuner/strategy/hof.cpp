#include "tuner/strategy/hof.hpp"
#include "tuner/config/pattern.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "protocol/text.hpp"
#include "tuner/strategy/first_points.hpp"
#include "tuner/strategy/hall_of_fame.hpp"
#include "tuner/strategy/operators.hpp"
#include "tuner/strategy/pairing.hpp"

namespace sparring::tuner {
namespace {

/// What a stream of random numbers is for, as a part of its name.
enum Operator : std::uint64_t { kPairing = 1, kParents, kCrossover, kMutation, kImmigrant };

struct Settings {
    int population, generations, pairs;
    int opponents;        ///< of everybody inside the population; 0: all
    int hall, hall_from;  ///< places; the generation, from 1, that meets it first
    Criterion criterion;
    FirstPoints first;
    std::vector<Point> injected;  ///< members of the first generation
    Crossover crossover;
    Mutation mutation;
    double crossover_rate, mutation_rate, step, anneal;
};

/// Members that the configuration names: `[[injected]]`, values for parameters, by their names or
/// by patterns, later ones over earlier ones; the others have their default.
std::vector<Point> read_points(Table& table, const Space& space) {
    std::vector<Point> points;
    for (Table* entry : table.tables("injected")) {
        Point point = space.start();
        for (const std::string& pattern : entry->keys()) {
            for (std::size_t i = 0; i < space.size(); ++i) {
                if (!matches(pattern, space[i].name)) continue;
                const auto value = space[i].value(entry->text(pattern, ""));
                if (value) {
                    point[i] = *value;
                } else {
                    entry->refuse(pattern, value.error());
                }
            }
        }
        points.push_back(std::move(point));
    }
    return points;
}

int read_opponents(Table& table, int population) {
    const std::string word = table.text("opponents", "all");
    if (word == "all") return 0;
    const auto number = text::number<int>(word);
    if (number && *number >= 1 && *number < population) return *number;
    table.refuse("opponents",
                 fmt::format("'{}' is neither all nor a whole number in 1..{}, as many others as "
                             "the population has",
                             text::printable(word), population - 1));
    return 0;
}

Settings read(Table& table, const Space& space) {
    Settings settings{};
    settings.population = table.integer("population", 60, 2, 100000);
    settings.generations = table.integer("generations", 3000, 1, 1000000);
    settings.pairs = table.integer("pairs", 1, 1, 10000);
    settings.opponents = read_opponents(table, settings.population);
    settings.hall = table.integer("hall", 10, 0, 10000);
    settings.hall_from = table.integer("hall_from", 11, 1, 1000000);
    settings.criterion = table.word("criterion", "sum", criterion_words()) == "min"
                             ? Criterion::min
                             : Criterion::sum;
    settings.first = read_first_points(table);
    settings.injected = read_points(table, space);
    settings.crossover =
        *parse_crossover(table.word("crossover", "uniform-parameters", crossover_words()));
    settings.crossover_rate = table.number("crossover_rate", 1, 0, 1);
    settings.mutation = *parse_mutation(table.word("mutation", "bits", mutation_words()));
    settings.mutation_rate = table.number("mutation_rate", 0, 0, 1);
    settings.step = table.number("step", 0.1, 0, 1);
    settings.anneal = table.number("anneal", 1, 0, 1);
    if (settings.population % 2 != 0)
        table.refuse("population", "one half replaces the other: expected an even number");
    if (settings.injected.size() > static_cast<std::size_t>(settings.population))
        table.refuse("injected", fmt::format("{} members for a population of {}",
                                             settings.injected.size(), settings.population));
    return settings;
}

/// The rate at which a child has one change on the average: 1/L, L = number of bits (S4's 0.05 is
/// 17 changes in its 346 bits).
double one_change(const Space& space, Mutation mutation) {
    double places = 0;
    for (const Parameter& parameter : space)
        places += mutation == Mutation::bits && parameter.has_bits() ? parameter.bits : 1;
    return 1 / places;
}

/// How differently it does with the first move and without, 0 .. 1.
double colour_imbalance(const Tally& tally) {
    const int first = tally.first_wins + tally.first_draws + tally.first_losses;
    const int second = tally.games() - first;
    if (first == 0 || second == 0) return 0;
    return std::abs((tally.first_wins + tally.first_draws / 2.0) / first -
                    (tally.second_wins + tally.second_draws / 2.0) / second);
}

class HallOfFameStrategy final : public Strategy {
  public:
    HallOfFameStrategy(Settings settings, const StrategyContext& context)
        : settings_{std::move(settings)},
          space_{context.space},
          seed_{context.seed},
          hall_{settings_.hall, settings_.criterion} {
        if (settings_.mutation_rate == 0)
            settings_.mutation_rate = one_change(space_, settings_.mutation);
        std::vector<Point> points = settings_.injected;
        const int others = settings_.population - static_cast<int>(points.size());
        for (Point& point : first_points(space_, settings_.first, others, seed_))
            points.push_back(std::move(point));
        for (Point& point : points)
            population_.push_back({next_id_++, std::move(point), {kNobody, kNobody}, 0});
    }

    int generation() const override { return generation_; }

    Batch ask(const StageView& stage) override {
        if (closed_) return {};
        if (hall_.crowded()) return batch_ = hall_.ask(generation_ - 1, settings_.pairs);
        if (generation_ >= settings_.generations) return {};
        immigrants_ = stage.immigrants;
        batch_ = {.generation = generation_, .candidates = population_};
        pair_population();
        inside_ = batch_.encounters.size();
        if (generation_ + 1 >= settings_.hall_from) pair_with_hall();
        return batch_;
    }

    void tell(std::span<const EncounterResult> results) override {
        if (hall_.crowded()) {
            hall_.tell(batch_, results);
            return;
        }
        std::vector<Tally> all(population_.size()), inside(population_.size());
        for (std::size_t i = 0; i < batch_.encounters.size(); ++i) {
            const auto a = static_cast<std::size_t>(batch_.encounters[i].a);
            const auto b = static_cast<std::size_t>(batch_.encounters[i].b);
            for (const PairOutcome& pair : results[i]) {
                all[a].add(pair);
                if (i >= inside_) continue;  // the hall's games do not count for its members
                all[b].add_mirrored(pair);
                inside[a].add(pair);
                inside[b].add_mirrored(pair);
            }
        }
        const auto order = ranking(settings_.criterion, all);
        survivors_.clear();
        for (std::size_t i = 0; i < order.size() / 2; ++i)
            survivors_.push_back(population_[order[i]]);
        best_share_ = all[order.front()].share();
        take_notes(order, all, inside);
        hall_.add(survivors_.front());
        ++generation_;
        population_ = survivors_;
        breed();
    }

    Answer answer() const override {
        Answer answer;
        for (const Candidate& survivor : survivors_) answer.survivors.push_back(survivor.point);
        if (answer.survivors.empty()) answer.survivors.push_back(space_.start());
        answer.mean = mean_of(space_, answer.survivors);
        answer.champion =
            survivors_.empty() ? Candidate{kNobody, space_.start()} : survivors_.front();
        answer.score = best_share_;
        return answer;
    }

    Notes notes() const override { return notes_; }

  private:
    Random stream(Operator what, std::uint64_t individual) const {
        return {seed_, {static_cast<std::uint64_t>(generation_) + 1, individual, what}};
    }

    void pair_population() {
        Random random = stream(kPairing, 0);
        const int players = settings_.population;
        const bool everybody = settings_.opponents == 0;
        rounds_ = everybody ? round_robin_rounds(players) : settings_.opponents;
        for (const Couple& couple : everybody
                                        ? round_robin(players)
                                        : random_pairing(players, settings_.opponents, random))
            batch_.encounters.push_back(
                {couple.a, couple.b, settings_.pairs, couple.round * settings_.pairs});
    }

    /// Members of the hall who still live are met as such, too; only nobody meets himself.
    void pair_with_hall() {
        int opening = rounds_ * settings_.pairs;
        for (const Candidate& member : hall_.members()) {
            const auto same = [&](const Candidate& each) { return each.id == member.id; };
            const auto living = std::find_if(population_.begin(), population_.end(), same);
            auto place = static_cast<int>(living - population_.begin());
            if (living == population_.end()) {
                place = static_cast<int>(batch_.candidates.size());
                batch_.candidates.push_back(member);
            }
            for (int i = 0; i < settings_.population; ++i)
                if (i != place) batch_.encounters.push_back({i, place, settings_.pairs, opening});
            opening += settings_.pairs;
        }
    }

    /// Child i has survivor i for a mother and another for a father.
    void breed() {
        const double annealed = this->annealed();
        const std::vector<double> crossover(space_.size(), settings_.crossover_rate);
        const std::vector<double> mutation(space_.size(), settings_.mutation_rate * annealed);
        const std::size_t parents = survivors_.size();
        for (std::size_t i = 0; i < parents; ++i) {
            Random immigrant = stream(kImmigrant, i);
            if (immigrant.chance(immigrants_)) {
                population_.push_back(
                    {next_id_++, random_point(space_, immigrant), {kNobody, kNobody}, generation_});
                continue;
            }
            Random choice = stream(kParents, i), crossing = stream(kCrossover, i),
                   mutating = stream(kMutation, i);
            const std::size_t other =
                parents < 2 ? i : (i + 1 + choice.below(parents - 1)) % parents;
            const Candidate &mother = survivors_[i], &father = survivors_[other];
            auto child = cross(space_, settings_.crossover, mother.point, father.point, crossover,
                               {}, crossing);
            population_.push_back({next_id_++,
                                   mutated(space_, settings_.mutation, std::move(child.first),
                                           mutation, settings_.step * annealed, {}, mutating),
                                   {mother.id, father.id},
                                   generation_});
        }
    }

    /// Falls in a straight line to `anneal` over the generations.
    double annealed() const {
        const double done = static_cast<double>(generation_) / settings_.generations;
        return 1 - (1 - settings_.anneal) * std::min(done, 1.0);
    }

    /// About the generation that was played. Ages are in generations.
    void take_notes(const std::vector<std::size_t>& order, const std::vector<Tally>& all,
                    const std::vector<Tally>& inside) {
        std::vector<Point> points;
        for (const Candidate& member : population_) points.push_back(member.point);
        const Tally& best = inside[order.front()];
        double imbalance = 0, hall_age = 0;
        int oldest = 0, hall_oldest = 0;
        for (std::size_t i = 0; i < survivors_.size(); ++i) {
            imbalance += colour_imbalance(all[order[i]]) / static_cast<double>(survivors_.size());
            oldest = std::max(oldest, generation_ - survivors_[i].born);
        }
        for (const Candidate& member : hall_.members()) {
            const int age = generation_ - member.born;
            hall_age += age / static_cast<double>(hall_.members().size());
            hall_oldest = std::max(hall_oldest, age);
        }
        notes_ = {{"diversity", diversity(space_, points)},
                  {"champion_share",
                   best.games() > 0 ? best.wins() / static_cast<double>(best.games()) : 0},
                  {"hall_age_mean", hall_age},
                  {"hall_age_max", hall_oldest},
                  {"survivor_age_max", oldest},
                  {"colour_imbalance", imbalance}};
    }

    Settings settings_;
    Space space_;
    std::uint64_t seed_;
    HallOfFame hall_;
    Id next_id_ = 0;
    int generation_ = 0;
    int rounds_ = 0;          // inside the population
    std::size_t inside_ = 0;  // the first of the batch's encounters, before the hall's
    double immigrants_ = 0, best_share_ = 0.5;
    std::vector<Candidate> population_;
    std::vector<Candidate> survivors_;  // the best first
    Batch batch_;
    Notes notes_;
};

}  // namespace

std::unique_ptr<Strategy> make_hof(Table& table, const StrategyContext& context) {
    return std::make_unique<HallOfFameStrategy>(read(table, context.space), context);
}

}  // namespace sparring::tuner
