#include "referee/statistics/rating_errors.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace sparring::referee {
namespace {

/// A gradient of which few entries are not zero.
class SparseGradient {
  public:
    void add(int index, double value) {
        for (auto& [i, sum] : entries_) {
            if (i != index) continue;
            sum += value;
            return;
        }
        entries_.emplace_back(index, value);
    }
    /// Adds its product with itself, and is empty again.
    void flush(Eigen::MatrixXd& scatter) {
        for (const auto& [i, a] : entries_)
            for (const auto& [k, b] : entries_) scatter(i, k) += a * b;
        entries_.clear();
    }

  private:
    std::vector<std::pair<int, double>> entries_;
};

void add(SparseGradient& gradient, const RatingFit& fit, const RatedGame& game) {
    ResultCounts one{game.first, game.second, 0, 0, 0};
    add_outcome(one, game.outcome);
    const Slopes s = fit.slopes(one);
    gradient.add(game.first, s.x);
    gradient.add(game.second, -s.x);
    if (const auto i = fit.advantage_index()) gradient.add(*i, s.x);
    if (const auto i = fit.draw_index()) gradient.add(*i, s.y);
}

}  // namespace

void add_outcome(ResultCounts& encounter, Outcome outcome) {
    if (outcome == Outcome::first_wins) encounter.wins += 1;
    if (outcome == Outcome::second_wins) encounter.losses += 1;
    if (outcome == Outcome::draw) encounter.draws += 1;
}

Covariance covariance_of_fit(const RatingFit& fit, const std::vector<RatedGame>& games) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < games.size(); ++i)
        if (games[i].outcome != Outcome::none) order.push_back(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return games[a].pair < games[b].pair; });
    bool in_pairs = false, drawn = false;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const RatedGame& game = games[order[i]];
        drawn |= game.outcome == Outcome::draw;
        in_pairs |= i > 0 && game.pair != kNoPair && game.pair == games[order[i - 1]].pair;
    }
    const bool binomial = fit.model.draws == DrawModel::rao_kupper || !drawn;
    if (!in_pairs && binomial) return {fit.inverse, false};

    Eigen::MatrixXd scatter = Eigen::MatrixXd::Zero(fit.parameters.size(), fit.parameters.size());
    SparseGradient gradient;
    double clusters = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const RatedGame& game = games[order[i]];
        add(gradient, fit, game);
        const bool last =
            i + 1 == order.size() || game.pair == kNoPair || game.pair != games[order[i + 1]].pair;
        if (!last) continue;
        gradient.flush(scatter);
        ++clusters;
    }
    // Every fitted rating takes some of the scatter with it. Two players keep all of it, so that
    // they have the error of their score; elo.hpp.
    scatter *= clusters / (clusters - (fit.players - 2));
    return {fit.inverse * scatter * fit.inverse, in_pairs};
}

}  // namespace sparring::referee
