// The likeliest ratings of players who are all connected by their results. Pure.
//
// The model: the one who moves first is stronger by x = rating - opponent's rating + advantage, and
// wins, loses, draws with the chances
//     F(x - y), F(-x - y), F(x + y) F(y - x) (1 - exp(-2 y))        F(u) = 1 / (1 + exp(-u))
// (Rao and Kupper; y > 0 is the draw parameter), or with draws as half wins has the expected score
// F(x) (Bradley and Terry). Everything here is in natural units: one is 400 / ln 10 Elo. Both
// likelihoods are concave, so Newton's method finds the one maximum where there is one.
#pragma once

#include <optional>
#include <vector>
#include "referee/statistics/eigen.hpp"

#include "referee/statistics/ratings.hpp"

namespace sparring::referee {

/// Games in which the same player moves first. Counts are of its results, virtual ones included.
struct ResultCounts {
    int first = 0, second = 0;
    double wins = 0, draws = 0, losses = 0;
};

/// A value that holds, or nothing: to be estimated.
struct FitModel {
    DrawModel draws = DrawModel::rao_kupper;
    std::optional<double> advantage;
    std::optional<double> draw;  ///< y; not used with half wins
};

/// The derivatives of one game's log-likelihood (or of the sum over some).
struct Slopes {
    double value = 0;  ///< the log-likelihood itself
    double x = 0, y = 0, xx = 0, xy = 0, yy = 0;
};

struct RatingFit {
    Eigen::VectorXd parameters;  ///< ratings with mean 0, then the advantage and y if estimated
    Eigen::MatrixXd inverse;     ///< of the observed information, on ratings with mean 0
    int players = 0;
    FitModel model;

    double advantage() const;
    double draw() const;

    /// Where in `parameters` they stand, if estimated.
    std::optional<int> advantage_index() const;
    std::optional<int> draw_index() const;

    /// One result of `first`, who has the first move: wins + draws + losses = 1.
    Slopes slopes(const ResultCounts& game) const;
};

/// Nothing where the likelihood has no maximum or more than one, such as an advantage that no game
/// contradicts, or draws and wins but no losses between two players.
std::optional<RatingFit> fit_ratings(int players, const std::vector<ResultCounts>& encounters,
                                     const FitModel& model);

}  // namespace sparring::referee
