// The strategies by name, each with the keys that it reads from the table `[strategy]`.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/config/table.hpp"
#include "tuner/strategy/strategy.hpp"

namespace sparring::tuner {

/// What every strategy is given.
struct StrategyContext {
    Space space;  ///< at least one parameter
    std::uint64_t seed = 0;
    /// Moves at which a game is as long as can be, for objectives that reward early decisions; 0:
    /// the game has no such number.
    int longest_game = 0;
};

struct StrategyRow {
    std::string_view name, help;
    std::unique_ptr<Strategy> (*make)(Table& table, const StrategyContext& context);
};

const std::vector<StrategyRow>& strategies();

/// The strategy that `name` in the table says. Mistakes are noted in the table; then the strategy
/// may not be used. Null if there is none of that name.
std::unique_ptr<Strategy> make_strategy(Table& table, const StrategyContext& context);

}  // namespace sparring::tuner
