// What a game is worth to the one who is tuned. Pure.
//
// Source: Bi, Wang, Chen 2016 (S1), equation (2): an early win is worth more than a late one, a
// late loss more than an early one. The paper's 60 is the number of edges of 5x5 boxes, its x the
// "number of rounds". All edges are drawn in every game, so we take x = the edges that are drawn
// when one side has the majority, and E, the moves of the longest game, for 60.
#pragma once

#include <cstdint>

#include "tuner/strategy/strategy.hpp"

namespace sparring::tuner {

struct Objective {
    enum class Kind : std::uint8_t {
        decided,  ///< equation (2)
        score,    ///< 1 won, 1/2 drawn, 0 lost
    };
    Kind kind = Kind::score;
    double longest_game = 0;  ///< E, in plies; above 0 where `kind` is `decided`
    double k = 6;             ///< above 0; the smaller, the more an early win is worth

    /// A win E + (E - x)^2 / k, a draw E, a loss x, where x = game.decided, in 0 .. E.
    double operator()(const GameOutcome& game) const;
};

}  // namespace sparring::tuner
