#include "tuner/strategy/heuristic_step.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tuner/strategy/tally.hpp"

namespace sparring::tuner {
namespace {

/// 0 is the lowest; equals share the mean of their ranks.
std::vector<double> ranks(std::span<const double> values) {
    const std::vector<std::size_t> order = ranking(values);
    std::vector<double> ranks(values.size());
    for (std::size_t from = 0, to; from < order.size(); from = to) {
        for (to = from; to < order.size() && values[order[to]] == values[order[from]]; ++to) {
        }
        const double mean = static_cast<double>(values.size()) - 1 -
                            (static_cast<double>(from) + static_cast<double>(to - 1)) / 2;
        for (std::size_t i = from; i < to; ++i) ranks[order[i]] = mean;
    }
    return ranks;
}

bool increases(Heuristic how, std::span<const double> fitness, std::span<const double> values) {
    if (how == Heuristic::rank_correlation) return rank_correlation(fitness, values) > 0.5;
    return std::adjacent_find(values.begin(), values.end(), std::greater_equal{}) == values.end();
}

}  // namespace

double rank_correlation(std::span<const double> a, std::span<const double> b) {
    const std::vector<double> x = ranks(a), y = ranks(b);
    const double mean = (static_cast<double>(x.size()) - 1) / 2;
    double xx = 0, yy = 0, xy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        xx += (x[i] - mean) * (x[i] - mean);
        yy += (y[i] - mean) * (y[i] - mean);
        xy += (x[i] - mean) * (y[i] - mean);
    }
    return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : 0;
}

std::vector<Point> heuristic_step(const Space& space, Heuristic how, std::vector<Point> points,
                                  std::span<const double> fitness, std::size_t elites) {
    const std::size_t n = points.size();
    if (how == Heuristic::off || n < 2 || elites >= n) return points;
    // The worst first; of equals the later, so that the elites are the same as by ranking().
    std::vector<std::size_t> order = ranking(fitness);
    std::reverse(order.begin(), order.end());
    std::vector<double> sorted_fitness, values(n);
    for (const std::size_t i : order) sorted_fitness.push_back(fitness[i]);
    for (std::size_t j = 0; j < space.size(); ++j) {
        for (std::size_t i = 0; i < n; ++i) values[i] = points[order[i]][j];
        if (increases(how, sorted_fitness, values)) {
            const double mean_increment =
                (values.back() - values.front()) / static_cast<double>(n - 1);
            const std::size_t best = n - 1 - elites;
            points[order[best]][j] =
                space[j].snapped(values[best] + std::max(mean_increment, space[j].step));
        } else {
            const double mean =
                std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(n);
            std::size_t farthest = 0;
            for (std::size_t i = 1; i < n - elites; ++i)
                if (std::abs(values[i] - mean) > std::abs(values[farthest] - mean)) farthest = i;
            points[order[farthest]][j] = space[j].snapped(mean);
        }
    }
    return points;
}

}  // namespace sparring::tuner
