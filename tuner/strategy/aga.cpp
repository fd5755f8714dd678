#include "tuner/strategy/aga.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "tuner/strategy/aga_settings.hpp"
#include "tuner/strategy/tally.hpp"

namespace sparring::tuner {
namespace {

/// What a stream of random numbers is for, as a part of its name.
enum Operator : std::uint64_t { kParents = 1, kCrossover, kMutation, kImmigrant };

struct Member {
    Candidate candidate;
    /// When they last played; none of founders, immigrants and elites, and where it is unknown.
    std::optional<ParentObjectives> parents{};
    std::vector<bool> changed{};  ///< parameters that differ from the first parent's

    // All games under the stage that is now.
    double objective_sum = 0;
    Tally tally{};

    bool known() const { return tally.games() > 0; }
    double objective() const { return objective_sum / tally.games(); }
    void forget() {
        objective_sum = 0;
        tally = {};
    }
};

double mean(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

class AdaptiveGa final : public Strategy {
  public:
    AdaptiveGa(const AgaSettings& settings, const StrategyContext& context)
        : settings_{settings}, space_{context.space}, seed_{context.seed} {
        for (Point& point : first_points(space_, settings_.first, settings_.population, seed_))
            population_.push_back(founder(std::move(point)));
        ask_all();
    }

    /// One is over when its heuristic step's games are; the next is bred when it is asked for.
    int generation() const override { return asked_.empty() ? generation_ + 1 : generation_; }

    Batch ask(const StageView& stage) override {
        if (closed_) return {};
        if (asked_.empty()) {
            if (generation_ + 1 >= settings_.generations) return {};
            breed(stage.immigrants);
        }
        if (stage.begins) {
            for (Member& member : population_) member.forget();
            comparable_ = false;
            ask_all();
        }
        Batch batch{.generation = generation_};
        for (const std::size_t i : asked_) {
            batch.encounters.push_back({.a = static_cast<int>(batch.candidates.size()),
                                        .b = Encounter::kOpponents,
                                        .pairs = settings_.pairs});
            batch.candidates.push_back(population_[i].candidate);
        }
        return batch;
    }

    void tell(std::span<const EncounterResult> results) override {
        for (std::size_t i = 0; i < asked_.size(); ++i) {
            Member& member = population_[asked_[i]];
            for (const PairOutcome& pair : results[i]) {
                member.objective_sum +=
                    settings_.objective(pair.as_first) + settings_.objective(pair.as_second);
                member.tally.add(pair);
            }
        }
        asked_.clear();
        assess();
        if (settings_.heuristic != Heuristic::off && !std::exchange(stepped_, true)) climb();
    }

    Answer answer() const override {
        Answer answer;
        if (best_half_.empty()) {
            answer.champion = {kNobody, space_.start()};
            answer.score = 0.5;
            answer.survivors.push_back(space_.start());
        } else {
            answer.champion = best_half_.front().candidate;
            answer.score = best_half_.front().tally.share();
            for (const Member& survivor : best_half_)
                answer.survivors.push_back(survivor.candidate.point);
        }
        answer.mean = mean_of(space_, answer.survivors);
        return answer;
    }

    Notes notes() const override { return notes_; }

  private:
    Random stream(Operator what, std::size_t individual) const {
        return {seed_, {static_cast<std::uint64_t>(generation_) + 1, individual, what}};
    }

    Member founder(Point point) {
        Member member;
        member.candidate.id = next_id_++;
        member.candidate.point = std::move(point);
        member.candidate.born = generation_;
        member.changed.resize(space_.size());
        return member;
    }

    void ask_all() {
        stepped_ = false;
        asked_.clear();
        for (std::size_t i = 0; i < population_.size(); ++i) asked_.push_back(i);
    }

    /// What the games say of everybody: objective (3), fitness (4), who is best.
    void assess() {
        objective_ = objectives();
        ranked_ = ranking(standing());

        fitness_.clear();
        const bool each = settings_.differences.per_parameter;
        for (std::size_t j = 0; j < (each ? space_.size() : 1); ++j)
            fitness_.push_back(fitness_of(each ? std::optional{j} : std::nullopt));
        remember();
    }

    /// Who has played no game that counts is as bad as the worst who has.
    std::vector<double> objectives() const {
        std::vector<double> objectives;
        std::optional<double> worst;
        for (const Member& member : population_)
            if (member.known() && (!worst || member.objective() < *worst))
                worst = member.objective();
        for (const Member& member : population_)
            objectives.push_back(member.known() ? member.objective() : worst.value_or(0));
        return objectives;
    }

    /// By which they are ranked: the objective; of whom nothing is known, comes last.
    std::vector<double> standing() const {
        std::vector<double> standing = objective_;
        for (std::size_t i = 0; i < standing.size(); ++i)
            if (!population_[i].known()) standing[i] = -std::numeric_limits<double>::infinity();
        return standing;
    }

    /// Of all parameters together, or as one of them has it (S2).
    std::vector<double> fitness_of(std::optional<std::size_t> parameter) const {
        Differences differences(population_.size());
        for (std::size_t i = 0; i < population_.size(); ++i) {
            const Member& member = population_[i];
            if (member.known() && member.parents && (!parameter || member.changed[*parameter]))
                differences[i] = settings_.differences.difference(objective_[i], *member.parents);
        }
        // The first generation has no parents; those of a stage's first were measured in another.
        const double epsilon = comparable_ ? settings_.differences.epsilon : 1;
        std::vector<double> fitness = guided_fitness(objective_, differences, epsilon);
        const double worst = *std::min_element(fitness.begin(), fitness.end());
        for (std::size_t i = 0; i < fitness.size(); ++i)
            if (!population_[i].known()) fitness[i] = worst;
        return fitness;
    }

    /// For answer() and notes(): the population changes before they are next asked.
    void remember() {
        std::size_t known = 0;
        double objective = 0, score = 0;
        std::vector<Point> points;
        for (const Member& member : population_) {
            points.push_back(member.candidate.point);
            if (!member.known()) continue;
            ++known;
            objective += member.objective();
            score += member.tally.share();
        }
        notes_.clear();
        if (rates_used_) {
            notes_.emplace_back("p_c", rates_used_->first);
            notes_.emplace_back("p_m", rates_used_->second);
        }
        notes_.emplace_back("diversity", diversity(space_, points));
        if (known == 0) return;
        notes_.emplace_back("fitness_best", objective_[ranked_.front()]);
        notes_.emplace_back("fitness_mean", objective / static_cast<double>(known));
        notes_.emplace_back("fitness_worst", objective_[ranked_[known - 1]]);
        notes_.emplace_back("score", score / static_cast<double>(known));
        best_half_.clear();
        for (std::size_t i = 0; i < std::min(known, (population_.size() + 1) / 2); ++i)
            best_half_.push_back(population_[ranked_[i]]);
    }

    /// Those whom the heuristic step has changed are other individuals, and play before the next
    /// generation.
    void climb() {
        std::vector<Point> points;
        for (const Member& member : population_) points.push_back(member.candidate.point);
        points = heuristic_step(space_, settings_.heuristic, std::move(points), standing(),
                                static_cast<std::size_t>(settings_.elites));
        for (std::size_t i = 0; i < population_.size(); ++i) {
            Member& member = population_[i];
            Candidate& candidate = member.candidate;
            if (points[i] == candidate.point) continue;
            for (std::size_t j = 0; j < space_.size(); ++j)
                if (points[i][j] != candidate.point[j]) member.changed[j] = true;
            candidate = {next_id_++, std::move(points[i]), {candidate.id, kNobody}, generation_};
            member.forget();
            asked_.push_back(i);
        }
    }

    /// What an individual's rates depend on, for each parameter, or one for all.
    struct RateBasis {
        std::span<const double> values;
        FitnessSpread spread;
    };
    std::vector<RateBasis> rate_bases() const {
        std::vector<RateBasis> bases;
        if (settings_.rates_by_objective)
            bases.push_back({objective_, spread_of(objective_)});
        else
            for (const auto& column : fitness_) bases.push_back({column, spread_of(column)});
        bases.resize(space_.size(), bases.front());
        return bases;
    }

    /// Puts children of everybody, who is as likely to be a parent as fit, behind the elites.
    void breed(double immigrants) {
        ++generation_;
        std::vector<double> weights(population_.size());
        for (const auto& column : fitness_)
            for (std::size_t i = 0; i < weights.size(); ++i) weights[i] += column[i];
        const Selector selector{settings_.selection, weights, settings_.tournament};
        const std::vector<RateBasis> bases = rate_bases();

        std::vector<Member> next;
        for (std::size_t i = 0; i < static_cast<std::size_t>(settings_.elites); ++i) {
            next.push_back(population_[ranked_[i]]);
            next.back().parents.reset();  // it is nobody's child now
        }
        double crossover_sum = 0, mutation_sum = 0;
        std::size_t couples = 0, children = 0;
        for (; next.size() < population_.size(); ++couples) {
            Random choosing = stream(kParents, couples), crossing = stream(kCrossover, couples);
            std::size_t first = selector.draw(choosing), second = selector.draw(choosing);
            std::vector<double> rates;
            for (const auto& [values, spread] : bases)
                rates.push_back(
                    settings_.rates.crossover(std::max(values[first], values[second]), spread));
            crossover_sum += mean(rates);
            auto [one, other] = cross(space_, settings_.crossover, point(first), point(second),
                                      rates, {}, crossing);
            for (Point* child : {&one, &other}) {
                if (next.size() == population_.size()) break;
                const std::size_t slot = next.size();
                rates.clear();
                for (const auto& [values, spread] : bases)
                    rates.push_back(settings_.rates.mutation(values[first], spread));
                mutation_sum += mean(rates);
                ++children;
                Random immigrating = stream(kImmigrant, slot), mutating = stream(kMutation, slot);
                next.push_back(immigrating.chance(immigrants)
                                   ? founder(random_point(space_, immigrating))
                                   : child_of(first, second,
                                              mutated(space_, settings_.mutation, std::move(*child),
                                                      rates, settings_.step, {}, mutating)));
                std::swap(first, second);
            }
        }
        population_ = std::move(next);
        rates_used_.emplace(crossover_sum / static_cast<double>(couples),
                            mutation_sum / static_cast<double>(children));
        comparable_ = true;
        ask_all();
    }

    /// A changed copy of the first.
    Member child_of(std::size_t first, std::size_t second, Point changed_point) {
        const Member &mother = population_[first], &father = population_[second];
        Member child{.candidate = {next_id_++,
                                   std::move(changed_point),
                                   {mother.candidate.id, father.candidate.id},
                                   generation_}};
        if (mother.known() && father.known())
            child.parents = {objective_[first], objective_[second]};
        for (std::size_t j = 0; j < space_.size(); ++j)
            child.changed.push_back(child.candidate.point[j] != mother.candidate.point[j]);
        return child;
    }

    const Point& point(std::size_t i) const { return population_[i].candidate.point; }

    AgaSettings settings_;
    Space space_;
    std::uint64_t seed_;
    Id next_id_ = 0;
    int generation_ = 0;
    std::vector<Member> population_;
    std::vector<std::size_t> asked_;  // whose games are being played, or will be next
    bool stepped_ = false;            // the heuristic step of this generation has been made
    bool comparable_ = false;         // the parents were measured in this stage, too

    // Of the last results.
    std::vector<double> objective_;
    std::vector<std::vector<double>> fitness_;  // for each parameter, or one for all
    std::vector<std::size_t> ranked_;
    std::vector<Member> best_half_;
    Notes notes_;
    std::optional<std::pair<double, double>> rates_used_;  // mean p_c and p_m of this generation
};

}  // namespace

std::unique_ptr<Strategy> make_aga(Table& table, const StrategyContext& context) {
    return std::make_unique<AdaptiveGa>(read_aga_settings(table, context.longest_game), context);
}

}  // namespace sparring::tuner
