// Strategy `aga`: a genetic algorithm whose rates depend on how good an individual is, and whose
// fitness on how much it differs from its parents'. Everybody plays the opponents of the stage.
//
// Sources: Bi, Wang, Chen, "Adaptive genetic algorithm to optimize the parameters of evaluation
// function of dots-and-boxes", QShine 2016 (S1); Wang, Bi, Computer Engineering and Applications
// 54(3), 2018 (S2). Neither gives population, epsilon, elites or games; see the keys. Where a
// formula is printed wrong, the default is what the text says, and a key has the printed form.
#pragma once

#include <memory>

#include "tuner/strategy/catalogue.hpp"

namespace sparring::tuner {

std::unique_ptr<Strategy> make_aga(Table& table, const StrategyContext& context);

}  // namespace sparring::tuner
