// Dots-and-boxes as the SAU platform writes it: A and the dot's row and column from the top left
// for an edge to the right, B and the dot's column and row for an edge downwards (SAU Game
// Platform, protocol document and CDotsAndBoxes.cpp).
#include <array>

#include "engines/dots-and-boxes/notation.hpp"

namespace sparring::dots_and_boxes {
namespace {

char letter(int index) {
    return static_cast<char>('A' + index);
}

std::string sau_text(Board board, int edge) {
    if (edge < board.horizontals())
        return {'A', letter(edge / board.columns), letter(edge % board.columns)};
    edge -= board.horizontals();
    return {'B', letter(edge % (board.columns + 1)), letter(edge / (board.columns + 1))};
}

}  // namespace

std::span<const Dialect> Rules::dialects() {
    static constexpr std::array all{Dialect::ugi, Dialect::sau};
    return all;
}

std::optional<Board> Rules::variant_of(Dialect) {
    return {};
}

std::string Rules::to_text(const Position& position, Move move, Dialect dialect) {
    return dialect == Dialect::sau ? sau_text(position.board(), move.edge)
                                   : to_text(position, move);
}

Expected<Move> Rules::parse_move(const Position& position, std::string_view text, Dialect) {
    return parse_move(position, text);
}

Expected<std::string> Rules::to_position(const Position& position, Dialect dialect) {
    if (dialect == Dialect::ugi) return to_fen(position);
    return Error{"sau knows only games from the starting position"};
}

Expected<Position> Rules::parse_position(Variant variant, std::string_view text, Dialect) {
    return parse_fen(variant, text);
}

}  // namespace sparring::dots_and_boxes
