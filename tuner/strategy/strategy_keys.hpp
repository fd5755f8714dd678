// What can stand in the table `[strategy]`, for those who write one. Names, defaults and ranges are
// the readers' own, so that nothing here can be out of date; only the meaning is said here.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/strategy/catalogue.hpp"

namespace sparring::tuner {

struct KeyMeaning {
    std::string_view strategy;  ///< empty: the same for all that have the key
    std::string_view key, meaning;
};

std::span<const KeyMeaning> key_meanings();

struct StrategyKey {
    AskedKey asked;
    std::string_view meaning;  ///< empty: nobody has written one
};

/// All that the strategy reads, in its order, without `name`. Defaults may depend on the context.
std::vector<StrategyKey> strategy_keys(const StrategyRow& strategy, const StrategyContext& context);

}  // namespace sparring::tuner
