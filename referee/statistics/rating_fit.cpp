#include "referee/statistics/rating_fit.hpp"

#include <algorithm>
#include <cmath>

namespace sparring::referee {
namespace {

double logistic(double u) {
    return 1 / (1 + std::exp(-u));
}

double log_logistic(double u) {
    return u < 0 ? u - std::log1p(std::exp(u)) : -std::log1p(std::exp(-u));
}

/// Adds `weight` log F(u) for u = (sign of x) x + (sign of y) y.
void add_log_logistic(Slopes& sum, double weight, double u, double by_x, double by_y) {
    if (weight == 0) return;
    const double first = weight * logistic(-u);
    const double second = -first * logistic(u);
    sum.value += weight * log_logistic(u);
    sum.x += by_x * first;
    sum.y += by_y * first;
    sum.xx += second;
    sum.xy += by_x * by_y * second;
    sum.yy += by_y * by_y * second;
}

Slopes slopes_at(const ResultCounts& games, double x, double y, DrawModel draws) {
    Slopes sum;
    if (draws == DrawModel::half_wins) {
        add_log_logistic(sum, games.wins + games.draws / 2, x, 1, 0);
        add_log_logistic(sum, games.losses + games.draws / 2, -x, -1, 0);
        return sum;
    }
    add_log_logistic(sum, games.wins, x - y, 1, -1);
    add_log_logistic(sum, games.losses, -x - y, -1, -1);
    add_log_logistic(sum, games.draws, x + y, 1, 1);
    add_log_logistic(sum, games.draws, y - x, -1, 1);
    if (games.draws > 0) {
        const double rest = -std::expm1(-2 * y), odds = std::exp(-2 * y) / rest;
        sum.value += games.draws * std::log(rest);
        sum.y += games.draws * 2 * odds;
        sum.yy -= games.draws * 4 * odds / rest;
    }
    return sum;
}

struct Likelihood {
    double value = 0;
    Eigen::VectorXd gradient;
    Eigen::MatrixXd information;  ///< the negative second derivatives
};

Likelihood likelihood(const RatingFit& fit, const std::vector<ResultCounts>& encounters) {
    const auto n = fit.parameters.size();
    Likelihood sum{0, Eigen::VectorXd::Zero(n), Eigen::MatrixXd::Zero(n, n)};
    const auto advantage = fit.advantage_index(), draw = fit.draw_index();
    for (const ResultCounts& games : encounters) {
        const Slopes s = fit.slopes(games);
        sum.value += s.value;
        // x depends on these, y on one of the parameters at most.
        const int by_x[] = {games.first, games.second, advantage.value_or(0)};
        const double signs[] = {1, -1, 1};
        const int used = advantage ? 3 : 2;
        for (int i = 0; i < used; ++i) {
            sum.gradient[by_x[i]] += signs[i] * s.x;
            for (int k = 0; k < used; ++k)
                sum.information(by_x[i], by_x[k]) -= signs[i] * signs[k] * s.xx;
            if (!draw) continue;
            sum.information(by_x[i], *draw) -= signs[i] * s.xy;
            sum.information(*draw, by_x[i]) -= signs[i] * s.xy;
        }
        if (!draw) continue;
        sum.gradient[*draw] += s.y;
        sum.information(*draw, *draw) -= s.yy;
    }
    return sum;
}

/// The draw parameter at which equals draw as many games as were drawn.
double first_guess(const std::vector<ResultCounts>& encounters) {
    double draws = 0, games = 0;
    for (const ResultCounts& each : encounters) {
        draws += each.draws;
        games += each.wins + each.draws + each.losses;
    }
    const double share = std::clamp(draws / games, 0.01, 0.9);
    return std::log((1 + share) / (1 - share));
}

bool possible(const RatingFit& fit) {
    return !fit.draw_index() || fit.parameters[*fit.draw_index()] > 0;
}

}  // namespace

std::optional<int> RatingFit::advantage_index() const {
    if (model.advantage) return {};
    return players;
}

std::optional<int> RatingFit::draw_index() const {
    if (model.draws == DrawModel::half_wins || model.draw) return {};
    return players + (model.advantage ? 0 : 1);
}

double RatingFit::advantage() const {
    const auto index = advantage_index();
    return index ? parameters[*index] : *model.advantage;
}

double RatingFit::draw() const {
    const auto index = draw_index();
    return index ? parameters[*index] : model.draw.value_or(0);
}

Slopes RatingFit::slopes(const ResultCounts& game) const {
    return slopes_at(game, parameters[game.first] - parameters[game.second] + advantage(), draw(),
                     model.draws);
}

std::optional<RatingFit> fit_ratings(int players, const std::vector<ResultCounts>& encounters,
                                     const FitModel& model) {
    RatingFit fit;
    fit.players = players;
    fit.model = model;
    const int size = players + (fit.advantage_index() ? 1 : 0) + (fit.draw_index() ? 1 : 0);
    fit.parameters = Eigen::VectorXd::Zero(size);
    if (fit.draw_index()) fit.parameters[*fit.draw_index()] = first_guess(encounters);

    Likelihood here = likelihood(fit, encounters);
    // A maximum at infinity shows as steps that never get shorter, or as information that vanishes.
    constexpr int most_rounds = 100;
    for (int round = 0; round < most_rounds; ++round) {
        // The ratings' common height has no influence. This term holds it.
        const double held = here.information.diagonal().head(players).mean();
        const double each = held / players;
        here.information.topLeftCorner(players, players).array() += each;
        const Eigen::LDLT<Eigen::MatrixXd> factors{here.information};
        if (factors.info() != Eigen::Success || !factors.isPositive() || factors.rcond() < 1e-12)
            return {};
        Eigen::VectorXd step = factors.solve(here.gradient);
        const double longest = step.cwiseAbs().maxCoeff();
        if (!(longest < 1e6)) return {};
        if (longest < 1e-9) {
            fit.inverse = factors.solve(Eigen::MatrixXd::Identity(size, size));
            fit.inverse.topLeftCorner(players, players).array() -= 1 / (held * players);
            return fit;
        }
        constexpr double stride = 2;
        if (longest > stride) step *= stride / longest;
        const RatingFit from = fit;
        const double value = here.value - 1e-12 * std::abs(here.value);
        for (int halved = 0;; ++halved) {
            fit.parameters = from.parameters + step;
            if (possible(fit)) {
                here = likelihood(fit, encounters);
                if (here.value >= value || halved == 30) break;
            }
            step /= 2;
        }
    }
    return {};
}

}  // namespace sparring::referee
