#include "tuner/strategy/random_search.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "tuner/strategy/first_points.hpp"
#include "tuner/strategy/operators.hpp"
#include "tuner/strategy/tally.hpp"

namespace sparring::tuner {
namespace {

enum Operator : std::uint64_t { kPoint = 1 };

/// The mean is taken of those who were among so many at least.
constexpr std::size_t kFinalists = 4;

/// Of an encounter; brackets of more rungs than a machine can play end with this many.
constexpr int kMostPairs = 1 << 20;

struct Settings {
    int generations, population, pairs, halving;
    FirstPoints first;
};

Settings read(Table& table) {
    Settings settings{};
    settings.generations = table.integer("generations", 1000, 1, 1000000);
    settings.population = table.integer("population", 64, 2, 100000);
    settings.pairs = table.integer("pairs", 2, 1, 10000);
    settings.halving = table.integer("halving", 2, 2, 100);
    settings.first = read_first_points(table);
    return settings;
}

class RandomSearch final : public Strategy {
  public:
    RandomSearch(const Settings& settings, const StrategyContext& context)
        : settings_{settings}, space_{context.space}, seed_{context.seed} {
        for (Point& point : first_points(space_, settings_.first, settings_.population, seed_))
            alive_.push_back({{next_id_++, std::move(point), {kNobody, kNobody}, 0}, {}});
    }

    int generation() const override { return bracket_; }

    Batch ask(const StageView& stage) override {
        if (closed_ || bracket_ >= settings_.generations) return {};
        if (stage.begins)
            for (Entrant& entrant : alive_) entrant.tally = {};
        batch_ = {.generation = bracket_, .keep = static_cast<int>(kept())};
        for (std::size_t i = 0; i < alive_.size(); ++i) {
            batch_.candidates.push_back(alive_[i].candidate);
            batch_.encounters.push_back(
                {static_cast<int>(i), Encounter::kOpponents, pairs_, played_});
        }
        return batch_;
    }

    void tell(std::span<const EncounterResult> results) override {
        std::vector<double> shares;
        for (std::size_t i = 0; i < alive_.size(); ++i) {
            for (const PairOutcome& pair : results[i]) alive_[i].tally.add(pair);
            shares.push_back(results[i].empty() ? -1 : alive_[i].tally.share());
        }
        std::vector<Entrant> left;
        for (const std::size_t i : ranking(shares)) {
            if (left.size() == kept()) break;
            left.push_back(std::move(alive_[i]));
        }
        alive_ = std::move(left);
        told_ = true;
        if (alive_.size() >= kFinalists || finalists_.empty()) finalists_ = points(alive_);
        played_ += pairs_;
        pairs_ = std::min(pairs_ * settings_.halving, kMostPairs);
        ++rung_;
        if (alive_.size() == 1) next_bracket();
    }

    Answer answer() const override {
        Answer answer{.champion = {kNobody, space_.start()},
                      .score = 0.5,
                      .mean = {},
                      .survivors = {space_.start()}};
        if (told_) {
            const Entrant& best = champion_ ? *champion_ : alive_.front();
            answer.champion = best.candidate;
            answer.score = best.tally.share();
            answer.survivors = champion_ ? survivors_ : finalists_;
        }
        answer.mean = mean_of(space_, answer.survivors);
        return answer;
    }

    Notes notes() const override {
        return {
            {"bracket", bracket_}, {"rung", rung_}, {"left", static_cast<double>(alive_.size())}};
    }

  private:
    struct Entrant {
        Candidate candidate;
        Tally tally;
    };

    /// How many go on from this rung.
    std::size_t kept() const {
        const auto eta = static_cast<std::size_t>(settings_.halving);
        return (alive_.size() + eta - 1) / eta;
    }

    void next_bracket() {
        ++bracket_;
        rung_ = played_ = 0;
        pairs_ = settings_.pairs;
        survivors_ = std::exchange(finalists_, {});
        champion_ = alive_.front();
        for (int i = 1; i < settings_.population; ++i) {
            Random random{
                seed_,
                {static_cast<std::uint64_t>(bracket_), static_cast<std::uint64_t>(i), kPoint}};
            Point point = settings_.first.draw(space_, random);
            alive_.push_back({{next_id_++, std::move(point), {kNobody, kNobody}, bracket_}, {}});
        }
    }

    static std::vector<Point> points(const std::vector<Entrant>& entrants) {
        std::vector<Point> points;
        for (const Entrant& entrant : entrants) points.push_back(entrant.candidate.point);
        return points;
    }

    Settings settings_;
    Space space_;
    std::uint64_t seed_;
    Id next_id_ = 0;
    int bracket_ = 0, rung_ = 0, pairs_ = settings_.pairs;
    int played_ = 0;                            // pairs of the bracket's rungs before
    std::vector<Entrant> alive_;                // the best first, once a rung is over
    std::vector<Point> finalists_, survivors_;  // of this bracket, of the last one
    std::optional<Entrant> champion_;           // of the last bracket
    bool told_ = false;
    Batch batch_;
};

}  // namespace

std::unique_ptr<Strategy> make_random_search(Table& table, const StrategyContext& context) {
    return std::make_unique<RandomSearch>(read(table), context);
}

}  // namespace sparring::tuner
