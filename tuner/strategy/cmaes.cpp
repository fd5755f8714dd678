#include "tuner/strategy/cmaes.hpp"

#include <algorithm>
#include <cmath>

#include "tuner/strategy/covariance.hpp"
#include "tuner/strategy/tally.hpp"

namespace sparring::tuner {

double mirrored(double coordinate) {
    const double folded = std::fmod(std::abs(coordinate), 2.0);
    return folded > 1 ? 2 - folded : folded;
}

namespace {

enum Operator : std::uint64_t { kSample = 1 };

constexpr int kDraws = 10;
/// Standard deviation, in levels: one sample in ten then is on another level.
constexpr double kLeastDeviation = 0.3;
/// As a share of the ranges.
constexpr double kMostDeviation = 0.5;

/// Ranks from 1, equals share the mean of theirs.
double rank_of(double value, std::span<const double> once, std::span<const double> fresh) {
    double below = 0, equal = 0;
    for (const auto& list : {once, fresh}) {
        for (const double other : list) {
            below += other < value;
            equal += other == value;
        }
    }
    return below + (equal + 1) / 2;
}

/// The change of rank that goes for little: a tenth of all changes possible from there are smaller.
double tolerated(double rank, std::size_t count) {
    std::vector<double> changes;
    for (std::size_t i = 1; i < 2 * count; ++i)
        changes.push_back(std::abs(static_cast<double>(i) - rank));
    std::sort(changes.begin(), changes.end());
    return changes[(changes.size() - 1) / 10];
}

}  // namespace

double rank_uncertainty(std::span<const double> once, std::span<const double> again) {
    if (again.empty()) return 0;
    std::vector<double> fresh{once.begin(), once.end()};
    std::copy(again.begin(), again.end(), fresh.begin());
    double sum = 0;
    for (std::size_t i = 0; i < again.size(); ++i) {
        const double first = rank_of(once[i], once, fresh), second = rank_of(again[i], once, fresh);
        const double change = std::max(std::abs(second - first) - 1, 0.0);
        sum += 2 * change - tolerated(second - (again[i] > once[i]), once.size()) -
               tolerated(first - (once[i] > again[i]), once.size());
    }
    return sum / static_cast<double>(again.size());
}

namespace {

struct Settings {
    int generations, population, pairs, reevaluate, most_pairs;
    double sigma;
    bool active;
};

Settings read(Table& table, const Space& space) {
    Settings settings{};
    settings.generations = table.integer("generations", 200, 1, 1000000);
    settings.population = table.integer(
        "population", CmaConstants::default_population(static_cast<int>(space.size())), 4, 100000);
    settings.pairs = table.integer("pairs", 8, 1, 10000);
    settings.sigma = table.number("sigma", 0.2, 1e-6, 1);
    settings.active = table.flag("active", true);
    settings.reevaluate = table.integer("reevaluate", 0, 0, settings.population);
    settings.most_pairs = table.integer("most_pairs", 8 * settings.pairs, settings.pairs, 100000);
    return settings;
}

class Cmaes final : public Strategy {
  public:
    Cmaes(const Settings& settings, const StrategyContext& context)
        : settings_{settings},
          space_{context.space},
          seed_{context.seed},
          distribution_{
              space_.unit(space_.start()), settings.sigma,
              CmaConstants{static_cast<int>(space_.size()), settings.population, settings.active}},
          pairs_{static_cast<double>(settings.pairs)} {
        for (const Parameter& parameter : space_)
            least_.push_back(kLeastDeviation / static_cast<double>(parameter.levels() - 1));
        distribution_.limit(least_, kMostDeviation);
    }

    int generation() const override { return generation_; }

    Batch ask(const StageView&) override {
        if (closed_ || generation_ >= settings_.generations) return {};
        batch_ = {.generation = generation_, .keep = settings_.population / 2};
        samples_.clear();
        const int pairs = static_cast<int>(std::lround(pairs_));
        for (int i = 0; i < settings_.population; ++i) {
            samples_.push_back(sample(i));
            batch_.candidates.push_back(
                {next_id_++, space_.point(samples_.back()), {kNobody, kNobody}, generation_});
            batch_.encounters.push_back({i, Encounter::kOpponents, pairs});
        }
        for (int i = 0; i < settings_.reevaluate; ++i)
            batch_.encounters.push_back({i, Encounter::kOpponents, pairs, pairs});
        return batch_;
    }

