#include "tuner/strategy/objective.hpp"

#include <algorithm>

namespace sparring::tuner {

double Objective::operator()(const GameOutcome& game) const {
    if (kind == Kind::score) return game.score;
    const double x = std::clamp(static_cast<double>(game.decided), 0.0, longest_game);
    if (game.score == 0) return x;
    return game.score == 1 ? longest_game + (longest_game - x) * (longest_game - x) / k
                           : longest_game;
}

}  // namespace sparring::tuner
