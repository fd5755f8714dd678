// Strategy `cmaes`: the full (mu/mu_w, lambda)-CMA-ES in coordinates where every range is 0 .. 1.
// It starts at the start; all of a generation play the same openings against the opponents.
//
// Source: N. Hansen, "The CMA evolution strategy: a tutorial", arXiv:1604.00772v2 (2023). Bounds: a
// sample is drawn again up to ten times (tutorial, B.5), then mirrored at the bounds (reflection:
// R. Biedrzycki, "Handling bound constraints in CMA-ES: an experimental study", Swarm and
// Evolutionary Computation 52, 2020). The distribution learns from where the sample then is, before
// it goes to the grid, and does not get narrower than a share of a level.
#pragma once

#include <memory>
#include <span>

#include "tuner/strategy/catalogue.hpp"

namespace sparring::tuner {

/// Where a coordinate goes that was to leave 0 .. 1.
double mirrored(double coordinate);

/// By how much measuring again changes ranks more than is good: above 0, selection is mostly noise.
/// `again` has what was measured the second time for the first few of `once`. Source: Hansen,
/// Niederberger, Guzzella, Koumoutsakos, "A method for handling uncertainty in evolutionary
/// optimization", IEEE Trans. Evolutionary Computation 13(1), 2009, with theta = 0.2.
double rank_uncertainty(std::span<const double> once, std::span<const double> again);

/// Keys `generations`, `population`, `pairs`, `sigma`, `active` and `reevaluate`: so many of a
/// generation play twice, and where that shows that ranks are noise, `pairs` grow up to
/// `most_pairs`, and then sigma.
std::unique_ptr<Strategy> make_cmaes(Table& table, const StrategyContext& context);

}  // namespace sparring::tuner
