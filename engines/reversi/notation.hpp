// Reversi as text. Squares are a1 (top left) to h8, column letter then row number.
#pragma once

#include "engines/games/rules.hpp"
#include "engines/reversi/position.hpp"

namespace sparring::reversi {

struct Rules {
    using Position = reversi::Position;
    using Move = reversi::Move;
    using MoveList = Position::MoveList;
    using Variant = reversi::Variant;

    static constexpr std::string_view name = "reversi";
    static constexpr bool finished_counts_in_perft = true;
    static constexpr bool repetition_draws = false;
    static constexpr ugi::ClockColours clock_colours = ugi::ClockColours::black_first;

    static std::vector<std::string> variants();  ///< othello, reversed
    static Expected<Variant> parse_variant(std::string_view text);
    static std::string variant_name(Variant variant);
    static Position start(Variant variant) { return Position{variant}; }

    /// `d3`, `pass`.
    static std::string to_text(const Position& position, Move move);

    /// Also GGF's `D3//1.2` and `PA`, NBoard's `D3`, XBoard's `P@d3` and `@@@@`, `(2,3)` as (row,
    /// column) from 0, `ps`, `--`.
    static Expected<Move> parse_move(const Position& position, std::string_view text);

    /// 64 of `X O -` from a1 row by row, blank, `X` or `O` to move. X is the first player (black).
    static std::string to_fen(const Position& position);

    /// Reads also `* x` for X, `o 0` for O, `. _` for empty.
    static Expected<Position> parse_fen(Variant variant, std::string_view text);

    /// Mirror images and rotations.
    static int symmetries(const Position&) { return 8; }
    static Position image(const Position& position, int symmetry);

    static std::string to_board(const Position& position);

    /// GGF, with TY[8] or TY[8a] for the reversed variant.
    static std::string to_record(const RecordHeader& header, const Position& start,
                                 std::span<const Move> moves);

    // ---- as platforms write it (spelling.cpp) ----

    static std::span<const Dialect> dialects();
    static std::optional<Variant> variant_of(Dialect dialect);
    static std::string to_text(const Position& position, Move move, Dialect dialect);
    static Expected<Move> parse_move(const Position& position, std::string_view text,
                                     Dialect dialect);
    static Expected<std::string> to_position(const Position& position, Dialect dialect);
    static Expected<Position> parse_position(Variant variant, std::string_view text,
                                             Dialect dialect);
};

static_assert(RulesLike<Rules>);

}  // namespace sparring::reversi
