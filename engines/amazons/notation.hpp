// Amazons as text. Squares are a1 (bottom left, the first player's side) to j10.
#pragma once

#include <string>

#include "engines/amazons/position.hpp"
#include "engines/games/rules.hpp"

namespace sparring::amazons {

/// As in a1.
std::string square_text(int square);

struct Rules {
    using Position = amazons::Position;
    using Move = amazons::Move;
    using MoveList = Position::MoveList;
    using Variant = amazons::Variant;

    static constexpr std::string_view name = "amazons";
    static constexpr bool finished_counts_in_perft = false;
    static constexpr bool repetition_draws = false;
    static constexpr ugi::ClockColours clock_colours = ugi::ClockColours::white_first;

    static std::vector<std::string> variants();  ///< 10x10, 4x4, 4x5, ... 10x9: columns x rows
    static Expected<Variant> parse_variant(std::string_view text);
    static std::string variant_name(Variant variant);
    static Position start(Variant variant) { return Position{variant}; }

    /// `d1-d7/g7`: from, to, arrow.
    static std::string to_text(const Position& position, Move move);

    /// Also `d1-d7(g7)`, `d1-d7xg7`, `d1d7g7`, `d1d7(g7)`, Fairy-Stockfish's `d1d7,d7g7`, and SAU's
    /// `DJDDGD` (column and row letters from the top left).
    static Expected<Move> parse_move(const Position& position, std::string_view text);

    /// As Fairy-Stockfish writes it: rows from the top, `Q` first player, `q` second, `*` arrow,
    /// numbers for runs of empty squares; `w` (first) or `b` to move; `- -`; plies and moves
    /// played, which are what the arrows tell.
    static std::string to_fen(const Position& position);

    /// Reads also `w` for Q, `b` for q, `x` for `*`; skips all words after the side to move.
    static Expected<Position> parse_fen(Variant variant, std::string_view text);

    /// Mirror images and rotations.
    static int symmetries(const Position& position);
    static Position image(const Position& position, int symmetry);

    static std::string to_board(const Position& position);

    /// PGN-like: tags, then the moves as to_text() writes them.
    static std::string to_record(const RecordHeader& header, const Position& start,
                                 std::span<const Move> moves);

    /// Text with CR LF: `#[AM][first][second][先手胜][2026.11.21 15:04 site][event];`, then
    /// `1 d1d7(g7) g10g8(d8)` for each pair of moves. As programs of contestants write it:
    /// tongque0/gotack-examples, amazon/record.go.
    static ContestRecord to_contest_record(const RecordHeader& header, const Position& start,
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

}  // namespace sparring::amazons
