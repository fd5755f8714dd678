// Which parameters mattered, by least squares over pairs of games. Pure.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "tuner/view/history.hpp"

namespace sparring::tuner {

/// E[share - 1/2] = slopes . (x_a - x_b) for pairs between two candidates; for pairs against the
/// opponents, both sides relative to the mean of their generation (fixed effects). x in [0, 1].
/// Whom a candidate met is thereby accounted for, as a slice's is not. Pairs count as independent.
class JointRegression {
  public:
    explicit JointRegression(std::size_t parameters);
    ~JointRegression();

    /// `pairs` of them with the mean `share` of the points of a, and the sum of their squared
    /// deviations from 1/2.
    void add_duel(const std::vector<double>& a, const std::vector<double>& b, double pairs,
                  double share, double squares);
    void add_against(const std::vector<double>& a, double pairs, double share, double squares);
    /// What add_against() has been told was one generation.
    void end_generation();

    std::int64_t pairs() const;

    /// One for each parameter, nothing for those that hardly varied or varied only together with
    /// others; empty for fewer than twice as many pairs as parameters.
    std::vector<std::optional<Effect>> effects() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace sparring::tuner
