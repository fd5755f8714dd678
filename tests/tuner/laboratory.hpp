// Strategies without engines: points have a known strength, and games are drawn from what Elo
// differences make probable. Deterministic.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tuner/config/table.hpp"
#include "tuner/strategy/catalogue.hpp"

namespace sparring::tuner {

struct Laboratory {
    Space space;
    std::function<double(const Point&)> strength;  ///< in Elo
    std::uint64_t seed = 1;
    double draws = 0.3;       ///< share of games between equals, 0 .. 1
    double first_move = 40;   ///< what moving first is worth, Elo
    double opening_sd = 100;  ///< of what an opening adds to that, Elo

    /// Elo over the start: what a strategy is there to find.
    double gain(const Point& point) const { return strength(point) - strength(space.start()); }
};

/// What a strategy would have answered after so many games.
struct Reading {
    int games = 0;
    Answer answer;
};

/// Plays a strategy's batches until the games run out; the opponents are the start. There is a
/// reading for each budget, which ascend; before the last the strategy is closed, and what it still
/// plays for its answer is within the budget.
std::vector<Reading> simulate(Strategy& strategy, const Laboratory& laboratory,
                              std::span<const int> budgets);

/// The results of one batch. `number` counts batches.
std::vector<EncounterResult> play(const Batch& batch, const Laboratory& laboratory, int number);

/// A smooth hill over parameters of 0 .. 100: the start is `elo` below the top and every parameter
/// has its own weight in that.
Laboratory hill(int parameters, double elo, std::uint64_t seed);

using Make = std::unique_ptr<Strategy> (*)(Table& table, const StrategyContext& context);

/// A strategy out of `name = "spsa"` and other lines of TOML, or of those that one of the makers
/// reads. Its mistakes fail the test.
std::unique_ptr<Strategy> strategy_of(const std::string& toml, const StrategyContext& context,
                                      Make make = make_strategy);

/// What is wrong with such lines; "" if nothing is.
std::string problem_of(const std::string& toml, const StrategyContext& context,
                       Make make = make_strategy);

/// What holds for every strategy: the same seed and results give the same batches, others do not;
/// no point leaves the space; results may be missing; closed, it asks for no more than
/// closing_pairs().
void check_habits(const std::string& toml);

/// Mean gains in Elo of the champion and of the mean over `runs` runs on hills of 100 Elo.
struct MeanGain {
    double champion = 0, mean = 0;
    double error = 0;  ///< standard error of the better known of the two, the mean
};
std::vector<MeanGain> gains(const std::string& toml, int parameters, int runs,
                            std::span<const int> budgets);

}  // namespace sparring::tuner
