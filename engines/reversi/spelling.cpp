// Reversi as platforms write it: GTP, NBoard and GGF, Caltech's CS2, Botzone, and Fairy-Stockfish's
// flipello (UCI).
#include <fmt/format.h>

#include <array>
#include <bit>

#include "engines/reversi/notation.hpp"
#include "protocol/text.hpp"

namespace sparring::reversi {
namespace {

bool is_numeric(Dialect dialect) {
    return dialect == Dialect::cs2 || dialect == Dialect::botzone;
}

/// Column, then row, from 0; a pass is twice -1.
std::string numeric_text(Move move) {
    return move.is_pass() ? "-1 -1" : fmt::format("{} {}", move.square % 8, move.square / 8);
}

std::optional<std::string> from_numeric(std::string_view text) {
    const auto words = text::words(text);
    if (words.size() != 2) return {};
    const auto x = text::number<int>(words[0]), y = text::number<int>(words[1]);
    if (!x || !y) return {};
    if (*x == -1 && *y == -1) return "pass";
    return fmt::format("({},{})", *y, *x);
}

/// NBoard and GGF: capital letters, `PA`.
std::string ggf_text(Move move) {
    if (move.is_pass()) return "PA";
    return {static_cast<char>('A' + move.square % 8), static_cast<char>('1' + move.square / 8)};
}

// ---- flipello (Fairy-Stockfish's src/variant.cpp, and what it answers to `d`) ----
//
// Its board is the mirror image: the first player, white there, starts on d4 and e5. Moves are
// drops out of a hand, `P@d3`. A pass goes from a square to itself, and only the passer's first
// square in the order a1, b1, .. h8 of the mirror image will do.

constexpr int mirrored(int square) {
    return square ^ 7;
}

std::string flipello_square(int square) {
    const int image = mirrored(square);
    return {static_cast<char>('a' + image % 8), static_cast<char>('1' + image / 8)};
}

std::string flipello_text(const Position& position, Move move) {
    if (!move.is_pass()) return "P@" + flipello_square(move.square);
    for (int image = 0; image < 64; ++image) {
        const int square = mirrored(image);
        if (position.own() >> square & 1) return flipello_square(square) + flipello_square(square);
    }
    return "0000";  // nothing to pass with
}

/// A drop, with or without its `P@`, or a pass, as our own text.
std::optional<std::string> from_flipello(std::string_view text) {
    if (text == "0000" || (text.size() == 4 && text.substr(0, 2) == text.substr(2))) return "pass";
    if (text.size() == 4 && text::equals_ignoring_case(text.substr(0, 2), "p@"))
        text.remove_prefix(2);
    if (text.size() != 2) return {};
    const int file = (text[0] | 0x20) - 'a';
    if (file < 0 || file > 7) return {};
    return std::string{static_cast<char>('h' - file), text[1]};
}

/// The rank above first, then both hands: one disc for each empty square is always enough.
std::string flipello_fen(const Position& position) {
    std::string fen;
    for (int rank = 7; rank >= 0; --rank) {
        int run = 0;
        const auto end_run = [&] {
            if (run > 0) fen += fmt::format("{}", run);
            run = 0;
        };
        for (int file = 0; file < 8; ++file) {
            const Board bit = Board{1} << mirrored(8 * rank + file);
            if (position.empty() & bit) {
                ++run;
                continue;
            }
            end_run();
            fen += position.discs(Side::first) & bit ? 'P' : 'p';
        }
        end_run();
        if (rank > 0) fen += '/';
    }
    const auto hand = static_cast<std::size_t>(std::popcount(position.empty()));
    return fmt::format("{}[{}{}] {} - - 0 1", fen, std::string(hand, 'P'), std::string(hand, 'p'),
                       position.side_to_move() == Side::first ? 'w' : 'b');
}

/// Our own text of such a FEN, for the parser of ours to judge; hands and counters say nothing.
Expected<std::string> from_flipello_fen(std::string_view text) {
    const auto words = text::words(text);
    const std::string_view board = words[0].substr(0, words[0].find('['));
    std::string squares(64, '-');
    int rank = 7, file = 0;
    for (const char c : board) {
        if (c == '/') {
            if (file != 8 || rank == 0)
                return Error{fmt::format("rank {}: {} squares, expected 8", rank + 1, file)};
            --rank;
            file = 0;
        } else if (c >= '1' && c <= '8') {
            file += c - '0';
        } else if (c != 'P' && c != 'p') {
            return Error{fmt::format("rank {}: '{}' is none of P p / or a number", rank + 1,
                                     text::printable(std::string_view{&c, 1}))};
        } else {
            if (file < 8)
                squares[static_cast<std::size_t>(mirrored(8 * rank + file))] = c == 'P' ? 'X' : 'O';
            ++file;
        }
        if (file > 8) return Error{fmt::format("rank {}: too many squares", rank + 1)};
    }
    if (rank != 0 || file != 8) return Error{"expected 8 ranks of 8 squares"};
    if (words.size() < 2 || (words[1] != "w" && words[1] != "b"))
        return Error{"the side to move is missing: expected w or b"};
    return squares + (words[1] == "w" ? " X" : " O");
}

}  // namespace

std::span<const Dialect> Rules::dialects() {
    static constexpr std::array all{Dialect::ugi,    Dialect::uci, Dialect::gtp,
                                    Dialect::nboard, Dialect::cs2, Dialect::botzone};
    return all;
}

std::optional<Variant> Rules::variant_of(Dialect) {
    return {};
}

std::string Rules::to_text(const Position& position, Move move, Dialect dialect) {
    if (is_numeric(dialect)) return numeric_text(move);
    if (dialect == Dialect::nboard) return ggf_text(move);
    if (dialect == Dialect::uci) return flipello_text(position, move);
    return to_text(position, move);
}

Expected<Move> Rules::parse_move(const Position& position, std::string_view text, Dialect dialect) {
    if (is_numeric(dialect)) {
        if (const auto own = from_numeric(text)) return parse_move(position, *own);
    }
    if (dialect == Dialect::uci) {
        if (const auto own = from_flipello(text)) return parse_move(position, *own);
    }
    return parse_move(position, text);
}

/// NBoard: GGF's board, 64 of `* O -`, a blank, the side to move; UCI: flipello's FEN.
Expected<std::string> Rules::to_position(const Position& position, Dialect dialect) {
    if (dialect == Dialect::ugi) return to_fen(position);
    if (dialect == Dialect::nboard) {
        std::string text = to_fen(position);
        for (char& c : text) c = c == 'X' ? '*' : c;
        return text;
    }
    if (dialect == Dialect::uci) return flipello_fen(position);
    return Error{fmt::format("{} knows only games from the starting position", word(dialect))};
}

Expected<Position> Rules::parse_position(Variant variant, std::string_view text, Dialect dialect) {
    if (dialect == Dialect::uci && text.find('/') != text.npos) {
        const auto own = from_flipello_fen(text);
        if (!own) return Error{own.error()};
        return parse_fen(variant, *own);
    }
    return parse_fen(variant, text);
}

}  // namespace sparring::reversi
