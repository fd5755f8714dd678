// What Fairy-Stockfish's option UCI_Variant calls our games (its src/variant.cpp).
#pragma once

#include <string_view>

namespace sparring {

inline constexpr std::string_view kUciVariantOption = "UCI_Variant";

/// Empty for a variant that it does not have.
constexpr std::string_view uci_variant(std::string_view game, std::string_view variant) {
    if (game == "amazons" && variant == "10x10") return "amazons";
    if (game == "reversi" && variant == "othello") return "flipello";
    return {};
}

}  // namespace sparring