    void tell(std::span<const EncounterResult> results) override {
        ++generation_;
        const auto tallies = tuner::tallies(batch_, results);
        std::vector<double> shares;
        int games = 0;
        for (const Tally& tally : tallies) {
            shares.push_back(tally.games() > 0 ? tally.share() : -1);
            games += tally.games();
        }
        if (games == 0) return;
        const auto order = ranking(shares);
        std::vector<std::vector<double>> sorted;
        for (const std::size_t i : order) sorted.push_back(samples_[i]);
        distribution_.update(sorted);
        survivors_.clear();
        for (std::size_t i = 0; i < order.size() / 2; ++i)
            survivors_.push_back(batch_.candidates[order[i]]);
        share_ = shares[order.front()];
        handle_uncertainty(results);
        distribution_.limit(least_, kMostDeviation);
    }

    Answer answer() const override {
        Answer answer{.champion = {kNobody, space_.start()},
                      .score = 0.5,
                      .mean = space_.point(distribution_.mean()),
                      .survivors = {}};
        if (survivors_.empty()) {
            answer.survivors.push_back(space_.start());
            return answer;
        }
        answer.champion = survivors_.front();
        answer.score = share_;
        for (const Candidate& survivor : survivors_) answer.survivors.push_back(survivor.point);
        return answer;
    }

    Notes notes() const override {
        return {{"sigma", distribution_.sigma()},
                {"condition", distribution_.condition()},
                {"pairs", pairs_},
                {"uncertainty", uncertainty_}};
    }

  private:
    std::vector<double> sample(int individual) const {
        Random random{seed_,
                      {static_cast<std::uint64_t>(generation_) + 1,
                       static_cast<std::uint64_t>(individual), kSample}};
        std::vector<double> sample;
        for (int draw = 0; draw < kDraws; ++draw) {
            sample = distribution_.sample(random);
            if (std::all_of(sample.begin(), sample.end(),
                            [](double x) { return x >= 0 && x <= 1; }))
                return sample;
        }
        for (double& coordinate : sample) coordinate = mirrored(coordinate);
        return sample;
    }

    /// Rates alpha_t = 1.5 and alpha_sigma = 1 + 2 / (n + 10) as in the paper.
    void handle_uncertainty(std::span<const EncounterResult> results) {
        if (settings_.reevaluate == 0) return;
        const auto share = [&](std::size_t i) {
            Tally tally;
            for (const PairOutcome& pair : results[i]) tally.add(pair);
            return tally.share();
        };
        const auto population = static_cast<std::size_t>(settings_.population);
        std::vector<double> once, again;
        for (std::size_t i = 0; i < population; ++i) once.push_back(share(i));
        for (std::size_t i = population; i < results.size(); ++i) again.push_back(share(i));
        uncertainty_ = rank_uncertainty(once, again);
        if (uncertainty_ <= 0) {
            pairs_ = std::max(pairs_ / std::pow(1.5, 0.25), static_cast<double>(settings_.pairs));
        } else if (pairs_ < settings_.most_pairs) {
            pairs_ = std::min(pairs_ * 1.5, static_cast<double>(settings_.most_pairs));
        } else {
            distribution_.scale(1 + 2 / (static_cast<double>(space_.size()) + 10));
        }
    }

    Settings settings_;
    Space space_;
    std::uint64_t seed_;
    CmaDistribution distribution_;
    double pairs_, uncertainty_ = 0;
    std::vector<double> least_;  // standard deviations
    Id next_id_ = 0;
    int generation_ = 0;
    std::vector<std::vector<double>> samples_;  // of the batch, between the levels
    std::vector<Candidate> survivors_;          // the best first
    double share_ = 0.5;                        // of the first of them
    Batch batch_;
};

}  // namespace

std::unique_ptr<Strategy> make_cmaes(Table& table, const StrategyContext& context) {
    return std::make_unique<Cmaes>(read(table, context.space), context);
}

}  // namespace sparring::tuner
