#include "tuner/strategy/islands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "tuner/strategy/adaptive_rates.hpp"
#include "tuner/strategy/first_points.hpp"
#include "tuner/strategy/groups.hpp"
#include "tuner/strategy/knockout.hpp"
#include "tuner/strategy/migration.hpp"
#include "tuner/strategy/operators.hpp"
#include "tuner/strategy/pairing.hpp"
#include "tuner/strategy/tally.hpp"

namespace sparring::tuner {
namespace {

/// What a stream of random numbers is for, as a part of its name.
enum Operator : std::uint64_t {
    kGroups = 1,
    kLots,
    kParents,
    kMask,
    kCrossover,
    kMutation,
    kImmigrant
};

struct Settings {
    int islands, population, generations, pairs;  ///< `population` of each island
    int group, winners;                           ///< members of a group; of them live on
    int every, migrants;                          ///< generations; from each source
    Topology topology;
    FirstPoints first;
    Crossover crossover;
    Mutation mutation;
    bool mask;
    double step;
    AdaptiveRates rates;
    std::optional<KnockoutSettings> knockout;

    int groups() const { return population / group; }
    int elites() const { return groups() * winners; }
};

Settings read(Table& table) {
    Settings settings{};
    settings.islands = table.integer("islands", 3, 1, 1000);
    settings.population = table.integer("population", 120, 2, 100000);
    settings.generations = table.integer("generations", 100, 1, 1000000);
    settings.pairs = table.integer("pairs", 1, 1, 10000);
    settings.group = table.integer("group", 4, 2, 100000);
    settings.winners = table.integer("winners", 1, 1, 100000);
    settings.every = table.integer("every", 5, 0, 1000000);
    settings.migrants = table.integer("migrants", 1, 0, 100000);
    settings.topology =
        *parse_topology(table.word("topology", word(Topology::complete), topology_words()));
    settings.first = read_first_points(table);
    settings.crossover =
        *parse_crossover(table.word("crossover", "whole-parameters", crossover_words()));
    settings.mutation = *parse_mutation(table.word("mutation", "bits", mutation_words()));
    settings.mask = table.flag("mask", true);
    settings.step = table.number("step", 0.1, 0, 1);
    settings.rates = read_adaptive_rates(table);
    settings.knockout = read_knockout(table);

    if (settings.population % settings.group != 0)
        table.refuse("group", fmt::format("a population of {} does not divide into groups of {}",
                                          settings.population, settings.group));
    if (settings.winners >= settings.group)
        table.refuse("winners", fmt::format("of a group of {} at most {} live on", settings.group,
                                            settings.group - 1));
    const auto sources =
        static_cast<int>(tuner::sources(settings.topology, settings.islands, 0).size());
    const int places = settings.population - settings.elites();
    if (settings.migrants > settings.elites() || sources * settings.migrants > places)
        table.refuse("migrants",
                     fmt::format("{} from each of {} islands; each sends at most its {} winners "
                                 "and has {} places for others",
                                 settings.migrants, sources, settings.elites(), places));
    return settings;
}

/// A group's winner, with the score and the share of points that made it one.
struct Elite {
    Candidate candidate;
    double score, share;
};

struct Island {
    std::vector<Candidate> population{};
    std::vector<Group> groups{};
    std::vector<Elite> elites{};  // of the generation played last, group by group
    FitnessSpread spread{};
};

class Islands final : public Strategy {
  public:
    Islands(const Settings& settings, const StrategyContext& context)
        : settings_{settings},
          space_{context.space},
          seed_{context.seed},
          islands_(static_cast<std::size_t>(settings.islands)) {
        auto points =
            first_points(space_, settings_.first, settings_.islands * settings_.population, seed_);
        for (std::size_t i = 0; i < points.size(); ++i)
            islands_[i / size()].population.push_back(
                {next_id_++, std::move(points[i]), {kNobody, kNobody}, 0});
    }

    int generation() const override { return generation_; }

    Batch ask(const StageView& stage) override {
        immigrants_ = stage.immigrants;
        if (closed_ || generation_ >= settings_.generations) return ask_knockout();
        batch_ = {.generation = generation_};
        const auto couples = round_robin(settings_.group);
        for (std::size_t k = 0; k < islands_.size(); ++k) {
            Island& island = islands_[k];
            const std::size_t first = batch_.candidates.size();
            batch_.candidates.insert(batch_.candidates.end(), island.population.begin(),
                                     island.population.end());
            Random random = stream(kGroups, k);
            island.groups =
                random_groups(size(), static_cast<std::size_t>(settings_.group), random);
            for (const Group& group : island.groups)
                for (const Couple& couple : couples)
                    batch_.encounters.push_back(
                        {static_cast<int>(first + group[static_cast<std::size_t>(couple.a)]),
                         static_cast<int>(first + group[static_cast<std::size_t>(couple.b)]),
                         settings_.pairs, couple.round * settings_.pairs});
        }
        return batch_;
    }

