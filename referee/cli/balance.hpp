// Openings that are fair enough: an engine scores them before the tournament begins.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "referee/play/player.hpp"
#include "referee/schedule/openings.hpp"

namespace sparring::referee {

struct Balance {
    int limit = 0;         ///< hundredths of the game's unit: the largest score of either sign
    EngineSettings judge;  ///< whose scores these are
};

/// Accepts candidates of the suite, in its order, until there are `count`. Says what went wrong, or
/// that there are not so many; those that were found stay accepted.
std::optional<std::string> choose_balanced(OpeningSuite& suite, const games::Choice& choice,
                                           const Balance& balance, std::size_t count);

}  // namespace sparring::referee
