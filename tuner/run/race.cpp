#include "tuner/run/race.hpp"

#include <algorithm>
#include <cmath>

namespace sparring::tuner {
namespace {

/// Pairs before anybody is judged.
constexpr int kFirst = 5;

/// Half width of the interval of a mean share, in standard errors. Everybody is judged again after
/// every block, so the bar is higher than 1.96.
constexpr double kWidth = 2.6;

struct Runner {
    double share = 0.5, error = 1;
};

Runner judged(const EncounterResult& result) {
    if (result.empty()) return {};
    double sum = 0, squares = 0;
    for (const PairOutcome& pair : result) {
        const double share = pair.points() / 2;
        sum += share;
        squares += share * share;
    }
    const auto n = static_cast<double>(result.size());
    Runner runner;
    runner.share = sum / n;
    // With one pseudo-observation of the largest variance: equal results are no certainty.
    const double variance = (squares - n * runner.share * runner.share + 0.25) / n;
    runner.error = std::sqrt(variance / n);
    return runner;
}

}  // namespace

Race::Race(const Batch& batch, bool racing) {
    bool one_each = batch.encounters.size() == batch.candidates.size();
    for (std::size_t i = 0; i < batch.encounters.size(); ++i) {
        whole_.push_back(batch.encounters[i].pairs);
        one_each = one_each && batch.encounters[i].a == static_cast<int>(i) &&
                   batch.encounters[i].b == Encounter::kOpponents;
    }
    // Only candidates that are measured alike can race.
    if (racing && one_each && batch.keep < static_cast<int>(batch.candidates.size()))
        keep_ = batch.keep;
}

std::vector<int> Race::pairs() const {
    std::vector<int> wanted = whole_;
    if (keep_ > 0)
        for (int& pairs : wanted) pairs = std::min(pairs, kFirst);
    return wanted;
}

std::vector<int> Race::pairs(std::span<const EncounterResult> results,
                             std::span<const int> played) const {
    if (keep_ == 0) return whole_;
    std::vector<Runner> runners;
    for (const EncounterResult& result : results) runners.push_back(judged(result));
    std::vector<int> wanted{played.begin(), played.end()};
    for (std::size_t i = 0; i < runners.size(); ++i) {
        const auto better = std::count_if(runners.begin(), runners.end(), [&](const Runner& other) {
            return other.share - kWidth * other.error >
                   runners[i].share + kWidth * runners[i].error;
        });
        const auto worse = std::count_if(runners.begin(), runners.end(), [&](const Runner& other) {
            return other.share + kWidth * other.error <
                   runners[i].share - kWidth * runners[i].error;
        });
        const auto others = static_cast<std::ptrdiff_t>(runners.size());
        const bool decided = better >= keep_ || worse >= others - keep_;
        if (!decided) wanted[i] = std::min(whole_[i], played[i] + std::max(1, played[i] / 4));
    }
    return wanted;
}

}  // namespace sparring::tuner
