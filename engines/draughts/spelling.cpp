// Draughts as Hub and DXP write it (PROTOCOLS: Scan's protocol.txt; mesander.nl/damexchange).
#include <array>

#include "engines/draughts/notation.hpp"

namespace sparring::draughts {
namespace {

/// The letters of a dialect for the sides; kings are capital, men small.
struct Letters {
    char white, black;
};

constexpr Letters letters_of(Dialect dialect) {
    return dialect == Dialect::dxp ? Letters{'w', 'z'} : Letters{'w', 'b'};
}

constexpr char capital(char c) {
    return static_cast<char>(c - 'a' + 'A');
}

std::string two_digits(int square) {
    return {static_cast<char>('0' + square / 10), static_cast<char>('0' + square % 10)};
}

/// From, to, number of captured pieces, their squares: two digits each.
std::string dxp_text(Move move) {
    std::string text = two_digits(bits::square_of(move.from()));
    text += two_digits(bits::square_of(move.to()));
    text += two_digits(bits::count(move.captured()));
    for (Board left = move.captured(); left != 0; left &= left - 1)
        text += two_digits(bits::square_of(bits::lowest(left)));
    return text;
}

}  // namespace

std::span<const Dialect> Rules::dialects() {
    static constexpr std::array all{Dialect::ugi, Dialect::hub, Dialect::dxp};
    return all;
}

std::optional<Variant> Rules::variant_of(Dialect) {
    return {};
}

std::string Rules::to_text(const Position& position, Move move, Dialect dialect) {
    return dialect == Dialect::dxp ? dxp_text(move) : to_text(position, move);
}

Expected<Move> Rules::parse_move(const Position& position, std::string_view text, Dialect) {
    return parse_move(position, text);
}

/// Hub: `W` or `B`, then 50 of `w b W B e`; DXP: the same with `z` for black.
Expected<std::string> Rules::to_position(const Position& position, Dialect dialect) {
    if (dialect == Dialect::ugi) return to_fen(position);
    const Letters letters = letters_of(dialect);
    const bool white = position.side_to_move() == Side::first;
    std::string text(51, 'e');
    text[0] = capital(white ? letters.white : letters.black);
    for (const Side side : {Side::first, Side::second}) {
        const char man = side == Side::first ? letters.white : letters.black;
        for (Board left = position.pieces(side); left != 0; left &= left - 1) {
            const bool king = (position.kings() & bits::lowest_bit(left)) != 0;
            const int square = bits::square_of(bits::lowest(left));
            text[static_cast<std::size_t>(square)] = king ? capital(man) : man;
        }
    }
    return text;
}

Expected<Position> Rules::parse_position(Variant variant, std::string_view text, Dialect dialect) {
    if (dialect != Dialect::dxp) return parse_fen(variant, text);
    std::string hub{text};
    for (char& c : hub) c = c == 'z' ? 'b' : c == 'Z' ? 'B' : c;
    return parse_fen(variant, hub);
}

}  // namespace sparring::draughts
