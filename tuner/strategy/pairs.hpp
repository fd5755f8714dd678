// Strategy `pairs`: everybody meets one other, the winners live on and have the losers replaced by
// their children; at the end all that are left play a knockout.
//
// Source: J. de Graaf, H. Poels, "International draughts", course report, TU Eindhoven 2017 (S3).
// The report gives neither colours, games per match, draws, encoding nor rates; see the keys.
#pragma once

#include <memory>

#include "tuner/strategy/catalogue.hpp"

namespace sparring::tuner {

std::unique_ptr<Strategy> make_pairs(Table& table, const StrategyContext& context);

}  // namespace sparring::tuner