    void tell(std::span<const EncounterResult> results) override {
        if (knockout_) {
            knockout_->tell(results);
            return;
        }
        const auto tallies = tuner::tallies(batch_, results);
        for (std::size_t k = 0; k < islands_.size(); ++k)
            select(k, std::span{tallies}.subspan(k * size(), size()));
        ++generation_;
        std::vector<std::vector<Candidate>> arrivals(islands_.size());
        if (migrates(generation_, settings_.every))
            for (std::size_t k = 0; k < islands_.size(); ++k) arrivals[k] = arriving(k);
        p_c_ = p_m_ = {};
        migrants_ = 0;
        for (std::size_t k = 0; k < islands_.size(); ++k) {
            migrants_ += arrivals[k].size();
            breed(k, std::move(arrivals[k]));
        }
    }

    Answer answer() const override {
        Answer answer;
        const Elite* best = nullptr;
        for (const Island& island : islands_) {
            for (const Elite& elite : island.elites) {
                answer.survivors.push_back(elite.candidate.point);
                if (best == nullptr || better(elite, *best)) best = &elite;
            }
        }
        if (answer.survivors.empty()) answer.survivors.push_back(space_.start());
        answer.mean = mean_of(space_, answer.survivors);
        if (finished()) {
            answer.champion = knockout_->winner();
            answer.score = knockout_->winner_share();
        } else {
            answer.champion =
                best == nullptr ? Candidate{kNobody, space_.start()} : best->candidate;
            answer.score = best == nullptr ? 0.5 : best->share;
        }
        return answer;
    }

    Notes notes() const override {
        double inside = 0, between = 0;
        std::vector<std::vector<double>> means;
        for (const Island& island : islands_) {
            std::vector<Point> points;
            for (const Candidate& member : island.population) points.push_back(member.point);
            inside += diversity(space_, points) / settings_.islands;
            means.push_back(space_.unit(mean_of(space_, points)));
            for (std::size_t other = 0; other + 1 < means.size(); ++other)
                between += distance(means.back(), means[other]);
        }
        const double couples = settings_.islands * (settings_.islands - 1) / 2.0;
        return {{"diversity", inside},
                {"diversity_between", couples > 0 ? between / couples : 0},
                {"p_c", p_c_.mean()},
                {"p_m", p_m_.mean()},
                {"migrants", static_cast<double>(migrants_)}};
    }

    int closing_pairs() const override {
        return Knockout::most_pairs(settings_.islands * settings_.groups(), settings_.knockout);
    }

  private:
    struct Mean {
        double sum = 0;
        int count = 0;
        void add(double value) {
            sum += value;
            ++count;
        }
        double mean() const { return count > 0 ? sum / count : 0; }
    };

    std::size_t size() const { return static_cast<std::size_t>(settings_.population); }

    /// `individual` is counted through all islands.
    Random stream(Operator what, std::uint64_t individual) const {
        return {seed_, {static_cast<std::uint64_t>(generation_) + 1, individual, what}};
    }

    /// Of equals the one who has lived longer has shown more.
    static bool better(const Elite& a, const Elite& b) {
        return a.score != b.score ? a.score > b.score : a.candidate.id < b.candidate.id;
    }

    /// Mean distance in a coordinate, as a share of its range.
    static double distance(const std::vector<double>& a, const std::vector<double>& b) {
        double sum = 0;
        for (std::size_t i = 0; i < a.size(); ++i)
            sum += std::abs(a[i] - b[i]) / static_cast<double>(a.size());
        return sum;
    }

    /// The best of each group.
    void select(std::size_t k, std::span<const Tally> tallies) {
        Island& island = islands_[k];
        const int games = 2 * settings_.pairs * (settings_.group - 1);
        std::vector<double> scores;
        for (const Tally& tally : tallies) scores.push_back(group_score(tally, games));
        island.spread = spread_of(scores);
        island.elites.clear();
        Random lots = stream(kLots, k);
        for (const Group& group : island.groups) {
            const Group order = standing(group, scores, tallies, lots);
            for (std::size_t i = 0; i < static_cast<std::size_t>(settings_.winners); ++i)
                island.elites.push_back(
                    {island.population[order[i]], scores[order[i]], tallies[order[i]].share()});
        }
    }

