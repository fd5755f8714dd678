#include "referee/statistics/rao_kupper.hpp"

#include <cmath>

#include "referee/statistics/elo.hpp"

namespace sparring::referee {

GameChances rao_kupper(double elo, double draw_elo) {
    const double win = score_of(elo - draw_elo), loss = score_of(-elo - draw_elo);
    return {loss, 1 - win - loss, win};
}

std::optional<RaoKupper> rao_kupper_of(const GameChances& chances) {
    if (chances.win <= 0 || chances.loss <= 0) return {};
    const double win = elo_of(chances.win), loss = elo_of(chances.loss);
    return RaoKupper{(win - loss) / 2, -(win + loss) / 2};
}

double rao_kupper_slope(double draw_elo) {
    const double x = std::pow(10, -draw_elo / 400);
    return 4 * x / ((1 + x) * (1 + x));
}

}  // namespace sparring::referee
