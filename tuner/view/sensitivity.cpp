#include "tuner/view/sensitivity.hpp"

#include <algorithm>
#include <cmath>

#include "referee/statistics/eigen.hpp"
#include "referee/statistics/normal.hpp"

namespace sparring::tuner {
namespace {

/// Least share of a parameter's variation that the others must leave unexplained.
constexpr double kTolerance = 1e-3;

/// Least mean square of what varies, in shares of the range: 0.2 % apart.
constexpr double kVariation = 4e-6;

Eigen::VectorXd vector_of(const std::vector<double>& values) {
    return Eigen::Map<const Eigen::VectorXd>(values.data(),
                                             static_cast<Eigen::Index>(values.size()));
}

struct Sums {
    explicit Sums(Eigen::Index size)
        : xx{Eigen::MatrixXd::Zero(size, size)},
          xy{Eigen::VectorXd::Zero(size)},
          x{Eigen::VectorXd::Zero(size)} {}

    void add(const Eigen::VectorXd& row, double pairs, double mean, double squares) {
        xx.noalias() += pairs * row * row.transpose();
        xy += pairs * mean * row;
        x += pairs * row;
        yy += squares;
        y += pairs * mean;
        n += pairs;
    }

    Eigen::MatrixXd xx;
    Eigen::VectorXd xy, x;
    double yy = 0, y = 0, n = 0;
};

}  // namespace

struct JointRegression::State {
    explicit State(Eigen::Index size) : all{size}, generation{size} {}

    Sums all, generation;
    double pairs = 0;
    double lost = 0;  // degrees of freedom, to means of generations
};

JointRegression::JointRegression(std::size_t parameters)
    : state_{std::make_unique<State>(static_cast<Eigen::Index>(parameters))} {}

JointRegression::~JointRegression() = default;

std::int64_t JointRegression::pairs() const {
    return static_cast<std::int64_t>(state_->pairs);
}

void JointRegression::add_duel(const std::vector<double>& a, const std::vector<double>& b,
                               double pairs, double share, double squares) {
    state_->all.add(vector_of(a) - vector_of(b), pairs, share - 0.5, squares);
    state_->pairs += pairs;
}

void JointRegression::add_against(const std::vector<double>& a, double pairs, double share,
                                  double squares) {
    state_->generation.add(vector_of(a), pairs, share - 0.5, squares);
    state_->pairs += pairs;
}

void JointRegression::end_generation() {
    const Sums& g = state_->generation;
    if (g.n == 0) return;
    Sums& all = state_->all;
    all.xx += g.xx - g.x * g.x.transpose() / g.n;
    all.xy += g.xy - g.x * (g.y / g.n);
    all.yy += g.yy - g.y * g.y / g.n;
    state_->lost += 1;
    state_->generation = Sums{g.x.size()};
}

std::vector<std::optional<Effect>> JointRegression::effects() const {
    const Sums& all = state_->all;
    const double pairs = state_->pairs;
    const auto size = all.xx.rows();
    std::vector<Eigen::Index> used;
    for (Eigen::Index i = 0; i < size; ++i)
        if (pairs > 0 && all.xx(i, i) / pairs > kVariation) used.push_back(i);
    const double freedom = pairs - state_->lost - static_cast<double>(used.size());
    if (used.empty() || freedom < static_cast<double>(used.size())) return {};
    const Eigen::MatrixXd xx = all.xx(used, used);
    const Eigen::VectorXd xy = all.xy(used);
    const Eigen::FullPivLU<Eigen::MatrixXd> decomposition{xx};
    if (!decomposition.isInvertible()) return {};
    const Eigen::MatrixXd inverse = decomposition.inverse();
    const Eigen::VectorXd slopes = inverse * xy;
    const double variance = std::max(0.0, all.yy - slopes.dot(xy)) / freedom;
    std::vector<std::optional<Effect>> effects(static_cast<std::size_t>(size));
    for (std::size_t k = 0; k < used.size(); ++k) {
        const auto i = static_cast<Eigen::Index>(k);
        const double own = inverse(i, i);
        if (own <= 0 || 1 / (own * xx(i, i)) < kTolerance) continue;
        effects[static_cast<std::size_t>(used[k])] =
            Effect{slopes(i), referee::kZ95 * std::sqrt(variance * own)};
    }
    return effects;
}

}  // namespace sparring::tuner
