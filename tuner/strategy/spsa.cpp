#include "tuner/strategy/spsa.hpp"

#include <algorithm>
#include <cmath>

#include "tuner/genome/random.hpp"

namespace sparring::tuner {

double SpsaGains::c(double k) const {
    return c_end * std::pow(iterations / k, gamma);
}
double SpsaGains::a(double k) const {
    return r_end * c_end * c_end * std::pow((stability + iterations) / (stability + k), alpha);
}
double SpsaGains::r(double k) const {
    return a(k) / (c(k) * c(k));
}

namespace {

/// What a stream of random numbers is for, as a part of its name.
enum Operator : std::uint64_t { kSigns = 1, kRounding };

/// A perturbation of less than half a level would mostly be none (as in OpenBench).
constexpr double kLeastLevels = 0.5;

/// Points that an answer shows of the centres that it averages.
constexpr std::size_t kMostSurvivors = 64;

struct Settings {
    int iterations, pairs, perturbations;
    std::vector<SpsaGains> gains;  ///< of every parameter, in levels of its grid
};

double last_level(const Parameter& parameter) {
    return static_cast<double>(parameter.levels() - 1);
}

Settings read(Table& table, const Space& space) {
    Settings settings{};
    const int generations = table.integer("generations", 1000, 1, 10000000);
    settings.iterations = table.integer("iterations", generations, 1, 10000000);
    settings.pairs = table.integer("pairs", 2, 1, 10000);
    settings.perturbations = table.integer("perturbations", 4, 1, 10000);
    SpsaGains all;
    all.iterations = settings.iterations;
    all.c_end = table.number("c_end", 0.1, 0, 0.5);
    all.r_end = table.number("r_end", 0.01, 0, 10);
    all.stability = table.number("stability", 0.1, 0, 10) * settings.iterations;
    all.alpha = table.number("alpha", 0.602, 0, 1);
    all.gamma = table.number("gamma", 0.101, 0, 1);

    Table& parameters = table.table("parameters");
    for (const Parameter& parameter : space) {
        SpsaGains gains = all;
        Table& own = parameters.table(parameter.name);
        gains.c_end = own.number("c_end", all.c_end, 0, 0.5);
        gains.r_end = own.number("r_end", all.r_end, 0, 10);
        if (gains.c_end > 0)
            gains.c_end = std::max(gains.c_end * last_level(parameter), kLeastLevels);
        settings.gains.push_back(gains);
    }
    return settings;
}

class Spsa final : public Strategy {
  public:
    Spsa(Settings settings, const StrategyContext& context)
        : settings_{std::move(settings)}, space_{context.space}, seed_{context.seed} {
        const Point start = space_.start();
        for (std::size_t i = 0; i < space_.size(); ++i)
            centre_.push_back((start[i] - space_[i].min) / space_[i].step);
    }

    int generation() const override { return iteration_; }

    Batch ask(const StageView&) override {
        if (closed_ || iteration_ >= settings_.iterations) return {};
        batch_ = {.generation = iteration_};
        signs_.clear();
        for (int j = 0; j < settings_.perturbations; ++j) perturb(j);
        return batch_;
    }

    void tell(std::span<const EncounterResult> results) override {
        const std::vector<double> before = centre_;
        for (std::size_t i = 0; i < centre_.size(); ++i) {
            if (gains(i).c_end == 0) continue;
            double move = 0;
            for (std::size_t j = 0; j < signs_.size(); ++j)
                for (const PairOutcome& pair : results[j])
                    move += signs_[j][i] * 2 * (pair.points() - 1);  // wins - losses
            centre_[i] = std::clamp(centre_[i] + move * gains(i).r(k()) * width(i), 0.0,
                                    last_level(space_[i]));
        }
        step_ = 0;
        for (std::size_t i = 0; i < centre_.size(); ++i) {
            const double share = (centre_[i] - before[i]) / last_level(space_[i]);
            step_ += share * share / static_cast<double>(centre_.size());
        }
        step_ = std::sqrt(step_);
        ++iteration_;
        centres_.push_back(centre_);
    }

