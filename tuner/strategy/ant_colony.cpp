#include "tuner/strategy/ant_colony.hpp"

#include <algorithm>
#include <cmath>

#include "tuner/strategy/first_points.hpp"
#include "tuner/strategy/operators.hpp"
#include "tuner/strategy/tally.hpp"

namespace sparring::tuner {

std::vector<double> kernel_weights(int archive, double locality) {
    std::vector<double> weights;
    double sum = 0;
    for (int l = 0; l < archive; ++l) {
        const double distance = l / (locality * archive);
        weights.push_back(std::exp(-distance * distance / 2));
        sum += weights.back();
    }
    for (double& weight : weights) weight /= sum;
    return weights;
}

std::vector<double> kernel_deviations(const std::vector<Point>& points, std::size_t around,
                                      double speed) {
    std::vector<double> deviations(points[around].size());
    for (const Point& point : points)
        for (std::size_t i = 0; i < deviations.size(); ++i)
            deviations[i] += speed * std::abs(point[i] - points[around][i]) /
                             static_cast<double>(points.size() - 1);
    return deviations;
}

namespace {

enum Operator : std::uint64_t { kAnt = 1 };

/// Of a step, in levels: else integers would freeze where the archive agrees.
constexpr double kLeastDeviation = 0.3;

struct Settings {
    int generations, archive, ants, pairs;
    double locality, speed;
    bool reevaluate;
    FirstPoints first;
};

Settings read(Table& table) {
    Settings settings{};
    settings.generations = table.integer("generations", 200, 1, 1000000);
    settings.archive = table.integer("archive", 50, 2, 100000);
    settings.ants = table.integer("ants", 10, 1, 100000);
    settings.pairs = table.integer("pairs", 8, 1, 10000);
    settings.locality = table.number("locality", 0.1, 1e-6, 100);
    settings.speed = table.number("speed", 0.85, 0, 10);
    settings.reevaluate = table.flag("reevaluate", true);
    settings.first = read_first_points(table);
    return settings;
}

struct Member {
    Candidate candidate;
    Tally tally{};

    double share() const { return tally.games() > 0 ? tally.share() : -1; }
};

class AntColony final : public Strategy {
  public:
    AntColony(const Settings& settings, const StrategyContext& context)
        : settings_{settings},
          space_{context.space},
          seed_{context.seed},
          weights_{kernel_weights(settings.archive, settings.locality)} {
        for (Point& point : first_points(space_, settings_.first, settings_.archive, seed_))
            archive_.push_back({{next_id_++, std::move(point), {kNobody, kNobody}, 0}});
    }

    int generation() const override { return generation_; }

    Batch ask(const StageView& stage) override {
        if (closed_ || generation_ >= settings_.generations) return {};
        batch_ = {.generation = generation_};
        ants_.clear();
        if (generation_ == 0 || stage.begins) {
            for (Member& member : archive_) member.tally = {};
            playing_ = archive_.size();
        } else {
            playing_ = settings_.reevaluate ? std::min(archive_.size(), ants()) : 0;
            for (std::size_t ant = 0; ant < ants(); ++ant)
                ants_.push_back({sent_out(ant, stage.immigrants)});
        }
        for (std::size_t i = 0; i < playing_; ++i)
            batch_.candidates.push_back(archive_[i].candidate);
        for (const Member& ant : ants_) batch_.candidates.push_back(ant.candidate);
        for (int i = 0; i < static_cast<int>(batch_.candidates.size()); ++i)
            batch_.encounters.push_back({i, Encounter::kOpponents, settings_.pairs});
        return batch_;
    }

    void tell(std::span<const EncounterResult> results) override {
        std::vector<Member> members = archive_;
        members.insert(members.end(), ants_.begin(), ants_.end());
        for (std::size_t i = 0; i < results.size(); ++i) {
            Member& member = members[i < playing_ ? i : archive_.size() + i - playing_];
            for (const PairOutcome& pair : results[i]) member.tally.add(pair);
        }
        std::vector<double> shares;
        for (const Member& member : members) shares.push_back(member.share());
        std::vector<Member> best;
        for (const std::size_t i : ranking(shares)) {
            if (best.size() == archive_.size()) break;
            best.push_back(std::move(members[i]));
        }
        archive_ = std::move(best);
        ++generation_;
    }

    Answer answer() const override {
        Answer answer{.champion = {kNobody, space_.start()},
                      .score = 0.5,
                      .mean = {},
                      .survivors = {space_.start()}};
        if (generation_ > 0) {
            const Member& best = surest();
            answer.champion = best.candidate;
            answer.score = best.tally.share();
            answer.survivors = points();
            answer.survivors.resize((archive_.size() + 1) / 2);
        }
        answer.mean = mean_of(space_, answer.survivors);
        return answer;
    }

    Notes notes() const override {
        return {{"diversity", diversity(space_, points())},
                {"games_of_best", archive_.front().tally.games()}};
    }

  private:
    /// The best after a standard error is taken from everybody's share: among many, whoever played
    /// least looks best by luck.
    const Member& surest() const {
        std::vector<double> bounds;
        for (const Member& member : archive_)
            bounds.push_back(member.share() - 0.5 / std::sqrt(std::max(member.tally.games(), 1)));
        return archive_[ranking(bounds).front()];
    }

    std::size_t ants() const { return static_cast<std::size_t>(settings_.ants); }

    Candidate sent_out(std::size_t ant, double immigrants) {
        Random random{seed_, {static_cast<std::uint64_t>(generation_) + 1, ant, kAnt}};
        if (random.chance(immigrants))
            return {next_id_++, random_point(space_, random), {kNobody, kNobody}, generation_};
        double lot = random.uniform();
        std::size_t guide = 0;
        while (guide + 1 < weights_.size() && lot >= weights_[guide]) lot -= weights_[guide++];
        const auto deviations = kernel_deviations(points(), guide, settings_.speed);
        Point point = archive_[guide].candidate.point;
        for (std::size_t i = 0; i < point.size(); ++i)
            point[i] += std::max(deviations[i], kLeastDeviation * space_[i].step) * random.normal();
        return {next_id_++,
                space_.snapped(std::move(point)),
                {archive_[guide].candidate.id, kNobody},
                generation_};
    }

    std::vector<Point> points() const {
        std::vector<Point> points;
        for (const Member& member : archive_) points.push_back(member.candidate.point);
        return points;
    }

    Settings settings_;
    Space space_;
    std::uint64_t seed_;
    std::vector<double> weights_;
    Id next_id_ = 0;
    int generation_ = 0;
    std::vector<Member> archive_;  // the best first, once it has played
    std::vector<Member> ants_;     // of the batch
    std::size_t playing_ = 0;      // so many of the archive are in the batch, before the ants
    Batch batch_;
};

}  // namespace

std::unique_ptr<Strategy> make_ant_colony(Table& table, const StrategyContext& context) {
    return std::make_unique<AntColony>(read(table), context);
}

}  // namespace sparring::tuner
