// Amazons as platforms write it: SAU (letters from the top left), Botzone (six numbers, its board
// upside down), Fairy-Stockfish (UCI).
#include <fmt/format.h>

#include <array>

#include "engines/amazons/notation.hpp"
#include "protocol/text.hpp"

namespace sparring::amazons {
namespace {

std::array<int, 3> squares_of(Move move) {
    return {move.from, move.to, move.arrow};
}

std::string sau_text(Variant variant, Move move) {
    std::string text;
    for (const int square : squares_of(move)) {
        text += static_cast<char>('A' + bits::file_of(square));
        text += static_cast<char>('A' + variant.rows - 1 - bits::rank_of(square));
    }
    return text;
}

/// `x y` of each square; the first player's side is the top, so y counts our ranks.
std::string botzone_text(Move move) {
    std::string text;
    for (const int square : squares_of(move)) {
        text += fmt::format("{}{} {}", text.empty() ? "" : " ", bits::file_of(square),
                            bits::rank_of(square));
    }
    return text;
}

std::string uci_text(Move move) {
    const std::string to = square_text(move.to);
    return square_text(move.from) + to + ',' + to + square_text(move.arrow);
}

/// Botzone's six numbers as our own text.
std::optional<std::string> from_botzone(std::string_view text) {
    const auto words = text::words(text);
    if (words.size() != 6) return {};
    std::string result;
    for (std::size_t i = 0; i < 6; i += 2) {
        const auto x = text::number<int>(words[i]), y = text::number<int>(words[i + 1]);
        if (!x || !y || *x < 0 || *x > 25 || *y < 0 || *y > 99) return {};
        result += fmt::format("{}{}", static_cast<char>('a' + *x), *y + 1);
    }
    return result;
}

}  // namespace

std::span<const Dialect> Rules::dialects() {
    static constexpr std::array all{Dialect::ugi, Dialect::uci, Dialect::sau, Dialect::botzone};
    return all;
}

std::optional<Variant> Rules::variant_of(Dialect dialect) {
    if (dialect == Dialect::botzone) return Variant{8, 8};
    return {};
}

std::string Rules::to_text(const Position& position, Move move, Dialect dialect) {
    switch (dialect) {
        case Dialect::sau:
            return sau_text(position.variant(), move);
        case Dialect::botzone:
            return botzone_text(move);
        case Dialect::uci:
            return uci_text(move);
        default:
            return to_text(position, move);
    }
}

Expected<Move> Rules::parse_move(const Position& position, std::string_view text, Dialect dialect) {
    if (dialect == Dialect::botzone) {
        if (const auto own = from_botzone(text)) return parse_move(position, *own);
    }
    return parse_move(position, text);
}

Expected<std::string> Rules::to_position(const Position& position, Dialect dialect) {
    if (dialect == Dialect::ugi || dialect == Dialect::uci) return to_fen(position);
    return Error{fmt::format("{} knows only games from the starting position", word(dialect))};
}

Expected<Position> Rules::parse_position(Variant variant, std::string_view text, Dialect) {
    return parse_fen(variant, text);
}

}  // namespace sparring::amazons
