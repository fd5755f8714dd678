// The four games by name. The referee sees games only through this.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engines/games/game.hpp"
#include "protocol/expected.hpp"

namespace sparring::games {

std::span<const Game* const> catalogue();

/// A game and the canonical name of one of its variants.
struct Choice {
    const Game* game = nullptr;
    std::string variant;

    bool operator==(const Choice&) const = default;
};

/// `reversi/othello`; a game without variants has only its name.
std::string full_name(const Choice& choice);

/// Reads `reversi`, `reversi/reversed`, `amazons/8x8`, ...; the error names what exists.
Expected<Choice> find(std::string_view name);

}  // namespace sparring::games
