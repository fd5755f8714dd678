#include "tuner/strategy/covariance.hpp"

#include <algorithm>
#include <cmath>

#include "referee/statistics/eigen.hpp"

namespace sparring::tuner {

int CmaConstants::default_population(int dimensions) {
    return 4 + static_cast<int>(3 * std::log(dimensions));
}

CmaConstants::CmaConstants(int dimensions, int lambda, bool active)
    : population{lambda}, parents{lambda / 2} {
    const double n = dimensions;
    double sum = 0, squares = 0, below_sum = 0, below_squares = 0;
    for (int i = 1; i <= lambda; ++i) {
        const double weight = std::log((lambda + 1) / 2.0) - std::log(i);  // (49)
        weights.push_back(weight);
        (i <= parents ? sum : below_sum) += weight;
        (i <= parents ? squares : below_squares) += weight * weight;
    }
    mu_eff = sum * sum / squares;
    c_sigma = (mu_eff + 2) / (n + mu_eff + 5);
    d_sigma = 1 + 2 * std::max(0.0, std::sqrt((mu_eff - 1) / (n + 1)) - 1) + c_sigma;
    c_c = (4 + mu_eff / n) / (n + 4 + 2 * mu_eff / n);
    c_1 = 2 / ((n + 1.3) * (n + 1.3) + mu_eff);
    c_mu = std::min(1 - c_1, 2 * (0.25 + mu_eff + 1 / mu_eff - 2) / ((n + 2) * (n + 2) + mu_eff));
    expected_length = std::sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));

    // How far the negative ones may go: (50), (51), (52); the least of them is (53).
    const double below_mu_eff = below_squares > 0 ? below_sum * below_sum / below_squares : 0;
    const double limit = std::min(
        {1 + c_1 / c_mu, 1 + 2 * below_mu_eff / (mu_eff + 2), (1 - c_1 - c_mu) / (n * c_mu)});
    for (int i = 0; i < lambda; ++i) {
        double& weight = weights[static_cast<std::size_t>(i)];
        if (i < parents)
            weight /= sum;
        else
            weight = active && below_sum < 0 ? weight * std::max(limit, 0.0) / -below_sum : 0;
    }
}

struct CmaDistribution::State {
    CmaConstants constants;
    std::vector<double> mean;
    double sigma;
    Eigen::MatrixXd covariance, root, inverse_root;
    Eigen::VectorXd sigma_path, covariance_path;
    double condition = 1;
    int updates = 0;

    Eigen::Index size() const { return static_cast<Eigen::Index>(mean.size()); }

    void decompose() {
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver{covariance};
        const double largest = solver.eigenvalues().maxCoeff();
        // Rounding may have made the smallest negative.
        const Eigen::VectorXd values = solver.eigenvalues().cwiseMax(1e-12 * largest);
        const Eigen::MatrixXd& vectors = solver.eigenvectors();
        root = vectors * values.cwiseSqrt().asDiagonal() * vectors.transpose();
        inverse_root =
            vectors * values.cwiseSqrt().cwiseInverse().asDiagonal() * vectors.transpose();
        condition = largest / values.minCoeff();
    }
};

CmaDistribution::CmaDistribution(const std::vector<double>& mean, double sigma,
                                 CmaConstants constants)
    : state_{new State{.constants = std::move(constants),
                       .mean = mean,
                       .sigma = sigma,
                       .covariance = {},
                       .root = {},
                       .inverse_root = {},
                       .sigma_path = {},
                       .covariance_path = {}}} {
    State& s = *state_;
    s.covariance = Eigen::MatrixXd::Identity(s.size(), s.size());
    s.sigma_path = s.covariance_path = Eigen::VectorXd::Zero(s.size());
    s.decompose();
}

CmaDistribution::CmaDistribution(CmaDistribution&&) noexcept = default;
CmaDistribution::~CmaDistribution() = default;

