// Strategy `islands`: several populations, each of which plays in small random groups whose winners
// live on and have children; now and then the best move to other islands. At the end the winners
// of all groups play a knockout. One island is a genetic algorithm with groups.
//
// Source: Qiu, Ma, Xu, Ji, Deng, "Optimizing the evaluation parameters of Amazon chess with
// parallel genetic algorithm" (S5). Its (6) as printed gives the best the highest mutation rate.
//
// A member that has moved is a new candidate with one parent, whom it was copied from: so the
// lineage tells who was imported.
//
// Each island may have a process of its own (`here`). Its members, random numbers and ids are then
// what they are where one process has all islands, if nothing that it waits for is missing; the
// first island's process plays the knockout.
#pragma once

#include <memory>

#include "tuner/strategy/catalogue.hpp"

namespace sparring::tuner {

std::unique_ptr<Strategy> make_islands(Table& table, const StrategyContext& context);

}  // namespace sparring::tuner
