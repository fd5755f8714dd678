// A configuration for somebody who has an engine and nothing else, as text with comments. Pure.
#pragma once

#include <string>
#include <vector>

#include "engines/games/catalogue.hpp"
#include "protocol/option.hpp"
#include "tuner/strategy/strategy_keys.hpp"

namespace sparring::tuner {

struct Draft {
    std::string name;                  ///< of the run
    std::vector<std::string> command;  ///< program and arguments
    std::string engine;                ///< what it calls itself
    std::vector<Option> options;       ///< all that it lists
    std::string rules;                 ///< `reversi/othello`, `ugi`
    int plies = 0, count = 0;          ///< of random openings; no count: the start alone
    int test_pairs = 1;
    std::string strategy;
    std::vector<StrategyKey> keys{};  ///< of that strategy
};

/// Those that init proposes: numbers that may be weights.
std::vector<Option> proposed(const std::vector<Option>& options);

/// Random plies after which a game is open, and still is a game.
int opening_plies(const games::Choice& choice);

std::string text_of(const Draft& draft);

/// The table `[strategy]` with all keys as comments.
std::string strategy_text(std::string_view strategy, const std::vector<StrategyKey>& keys);

}  // namespace sparring::tuner