    /// Copies of the best of other islands.
    std::vector<Candidate> arriving(std::size_t k) {
        std::vector<Candidate> copies;
        for (const int source :
             sources(settings_.topology, settings_.islands, static_cast<int>(k))) {
            std::vector<Elite> best = islands_[static_cast<std::size_t>(source)].elites;
            std::stable_sort(best.begin(), best.end(), better);
            for (std::size_t i = 0; i < static_cast<std::size_t>(settings_.migrants); ++i)
                copies.push_back({next_id_++,
                                  best[i].candidate.point,
                                  {best[i].candidate.id, kNobody},
                                  generation_});
        }
        return copies;
    }

    /// Elites stay, arrivals and children take the places of the worse.
    void breed(std::size_t k, std::vector<Candidate> arrivals) {
        Island& island = islands_[k];
        island.population.clear();
        for (const Elite& elite : island.elites) island.population.push_back(elite.candidate);
        for (Candidate& arrival : arrivals) island.population.push_back(std::move(arrival));
        std::vector<std::size_t> mothers(island.elites.size());
        std::iota(mothers.begin(), mothers.end(), std::size_t{0});
        Random random = stream(kParents, k);
        random.shuffle(mothers);
        for (std::size_t i = 0; island.population.size() < size(); ++i) {
            const std::size_t mother = mothers[i % mothers.size()];
            const std::size_t father =
                mothers.size() < 2
                    ? mother
                    : (mother + 1 + random.below(mothers.size() - 1)) % mothers.size();
            island.population.push_back(
                child(island, island.elites[mother], island.elites[father], k * size() + i));
        }
    }

    Candidate child(const Island& island, const Elite& mother, const Elite& father,
                    std::uint64_t individual) {
        Random immigrant = stream(kImmigrant, individual), masking = stream(kMask, individual),
               crossing = stream(kCrossover, individual), mutating = stream(kMutation, individual);
        if (immigrant.chance(immigrants_))
            return {next_id_++, random_point(space_, immigrant), {kNobody, kNobody}, generation_};
        std::vector<bool> mask;
        if (settings_.mask)
            for (std::size_t i = 0; i < space_.size(); ++i) mask.push_back(masking.chance(0.5));
        const double p_c =
            settings_.rates.crossover(std::max(mother.score, father.score), island.spread);
        // A child has not played yet: its parents' mean stands for its fitness.
        const double p_m =
            settings_.rates.mutation((mother.score + father.score) / 2, island.spread);
        p_c_.add(p_c);
        p_m_.add(p_m);
        auto children =
            cross(space_, settings_.crossover, mother.candidate.point, father.candidate.point,
                  std::vector<double>(space_.size(), p_c), mask, crossing);
        return {next_id_++,
                mutated(space_, settings_.mutation, std::move(children.first),
                        std::vector<double>(space_.size(), p_m), settings_.step, mask, mutating),
                {mother.candidate.id, father.candidate.id},
                generation_};
    }

    bool finished() const { return knockout_ && knockout_->decided(); }

    /// Between the winners of all groups of the last generation.
    Batch ask_knockout() {
        if (!settings_.knockout || finished() || islands_.front().elites.empty()) return {};
        if (!knockout_) {
            std::vector<Candidate> winners;
            const auto step = static_cast<std::size_t>(settings_.winners);
            for (const Island& island : islands_)
                for (std::size_t i = 0; i < island.elites.size(); i += step)
                    winners.push_back(island.elites[i].candidate);
            knockout_.emplace(std::move(winners), *settings_.knockout, seed_);
        }
        return knockout_->ask(generation_);
    }

    Settings settings_;
    Space space_;
    std::uint64_t seed_;
    Id next_id_ = 0;
    int generation_ = 0;
    double immigrants_ = 0;
    std::vector<Island> islands_;
    Mean p_c_, p_m_;  // of the children bred last
    std::size_t migrants_ = 0;
    Batch batch_;
    std::optional<Knockout> knockout_;
};

}  // namespace

std::unique_ptr<Strategy> make_islands(Table& table, const StrategyContext& context) {
    return std::make_unique<Islands>(read(table), context);
}

}  // namespace sparring::tuner
