#include "engines/reversi/notation.hpp"

#include <fmt/format.h>

#include "engines/games/symmetry.hpp"
#include "protocol/text.hpp"

namespace sparring::reversi {
namespace {

std::string square_text(int square) {
    return {static_cast<char>('a' + square % 8), static_cast<char>('1' + square / 8)};
}

char disc(const Position& position, int square) {
    const Board bit = Board{1} << square;
    return position.discs(Side::first) & bit ? 'X' : position.discs(Side::second) & bit ? 'O' : '-';
}

/// The square that a spelling names, or Move::kPass, or nothing.
std::optional<int> parse_square(std::string_view text) {
    for (const std::string_view pass : {"pass", "pa", "ps", "--", "@@@@"}) {
        if (text::equals_ignoring_case(text, pass)) return Move::kPass;
    }
    if (text.size() == 5 && text[0] == '(' && text[2] == ',' && text[4] == ')') {
        const int row = text[1] - '0', column = text[3] - '0';
        if (row < 0 || row > 7 || column < 0 || column > 7) return {};
        return 8 * row + column;
    }
    if (text.size() == 4 && text::equals_ignoring_case(text.substr(0, 2), "p@"))
        text.remove_prefix(2);
    if (text.size() != 2) return {};
    const int column = (text[0] | 0x20) - 'a', row = text[1] - '1';
    if (column < 0 || column > 7 || row < 0 || row > 7) return {};
    return 8 * row + column;
}

}  // namespace

std::vector<std::string> Rules::variants() {
    return {"othello", "reversed"};
}

Expected<Variant> Rules::parse_variant(std::string_view text) {
    for (const std::string_view word : {"othello", "normal"}) {
        if (text::equals_ignoring_case(text, word)) return Variant::othello;
    }
    for (const std::string_view word : {"reversed", "anti"}) {
        if (text::equals_ignoring_case(text, word)) return Variant::reversed;
    }
    return Error{fmt::format("reversi has no variant '{}'; it has othello and reversed",
                             text::printable(text))};
}

std::string Rules::variant_name(Variant variant) {
    return variant == Variant::othello ? "othello" : "reversed";
}

std::string Rules::to_text(const Position&, Move move) {
    return move.is_pass() ? "pass" : square_text(move.square);
}

Expected<Move> Rules::parse_move(const Position& position, std::string_view text) {
    // GGF appends /evaluation/seconds.
    const auto square = parse_square(text.substr(0, text.find('/')));
    if (!square) return Error{"no such square (expected a1 to h8 or pass)"};
    const Move move{static_cast<std::uint8_t>(*square)};
    Position::MoveList moves;
    position.generate(moves);
    if (std::find(moves.begin(), moves.end(), move) != moves.end()) return move;
    if (move.is_pass()) return Error{"not legal: a side that has a move may not pass"};
    if (position.empty() >> move.square & 1) return Error{"not legal: it turns no disc"};
    return Error{"not legal: the square is taken"};
}

std::string Rules::to_fen(const Position& position) {
    std::string fen(64, '-');
    for (int square = 0; square < 64; ++square) fen[square] = disc(position, square);
    return fen + (position.side_to_move() == Side::first ? " X" : " O");
}

Expected<Position> Rules::parse_fen(Variant variant, std::string_view text) {
    const auto words = text::words(text);
    if (words.size() != 2) {
        return Error{fmt::format(
            "expected 64 squares, a blank and the side to move, found {} words", words.size())};
    }
    if (words[0].size() != 64) {
        return Error{fmt::format("expected 64 squares, found {}", words[0].size())};
    }
    Board black = 0, white = 0;
    for (int square = 0; square < 64; ++square) {
        const Board bit = Board{1} << square;
        switch (words[0][square]) {
            case 'X':
            case 'x':
            case '*':
                black |= bit;
                break;
            case 'O':
            case 'o':
            case '0':
                white |= bit;
                break;
            case '-':
            case '.':
            case '_':
                break;
            default:
                return Error{fmt::format("square {}: '{}' is none of X O -", square_text(square),
                                         text::printable(words[0].substr(square, 1)))};
        }
    }
    if (words[1] == "X" || words[1] == "x" || words[1] == "*") {
        return Position{black, white, Side::first, variant};
    }
    if (words[1] == "O" || words[1] == "o" || words[1] == "0") {
        return Position{white, black, Side::second, variant};
    }
    return Error{fmt::format("side to move '{}': expected X or O", text::printable(words[1]))};
}

Position Rules::image(const Position& position, int symmetry) {
    const auto image = [&](Board discs) {
        Board result = 0;
        for (; discs != 0; discs &= discs - 1) {
            const int square = std::countr_zero(discs);
            const auto [column, row] = image_of({square % 8, square / 8}, 8, 8, symmetry);
            result |= Board{1} << (8 * row + column);
        }
        return result;
    };
    return {image(position.own()), image(position.opp()), position.side_to_move(),
            position.variant()};
}

std::string Rules::to_board(const Position& position) {
    Position::MoveList moves;
    position.generate(moves);
    std::string board = "    a b c d e f g h\n";
    for (int row = 0; row < 8; ++row) {
        board += fmt::format("{:>3}", row + 1);
        for (int column = 0; column < 8; ++column) {
            const int square = 8 * row + column;
            const bool legal = std::any_of(moves.begin(), moves.end(),
                                           [&](Move move) { return move.square == square; });
            const char c = disc(position, square);
            board += ' ';
            board += c != '-' ? c : legal ? '+' : '.';
        }
        board += '\n';
    }
    const bool first = position.side_to_move() == Side::first;
    board += fmt::format(
        "{} to move, {}, X {} O {}\n", first ? "X" : "O", variant_name(position.variant()),
        std::popcount(position.discs(Side::first)), std::popcount(position.discs(Side::second)));
    return board;
}

std::string Rules::to_record(const RecordHeader& header, const Position& start,
                             std::span<const Move> moves) {
    const auto clean = [](std::string value) {
        std::replace(value.begin(), value.end(), ']', ')');
        return value;
    };
    std::string squares = to_fen(start);
    std::replace(squares.begin(), squares.end(), 'X', '*');
    // GGF's RE is black's score; what ended the game otherwise is told by its suffix: t time, r
    // resigned, which is a normal end without a score.
    const bool by_board = header.termination == "normal";
    const bool won = header.outcome == Outcome::first_wins,
               lost = header.outcome == Outcome::second_wins;
    const bool resigned = by_board && header.margin == 0 && (won || lost);
    std::string result =
        header.outcome == Outcome::none ? "?" : fmt::format("{:+d}.000", header.margin);
    if (resigned || !by_board) result = won ? "+64.000" : lost ? "-64.000" : result;
    if (resigned) result += ":r";
    if (header.termination == "time") result += ":t";
    std::string record = fmt::format(
        "(;GM[Othello]PC[{}]DT[{}]PB[{}]PW[{}]RE[{}]TI[{}]TY[{}]BO[8 {}]", clean(header.site),
        clean(header.date), clean(header.first), clean(header.second), result,
        clean(header.time_control), start.variant() == Variant::reversed ? "8a" : "8", squares);
    Position position = start;
    for (const Move move : moves) {
        const std::string text = move.is_pass() ? "PA" : square_text(move.square);
        record += fmt::format(
            "{}[{}]", position.side_to_move() == Side::first ? 'B' : 'W',
            move.is_pass() ? text : std::string{static_cast<char>(text[0] - 0x20), text[1]});
        position.play(move);
    }
    if (!by_board && !header.termination.empty())
        record += fmt::format("C[{}]", clean(header.termination));
    return record + ";)\n";
}

}  // namespace sparring::reversi
