#include "tuner/strategy/islands.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "tuner/strategy/island.hpp"
#include "tuner/strategy/pairing.hpp"

namespace sparring::tuner {
namespace {

class Islands final : public Strategy {
  public:
    Islands(const IslandsSettings& settings, const StrategyContext& context)
        : all_{settings, context.space, context.seed}, settings_{all_.settings} {
        const auto points = first_points(all_.space, settings_.first,
                                         settings_.islands * settings_.population, all_.seed);
        for (int k = 0; k < settings_.islands; ++k)
            if (settings_.alone() || k == settings_.here)
                islands_.emplace_back(
                    all_, k,
                    std::span{points}.subspan(static_cast<std::size_t>(k) * size(), size()));
    }

    int generation() const override { return generation_; }

    Batch ask(const StageView& stage) override {
        if (crossing()) admit({});
        immigrants_ = stage.immigrants;
        if (over()) return ask_knockout();
        batch_ = {.generation = generation_};
        const auto couples = round_robin(settings_.group);
        for (Island& island : islands_) {
            const std::size_t first = batch_.candidates.size();
            batch_.candidates.insert(batch_.candidates.end(), island.population().begin(),
                                     island.population().end());
            for (const Group& group : island.draw_groups(generation_))
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
        for (std::size_t i = 0; i < islands_.size(); ++i)
            islands_[i].select(generation_, std::span{tallies}.subspan(i * size(), size()));
        ++generation_;
        const bool moves = settings_.crosses(generation_);
        waits_ = moves && !settings_.alone() && !sources_of(settings_.here).empty() && !over();
        if (waits_) return;  // admit() goes on
        std::vector<Emigrants> moving;
        if (moves && settings_.alone())
            for (const Island& island : islands_)
                moving.push_back({island.number(), generation_, false, island.best()});
        breed(moving);
    }

    std::optional<Crossing> crossing() const override {
        if (settings_.alone()) return {};
        const Island& island = islands_.front();
        const int here = settings_.here;
        if (waits_)
            return Crossing{{here, generation_, false, island.best()},
                            sources_of(here),
                            settings_.mode == MigrationMode::sync ? Crossing::Want::same
                                                                  : Crossing::Want::newest};
        if (!over() || ended_) return {};
        Crossing end{{here, generation_, true}, {}, Crossing::Want::last};
        for (const Elite& elite : island.elites()) end.out.members.push_back(migrant_of(elite));
        if (settings_.knockout && here == 0)
            end.from = sources(Topology::complete, settings_.islands, here);
        return end;
    }

    void admit(std::span<const Emigrants> arrived) override {
        if (waits_) {
            waits_ = false;
            breed(arrived);
        } else if (over() && !settings_.alone()) {
            ended_ = true;
            for (const Emigrants& island : arrived) {
                std::vector<Elite>& elites = others_.emplace_back();
                for (const Migrant& member : island.members) elites.push_back(elite_of(member));
            }
        }
    }

    Answer answer() const override {
        Answer answer;
        const Elite* best = nullptr;
        for (const std::vector<Elite>* elites : all_elites()) {
            for (const Elite& elite : *elites) {
                answer.survivors.push_back(elite.candidate.point);
                if (best == nullptr || better(elite, *best)) best = &elite;
            }
        }
        if (answer.survivors.empty()) answer.survivors.push_back(all_.space.start());
        answer.mean = mean_of(all_.space, answer.survivors);
        if (finished()) {
            answer.champion = knockout_->winner();
            answer.score = knockout_->winner_share();
        } else {
            answer.champion =
                best == nullptr ? Candidate{kNobody, all_.space.start()} : best->candidate;
            answer.score = best == nullptr ? 0.5 : best->share;
        }
        return answer;
    }

    Notes notes() const override {
        double inside = 0, between = 0;
        std::vector<std::vector<double>> means;
        Island::Rates rates;
        for (const Island& island : islands_) {
            std::vector<Point> points;
            for (const Candidate& member : island.population()) points.push_back(member.point);
            inside += diversity(all_.space, points) / static_cast<double>(islands_.size());
            means.push_back(all_.space.unit(mean_of(all_.space, points)));
            for (std::size_t other = 0; other + 1 < means.size(); ++other)
                between += distance(means.back(), means[other]);
            rates.crossover += island.rates().crossover;
            rates.mutation += island.rates().mutation;
            rates.children += island.rates().children;
        }
        const auto count = static_cast<double>(islands_.size());
        const double couples = count * (count - 1) / 2;
        const double children = std::max(rates.children, 1);
        return {{"diversity", inside},
                {"diversity_between", couples > 0 ? between / couples : 0},
                {"p_c", rates.crossover / children},
                {"p_m", rates.mutation / children},
                {"migrants", static_cast<double>(migrants_)}};
    }

    int closing_pairs() const override {
        return Knockout::most_pairs(settings_.islands * settings_.groups(), settings_.knockout);
    }

  private:
    std::size_t size() const { return all_.size(); }

    bool over() const { return closed_ || generation_ >= settings_.generations; }
    bool finished() const { return knockout_ && knockout_->decided(); }

    std::vector<int> sources_of(int island) const {
        return sources(settings_.topology, settings_.islands, island);
    }

    /// Mean distance in a coordinate, as a share of its range.
    static double distance(const std::vector<double>& a, const std::vector<double>& b) {
        double sum = 0;
        for (std::size_t i = 0; i < a.size(); ++i)
            sum += std::abs(a[i] - b[i]) / static_cast<double>(a.size());
        return sum;
    }

    /// The next populations, with those of `moving` who go to each.
    void breed(std::span<const Emigrants> moving) {
        migrants_ = 0;
        for (Island& island : islands_) {
            std::vector<Migrant> arrivals;
            const auto from = sources_of(island.number());
            for (const Emigrants& source : moving)
                if (std::find(from.begin(), from.end(), source.island) != from.end())
                    add_best(source, arrivals);
            migrants_ += arrivals.size();
            island.breed(generation_, arrivals, immigrants_);
        }
    }

    void add_best(const Emigrants& source, std::vector<Migrant>& arrivals) const {
        std::vector<Migrant> members = source.members;
        if (source.last)
            std::stable_sort(members.begin(), members.end(),
                             [](const Migrant& a, const Migrant& b) { return a.share > b.share; });
        members.resize(std::min(members.size(), static_cast<std::size_t>(settings_.migrants)));
        arrivals.insert(arrivals.end(), members.begin(), members.end());
    }

    /// Island by island, as far as they are known here.
    std::vector<const std::vector<Elite>*> all_elites() const {
        std::vector<const std::vector<Elite>*> all;
        for (const Island& island : islands_) all.push_back(&island.elites());
        for (const std::vector<Elite>& elites : others_) all.push_back(&elites);
        return all;
    }

    /// Between the winners of all groups of the last generation, by the first island's process.
    Batch ask_knockout() {
        if (!settings_.knockout || settings_.here > 0 || finished()) return {};
        if (!knockout_) {
            std::vector<Candidate> winners;
            const auto step = static_cast<std::size_t>(settings_.winners);
            for (const std::vector<Elite>* elites : all_elites())
                for (std::size_t i = 0; i < elites->size(); i += step)
                    winners.push_back((*elites)[i].candidate);
            if (winners.empty()) return {};
            knockout_.emplace(std::move(winners), *settings_.knockout, all_.seed);
        }
        return knockout_->ask(generation_);
    }

    const Archipelago all_;
    const IslandsSettings& settings_;
    int generation_ = 0;
    double immigrants_ = 0;
    std::vector<Island> islands_;  // of this process
    std::size_t migrants_ = 0;
    Batch batch_;
    bool waits_ = false;                      // for those who move, before it breeds
    bool ended_ = false;                      // it has settled its last crossing
    std::vector<std::vector<Elite>> others_;  // of the other processes' islands, at the end
    std::optional<Knockout> knockout_;
};

}  // namespace

std::unique_ptr<Strategy> make_islands(Table& table, const StrategyContext& context) {
    return std::make_unique<Islands>(read_islands_settings(table), context);
}

}  // namespace sparring::tuner
