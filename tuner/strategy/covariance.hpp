// The normal distribution that CMA-ES moves: sampled, and shifted, turned and scaled towards the
// better samples. Knows neither games nor bounds. Pure.
//
// Source: N. Hansen, "The CMA evolution strategy: a tutorial", arXiv:1604.00772v2 (2023).
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "tuner/genome/random.hpp"

namespace sparring::tuner {

/// Default settings of the tutorial's table 1, for `dimensions` >= 1 and `population` >= 2.
struct CmaConstants {
    CmaConstants(int dimensions, int population, bool active);

    /// 4 + 3 ln n.
    static int default_population(int dimensions);

    int population;               ///< lambda
    int parents;                  ///< mu
    std::vector<double> weights;  ///< the first mu add up to 1; the others are negative if
                                  ///< `active`, else 0
    double mu_eff;                ///< variance effective selection mass
    double c_sigma, d_sigma;      ///< step size: rate, damping
    double c_c, c_1, c_mu;        ///< covariance: rates of the path, of rank one, of rank mu
    double expected_length;       ///< of a vector of `dimensions` standard normal numbers
};

class CmaDistribution {
  public:
    CmaDistribution(const std::vector<double>& mean, double sigma, CmaConstants constants);
    CmaDistribution(CmaDistribution&&) noexcept;
    ~CmaDistribution();

    /// Drawn as m + sigma C^(1/2) z, which unlike the tutorial's B D z does not depend on the signs
    /// and the order of eigenvectors.
    std::vector<double> sample(Random& random) const;

    /// `samples`, as many as the population, are sorted, the best first. They may have been moved
    /// since they were drawn.
    void update(std::span<const std::vector<double>> samples);

    /// Keeps every coordinate's standard deviation at `least` and above, and all at `most` and
    /// below.
    void limit(const std::vector<double>& least, double most);

    void scale(double factor);  ///< of sigma

    const std::vector<double>& mean() const;
    double sigma() const;
    double deviation(std::size_t coordinate) const;  ///< sigma sqrt(C_ii)
    double condition() const;                        ///< largest over smallest eigenvalue of C

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace sparring::tuner