std::vector<double> CmaDistribution::sample(Random& random) const {
    const State& s = *state_;
    Eigen::VectorXd z{s.size()};
    for (Eigen::Index i = 0; i < s.size(); ++i) z[i] = random.normal();
    const Eigen::VectorXd y = s.root * z;
    std::vector<double> sample = s.mean;
    for (std::size_t i = 0; i < sample.size(); ++i)
        sample[i] += s.sigma * y[static_cast<Eigen::Index>(i)];
    return sample;
}

void CmaDistribution::update(std::span<const std::vector<double>> samples) {
    State& s = *state_;
    const CmaConstants& c = s.constants;
    const double n = static_cast<double>(s.size());
    const Eigen::Map<Eigen::VectorXd> mean{s.mean.data(), s.size()};
    Eigen::MatrixXd steps{s.size(), static_cast<Eigen::Index>(samples.size())};
    Eigen::VectorXd mean_step = Eigen::VectorXd::Zero(s.size());
    for (Eigen::Index i = 0; i < steps.cols(); ++i) {
        const auto& sample = samples[static_cast<std::size_t>(i)];
        steps.col(i) =
            (Eigen::Map<const Eigen::VectorXd>{sample.data(), s.size()} - mean) / s.sigma;
        if (i < c.parents) mean_step += c.weights[static_cast<std::size_t>(i)] * steps.col(i);
    }

    // Paths: (43), (45).
    s.sigma_path = (1 - c.c_sigma) * s.sigma_path +
                   std::sqrt(c.c_sigma * (2 - c.c_sigma) * c.mu_eff) * s.inverse_root * mean_step;
    ++s.updates;
    const double length = s.sigma_path.norm();
    const double settled = std::sqrt(1 - std::pow(1 - c.c_sigma, 2.0 * s.updates));
    const bool moderate = length / settled < (1.4 + 2 / (n + 1)) * c.expected_length;  // h_sigma
    s.covariance_path *= 1 - c.c_c;
    if (moderate) s.covariance_path += std::sqrt(c.c_c * (2 - c.c_c) * c.mu_eff) * mean_step;

    // Covariance: (46), (47).
    double weights = 0;
    for (const double weight : c.weights) weights += weight;
    const double missed = moderate ? 0 : c.c_c * (2 - c.c_c);
    s.covariance *= 1 + c.c_1 * missed - c.c_1 - c.c_mu * weights;
    s.covariance += c.c_1 * s.covariance_path * s.covariance_path.transpose();
    for (Eigen::Index i = 0; i < steps.cols(); ++i) {
        double weight = c.weights[static_cast<std::size_t>(i)];
        if (weight < 0)
            weight *= n / std::max((s.inverse_root * steps.col(i)).squaredNorm(), 1e-12);
        s.covariance += c.c_mu * weight * steps.col(i) * steps.col(i).transpose();
    }

    for (Eigen::Index i = 0; i < s.size(); ++i)
        s.mean[static_cast<std::size_t>(i)] += s.sigma * mean_step[i];              // (42)
    s.sigma *= std::exp(c.c_sigma / c.d_sigma * (length / c.expected_length - 1));  // (44)
    s.decompose();
}

void CmaDistribution::limit(const std::vector<double>& least, double most) {
    State& s = *state_;
    double widest = 0;
    for (std::size_t i = 0; i < s.mean.size(); ++i) widest = std::max(widest, deviation(i));
    if (widest > most) s.sigma *= most / widest;
    bool narrow = false;
    for (std::size_t i = 0; i < s.mean.size(); ++i) {
        if (deviation(i) >= least[i]) continue;
        const auto k = static_cast<Eigen::Index>(i);
        s.covariance(k, k) = least[i] * least[i] / (s.sigma * s.sigma);
        narrow = true;
    }
    if (narrow) s.decompose();
}

void CmaDistribution::scale(double factor) {
    state_->sigma *= factor;
}

const std::vector<double>& CmaDistribution::mean() const {
    return state_->mean;
}
double CmaDistribution::sigma() const {
    return state_->sigma;
}
double CmaDistribution::deviation(std::size_t coordinate) const {
    const auto i = static_cast<Eigen::Index>(coordinate);
    return state_->sigma * std::sqrt(state_->covariance(i, i));
}
double CmaDistribution::condition() const {
    return state_->condition;
}

}  // namespace sparring::tuner