    /// The centre now, and the mean of the last half of all centres (Polyak and Juditsky 1992).
    Answer answer() const override {
        Answer answer;
        answer.champion = {kNobody, point(centre_), {kNobody, kNobody}, iteration_};
        answer.score = 0.5;  // nothing was selected
        answer.mean = answer.champion.point;
        const std::size_t count = centres_.size() - centres_.size() / 2;
        if (count == 0) {
            answer.survivors.push_back(point(centre_));
            return answer;
        }
        std::vector<double> mean(centre_.size());
        for (std::size_t n = centres_.size() - count; n < centres_.size(); ++n)
            for (std::size_t i = 0; i < mean.size(); ++i)
                mean[i] += centres_[n][i] / static_cast<double>(count);
        answer.mean = point(mean);
        const std::size_t shown = std::min(count, kMostSurvivors);
        for (std::size_t n = 1; n <= shown; ++n)
            answer.survivors.push_back(
                point(centres_[centres_.size() - count + n * count / shown - 1]));
        return answer;
    }

    Notes notes() const override {
        double a = 0, c = 0;
        for (std::size_t i = 0; i < centre_.size(); ++i) {
            const double last = last_level(space_[i]), n = static_cast<double>(centre_.size());
            c += gains(i).c(k()) / last / n;
            a += gains(i).a(k()) / (last * last) / n;
        }
        return {{"a", a}, {"c", c}, {"step", step_}};
    }

  private:
    Random stream(Operator what, int individual) const {
        return {seed_,
                {static_cast<std::uint64_t>(iteration_) + 1, static_cast<std::uint64_t>(individual),
                 what}};
    }

    const SpsaGains& gains(std::size_t i) const { return settings_.gains[i]; }
    double k() const { return std::min(iteration_ + 1, settings_.iterations); }

    /// Half the distance of the two points, in levels.
    double width(std::size_t i) const {
        return std::min(gains(i).c(k()), last_level(space_[i]) / 2);
    }

    void perturb(int j) {
        Random signs = stream(kSigns, j), rounding = stream(kRounding, j);
        Point plus, minus;
        signs_.emplace_back();
        for (std::size_t i = 0; i < centre_.size(); ++i) {
            const double c = width(i), last = last_level(space_[i]);
            const double sign = signs.chance(0.5) ? 1 : -1;
            const double middle = std::clamp(centre_[i], c, last - c);
            // One draw for both keeps them 2 c apart; each is right in the mean.
            const double lot = rounding.uniform();
            plus.push_back(std::floor(middle + sign * c + lot));
            minus.push_back(std::floor(middle - sign * c + lot));
            signs_.back().push_back(sign);
        }
        const int a = static_cast<int>(batch_.candidates.size());
        batch_.candidates.push_back({next_id_++, point(plus), {kNobody, kNobody}, iteration_});
        batch_.candidates.push_back({next_id_++, point(minus), {kNobody, kNobody}, iteration_});
        batch_.encounters.push_back({a, a + 1, settings_.pairs, j * settings_.pairs});
    }

    Point point(const std::vector<double>& levels) const {
        Point point;
        for (std::size_t i = 0; i < levels.size(); ++i)
            point.push_back(space_[i].min + levels[i] * space_[i].step);
        return space_.snapped(std::move(point));
    }

    Settings settings_;
    Space space_;
    std::uint64_t seed_;
    Id next_id_ = 0;
    int iteration_ = 0;
    std::vector<double> centre_;                // in levels, between them, too
    std::vector<std::vector<double>> centres_;  // after every iteration
    std::vector<std::vector<double>> signs_;    // of every perturbation
    double step_ = 0;                           // the last, as a share of the ranges
    Batch batch_;
};

}  // namespace

std::unique_ptr<Strategy> make_spsa(Table& table, const StrategyContext& context) {
    return std::make_unique<Spsa>(read(table, context.space), context);
}

}  // namespace sparring::tuner
