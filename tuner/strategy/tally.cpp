#include "tuner/strategy/tally.hpp"

#include <algorithm>
#include <numeric>

namespace sparring::tuner {

void Tally::add(double score, Side side) {
    const bool first = side == Side::first;
    (score == 1   ? (first ? first_wins : second_wins)
     : score == 0 ? (first ? first_losses : second_losses)
                  : (first ? first_draws : second_draws)) += 1;
}

void Tally::add(const PairOutcome& pair) {
    add(pair.as_first.score, Side::first);
    add(pair.as_second.score, Side::second);
}

void Tally::add_mirrored(const PairOutcome& pair) {
    add(1 - pair.as_first.score, Side::second);
    add(1 - pair.as_second.score, Side::first);
}

std::vector<Tally> tallies(const Batch& batch, std::span<const EncounterResult> results) {
    std::vector<Tally> tallies(batch.candidates.size());
    for (std::size_t i = 0; i < batch.encounters.size(); ++i) {
        const Encounter& encounter = batch.encounters[i];
        for (const PairOutcome& pair : results[i]) {
            tallies[static_cast<std::size_t>(encounter.a)].add(pair);
            if (encounter.b != Encounter::kOpponents)
                tallies[static_cast<std::size_t>(encounter.b)].add_mirrored(pair);
        }
    }
    return tallies;
}

std::vector<std::size_t> ranking(std::span<const double> scores) {
    std::vector<std::size_t> order(scores.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
    return order;
}

Point mean_of(const Space& space, std::span<const Point> points) {
    if (points.empty()) return space.start();
    Point mean(space.size());
    for (const Point& point : points)
        for (std::size_t i = 0; i < mean.size(); ++i)
            mean[i] += point[i] / static_cast<double>(points.size());
    return space.snapped(mean);
}

}  // namespace sparring::tuner
