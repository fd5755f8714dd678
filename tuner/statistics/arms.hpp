// Two tuners compared by their runs: every run is one observation, whatever number of games tested
// its answer. Pure; random numbers are named by a seed.
//
// Sources: Mann and Whitney, Annals of Mathematical Statistics 18, 1947; Fisher's permutation test;
// Holm, Scandinavian Journal of Statistics 6, 1979; two-level bootstrap: Davison and Hinkley,
// "Bootstrap methods and their application", 1997, section 3.8.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "referee/statistics/elo.hpp"

namespace sparring::tuner {

/// What a test says of a run's answer: pairs of games by points 0, 1/2, 1, 3/2, 2; at least one.
using PairCounts = std::array<std::int64_t, 5>;

/// Logistic Elo; of an answer that won or lost everything that of an eighth of a pair less, so that
/// it is a number.
double effect(const PairCounts& counts);

double mean(std::span<const double> values);
/// Standard deviation, of n - 1; 0 for one value.
double deviation(std::span<const double> values);

/// Chance of a difference of means as large or larger, either way, if the labels meant nothing.
/// Exact up to 200,000 ways to deal them, else from 100,000 random ones. Neither may be empty.
double permutation_test(std::span<const double> a, std::span<const double> b, std::uint64_t seed);

/// The same of the ranks, which are shared among equals.
double mann_whitney(std::span<const double> a, std::span<const double> b, std::uint64_t seed);

/// The least value that a permutation test of so many can have.
double smallest_p(std::size_t a, std::size_t b);

/// 95 % of the difference of the arms' mean effects, b - a: runs drawn again, and in each its
/// pairs. `replicates` of them, percentiles.
referee::Interval bootstrap_difference(std::span<const PairCounts> a, std::span<const PairCounts> b,
                                       std::uint64_t seed, int replicates = 2000);

/// Holm's correction for as many comparisons, in their order.
std::vector<double> holm(std::span<const double> p);

/// The true difference that two arms with these deviations between runs show in four of five such
/// comparisons at 5 % (normal approximation).
double detectable(double deviation_a, std::size_t runs_a, double deviation_b, std::size_t runs_b);

}  // namespace sparring::tuner
