// A second, slow implementation of the rules that shares nothing with the engine's but the text of
// positions: one character a square, one step at a time. Tests hold the engine to it, the benchmark
// measures against it.
#pragma once

#include <array>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engines/amazons/notation.hpp"

namespace sparring::test {
namespace naive {

/// A board with a border of '#'; 'w' moves first, 'b' second, 'x' is an arrow, '.' empty.
struct Board {
    static constexpr int kWidth = 12;
    std::array<char, kWidth * kWidth> squares{};
    int columns = 0, rows = 0;
    char mover = 'w';

    /// Square of a column and a row counted from 0, row 0 at the bottom.
    static constexpr int at(int column, int row) { return kWidth * (row + 1) + column + 1; }
};

/// Squares of Board::squares.
struct Move {
    int from, to, arrow;
};

inline constexpr std::array<int, 8> kDirections{
    -Board::kWidth - 1, -Board::kWidth, -Board::kWidth + 1, -1, 1,
    Board::kWidth - 1,  Board::kWidth,  Board::kWidth + 1};

/// Reads rows from the top, digits for empty runs, w Q b q x *, and the side to move. Trusts its
/// text.
inline Board board(std::string_view text) {
    Board result;
    result.squares.fill('#');
    const std::size_t blank = text.find(' ');
    const std::string_view rows = text.substr(0, blank);
    result.mover = text[blank + 1];
    for (const char c : rows) result.rows += c == '/';
    ++result.rows;
    int row = result.rows - 1, column = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const char c = rows[i];
        if (c == '/') {
            --row;
            column = 0;
            continue;
        }
        int run = 1;
        char piece = c == 'Q' ? 'w' : c == 'q' ? 'b' : c == '*' ? 'x' : c;
        if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
            piece = '.';
            run = c - '0';
            if (i + 1 < rows.size() && std::isdigit(static_cast<unsigned char>(rows[i + 1])) != 0) {
                run = 10 * run + (rows[++i] - '0');
            }
        }
        for (; run > 0; --run) result.squares[Board::at(column++, row)] = piece;
        if (column > result.columns) result.columns = column;
    }
    return result;
}

/// Calls `visit` with every legal move.
template <class Visit>
void each_move(Board& board, Visit visit) {
    auto& squares = board.squares;
    for (int from = 0; from < static_cast<int>(squares.size()); ++from) {
        if (squares[from] != board.mover) continue;
        squares[from] = '.';
        for (const int d : kDirections) {
            for (int to = from + d; squares[to] == '.'; to += d) {
                for (const int e : kDirections) {
                    for (int arrow = to + e; squares[arrow] == '.'; arrow += e) {
                        visit(Move{from, to, arrow});
                    }
                }
            }
        }
        squares[from] = board.mover;
    }
}

inline std::vector<Move> moves(Board board) {
    std::vector<Move> result;
    each_move(board, [&](Move move) { result.push_back(move); });
    return result;
}

inline Board after(Board board, Move move) {
    board.squares[move.from] = '.';
    board.squares[move.to] = board.mover;
    board.squares[move.arrow] = 'x';
    board.mover = board.mover == 'w' ? 'b' : 'w';
    return board;
}

/// Leaves of the move tree; the last ply is counted, not played.
inline std::uint64_t perft(Board board, int depth) {
    std::uint64_t total = 0;
    if (depth == 0) return 1;
    if (depth == 1) {
        each_move(board, [&](Move) { ++total; });
        return total;
    }
    for (const Move& move : moves(board)) total += perft(after(board, move), depth - 1);
    return total;
}

}  // namespace naive

inline std::uint64_t naive_perft(const amazons::Position& position, int depth) {
    return naive::perft(naive::board(amazons::Rules::to_fen(position)), depth);
}

}  // namespace sparring::test
