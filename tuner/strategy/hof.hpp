// Strategy `hof`: everybody meets everybody and the hall of fame; the upper half lives on and has
// the lower replaced by its children.
//
// Source: S. Deng, "Reversed reversi", project report, SUSTech 2021 (S4), whose loops are mended:
// as printed they credit winners' opponents, give a draw to one side, play everything twice and
// take children for parents.
#pragma once

#include <memory>

#include "tuner/strategy/catalogue.hpp"

namespace sparring::tuner {

std::unique_ptr<Strategy> make_hof(Table& table, const StrategyContext& context);

}  // namespace sparring::tuner
