// Rates of crossover and mutation that depend on how good an individual is: the better, the less it
// is changed. Pure.
//
// Source: Bi, Wang, Chen 2016 (S1), equations (8) and (9); Qiu et al. (S5), (5) and (6). Equation
// (9) as printed gives the best the highest rate, against both texts; it is there as a switch.
#pragma once

#include <cstdint>
#include <span>

#include "tuner/config/table.hpp"

namespace sparring::tuner {

/// What a population's fitness is like. Higher is better.
struct FitnessSpread {
    double average = 0, best = 0;
};

FitnessSpread spread_of(std::span<const double> fitness);

struct AdaptiveRates {
    double crossover_most = 0.9, crossover_least = 0.6;  ///< p_c1, p_c2
    double mutation_most = 0.1, mutation_least = 0.001;  ///< p_m1, p_m2
    bool printed = false;                                ///< (9) as in the paper

    /// p_c of two parents, the better of whom has this fitness (8). Where all are equally fit,
    /// nothing is known, and the rates are the highest (0/0 in the papers).
    double crossover(double better_parent, const FitnessSpread& spread) const;

    /// p_m of an individual (9).
    double mutation(double fitness, const FitnessSpread& spread) const;
};

/// Keys `p_c1`, `p_c2`, `p_m1`, `p_m2`, `pm_formula`.
AdaptiveRates read_adaptive_rates(Table& table);

}  // namespace sparring::tuner
