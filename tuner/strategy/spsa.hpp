// Strategy `spsa`: the centre moves along gradients that are guessed by letting two points on
// either side of it play each other.
//
// Sources: Spall 1992, "Multivariate stochastic approximation using a simultaneous perturbation
// gradient approximation", IEEE Trans. Automatic Control 37(3); gains and their names as fishtest
// and OpenBench have them, who go back to zamar/spsa. Bounds: Sadegh 1997, "Constrained
// optimization via stochastic approximation with a simultaneous perturbation gradient
// approximation", Automatica 33(5): the centre is moved inside until both points fit.
#pragma once

#include <memory>

#include "tuner/strategy/catalogue.hpp"

namespace sparring::tuner {

/// Spall's gain sequences, given by what they end at. `k` counts iterations from 1.
struct SpsaGains {
    double c_end = 0.1;     ///< c of the last iteration, in any unit; a / c has the same
    double r_end = 0.01;    ///< a / c^2 of the last
    double iterations = 1;  ///< N
    double stability = 0;   ///< A, in iterations
    double alpha = 0.602, gamma = 0.101;

    double c(double k) const;  ///< c / k^gamma
    double a(double k) const;  ///< a / (A + k)^alpha
    double r(double k) const;  ///< a / c^2
};

/// Keys `iterations` (or `generations`), `pairs`, `perturbations`, `c_end`, `r_end`, `stability`,
/// `alpha`, `gamma`, and `c_end` and `r_end` of single parameters in `parameters.NAME`. `c_end` is
/// a share of the parameter's range, everywhere; 0 leaves a parameter alone. A step is r c (wins -
/// losses), summed over all games of the iteration, so that `r_end` means what fishtest and
/// OpenBench mean by it however many games an iteration has.
std::unique_ptr<Strategy> make_spsa(Table& table, const StrategyContext& context);

}  // namespace sparring::tuner
