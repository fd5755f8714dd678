// Rao and Kupper's model of games that can be drawn, as BayesElo has it. Pure.
// Source: P. Rao, L. Kupper, "Ties in paired-comparison experiments", 1967.
#pragma once

#include <optional>

namespace sparring::referee {

/// Chances of one game; they add up to 1.
struct GameChances {
    double loss = 0, draw = 0, win = 0;

    double score() const { return win + draw / 2; }
};

/// For a rating difference and a draw parameter, both in Elo. Without draws, `draw_elo` is 0 and
/// the model is Bradley and Terry's.
GameChances rao_kupper(double elo, double draw_elo);

struct RaoKupper {
    double elo = 0, draw_elo = 0;
};

/// The parameters under which `chances` are what is expected; nothing if a win or a loss is
/// impossible.
std::optional<RaoKupper> rao_kupper_of(const GameChances& chances);

/// How much faster the logistic Elo of the score grows than the model's own, at equal strength.
double rao_kupper_slope(double draw_elo);

}  // namespace sparring::referee
