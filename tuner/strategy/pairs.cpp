#include "tuner/strategy/pairs.hpp"

#include <algorithm>
#include <optional>

#include "tuner/strategy/first_points.hpp"
#include "tuner/strategy/knockout.hpp"
#include "tuner/strategy/operators.hpp"
#include "tuner/strategy/tally.hpp"

namespace sparring::tuner {
namespace {

/// What a stream of random numbers is for, as a part of its name.
enum Operator : std::uint64_t { kPairing = 1, kParents, kCrossover, kMutation, kCoin, kImmigrant };

struct Settings {
    int population, generations, pairs;
    FirstPoints first;
    Crossover crossover;
    Mutation mutation;
    double crossover_rate, mutation_rate, step, anneal;
    std::optional<KnockoutSettings> knockout;
};

Settings read(Table& table) {
    Settings settings{};
    settings.population = table.integer("population", 50, 2, 100000);
    settings.generations = table.integer("generations", 80, 1, 1000000);
    settings.pairs = table.integer("pairs", 1, 1, 10000);
    settings.first = read_first_points(table);
    settings.crossover =
        *parse_crossover(table.word("crossover", "uniform-parameters", crossover_words()));
    settings.crossover_rate = table.number("crossover_rate", 1, 0, 1);
    settings.mutation = *parse_mutation(table.word("mutation", "steps", mutation_words()));
    settings.mutation_rate = table.number("mutation_rate", 0.3, 0, 1);
    settings.step = table.number("step", 0.1, 0, 1);
    settings.anneal = table.number("anneal", 1, 0, 1);
    settings.knockout = read_knockout(table);
    if (settings.population % 2 != 0)
        table.refuse("population", "everybody needs a partner: expected an even number");
    return settings;
}

class Pairs final : public Strategy {
  public:
    Pairs(const Settings& settings, const StrategyContext& context)
        : settings_{settings}, space_{context.space}, seed_{context.seed} {
        for (Point& point : first_points(space_, settings_.first, settings_.population, seed_))
            population_.push_back({next_id_++, std::move(point), {kNobody, kNobody}, 0});
        shares_.assign(population_.size(), 0.5);
    }

    int generation() const override { return generation_; }

    Batch ask(const StageView& stage) override {
        immigrants_ = stage.immigrants;
        if (closed_ || generation_ >= settings_.generations) return ask_knockout();
        batch_ = {.generation = generation_, .candidates = population_};
        std::vector<int> order;
        for (int i = 0; i < settings_.population; ++i) order.push_back(i);
        Random random = stream(kPairing, 0);
        random.shuffle(order);
        for (std::size_t i = 0; i < order.size(); i += 2)
            batch_.encounters.push_back({order[i], order[i + 1], settings_.pairs});
        return batch_;
    }

    void tell(std::span<const EncounterResult> results) override {
        if (knockout_) {
            knockout_->tell(results);
            return;
        }
        const auto tallies = tuner::tallies(batch_, results);
        std::vector<Candidate> winners;
        std::vector<double> shares;
        for (std::size_t i = 0; i < batch_.encounters.size(); ++i) {
            const auto [a, b] = std::pair{batch_.encounters[i].a, batch_.encounters[i].b};
            const auto winner = static_cast<std::size_t>(
                wins(tallies, static_cast<std::size_t>(a), static_cast<std::size_t>(b), i) ? a : b);
            winners.push_back(population_[winner]);
            shares.push_back(tallies[winner].share());
        }
        ++generation_;
        population_ = winners;
        shares_ = std::move(shares);
        survivors_ = winners;
        breed(winners);
    }

    Answer answer() const override {
        Answer answer;
        for (const Candidate& survivor : survivors_) answer.survivors.push_back(survivor.point);
        if (answer.survivors.empty()) answer.survivors.push_back(space_.start());
        answer.mean = mean_of(space_, answer.survivors);
        if (finished()) {
            answer.champion = knockout_->winner();
            answer.score = knockout_->winner_share();
        } else if (survivors_.empty()) {
            answer.champion = {kNobody, space_.start()};
            answer.score = 0.5;
        } else {
            const std::size_t best = ranking(shares_).front();
            answer.champion = survivors_[best];
            answer.score = shares_[best];
        }
        return answer;
    }

    Notes notes() const override {
        std::vector<Point> points;
        for (const Candidate& member : population_) points.push_back(member.point);
        return {{"diversity", diversity(space_, points)}};
    }

    int closing_pairs() const override {
        return Knockout::most_pairs(settings_.population, settings_.knockout);
    }

  private:
    Random stream(Operator what, std::uint64_t individual) const {
        return {seed_, {static_cast<std::uint64_t>(generation_) + 1, individual, what}};
    }

    /// Points of the pair, then wins as second, then a coin.
    bool wins(const std::vector<Tally>& tallies, std::size_t a, std::size_t b,
              std::size_t i) const {
        const Tally &x = tallies[a], &y = tallies[b];
        if (x.points() != y.points()) return x.points() > y.points();
        if (x.second_wins != y.second_wins) return x.second_wins > y.second_wins;
        return stream(kCoin, i).chance(0.5);
    }

    /// Fills the population up with children of the winners.
    void breed(const std::vector<Candidate>& winners) {
        std::vector<int> order;
        for (int i = 0; i < static_cast<int>(winners.size()); ++i) order.push_back(i);
        Random parents = stream(kParents, 0);
        parents.shuffle(order);
        const std::vector<double> crossover(space_.size(), settings_.crossover_rate);
        const std::vector<double> mutation(space_.size(), settings_.mutation_rate * annealed());
        for (std::size_t i = 0; population_.size() < static_cast<std::size_t>(settings_.population);
             ++i) {
            const Candidate& mother = winners[static_cast<std::size_t>(order[i % order.size()])];
            const Candidate& father =
                winners[static_cast<std::size_t>(order[(i + 1) % order.size()])];
            Random immigrant = stream(kImmigrant, i);
            if (immigrant.chance(immigrants_)) {
                population_.push_back(
                    {next_id_++, random_point(space_, immigrant), {kNobody, kNobody}, generation_});
                continue;
            }
            Random crossing = stream(kCrossover, i), mutating = stream(kMutation, i);
            auto child = cross(space_, settings_.crossover, mother.point, father.point, crossover,
                               {}, crossing);
            population_.push_back({next_id_++,
                                   mutated(space_, settings_.mutation, std::move(child.first),
                                           mutation, settings_.step * annealed(), {}, mutating),
                                   {mother.id, father.id},
                                   generation_});
        }
    }

    /// Falls in a straight line to `anneal` over the generations.
    double annealed() const {
        const double done = static_cast<double>(generation_) / settings_.generations;
        return 1 - (1 - settings_.anneal) * std::min(done, 1.0);
    }

    bool finished() const { return knockout_ && knockout_->decided(); }

    Batch ask_knockout() {
        if (!settings_.knockout || finished()) return {};
        if (!knockout_) knockout_.emplace(population_, *settings_.knockout, seed_);
        return knockout_->ask(generation_);
    }

    Settings settings_;
    Space space_;
    std::uint64_t seed_;
    Id next_id_ = 0;
    int generation_ = 0;
    double immigrants_ = 0;
    std::vector<Candidate> population_, survivors_;
    std::vector<double> shares_;  // of the survivors' points
    Batch batch_;
    std::optional<Knockout> knockout_;
};

}  // namespace

std::unique_ptr<Strategy> make_pairs(Table& table, const StrategyContext& context) {
    return std::make_unique<Pairs>(read(table), context);
}

}  // namespace sparring::tuner
