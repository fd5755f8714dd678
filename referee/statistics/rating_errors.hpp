// How far fitted ratings may be off. Pure.
#pragma once

#include <vector>
#include "referee/statistics/eigen.hpp"

#include "referee/statistics/rating_fit.hpp"

namespace sparring::referee {

/// One result more; none for Outcome::none.
void add_outcome(ResultCounts& encounter, Outcome outcome);

struct Covariance {
    Eigen::MatrixXd matrix;   ///< of RatingFit::parameters, in natural units
    bool from_pairs = false;  ///< the games come in pairs, and their residuals were used
};

/// The sandwich estimate: inverse information times the scatter of the residuals of what is
/// independent, pairs of games, times inverse information. It is right whatever the correlation in
/// a pair, and where draws as half wins make the scatter smaller than binomial. Where every game is
/// for itself and the model has draws (or there are none), the inverse information alone.
/// Precondition: the games connect all players of the fit.
Covariance covariance_of_fit(const RatingFit& fit, const std::vector<RatedGame>& games);

}  // namespace sparring::referee
