// Dots-and-boxes as text. Dots are a1 (bottom left) and up, as Chinese contest records name them:
// column letter, then row number. An edge is named by its left or lower dot and its direction.
//
//    c +---+    a1h: from a1 to the right     Boards have up to 22 dots a side: a to v, 1 to 22.
//    2 |        a1v: from a1 upwards
//    1 +---+
//      a   b
#pragma once

#include "engines/dots-and-boxes/position.hpp"
#include "engines/games/rules.hpp"

namespace sparring::dots_and_boxes {

struct Rules {
    using Position = dots_and_boxes::Position;
    using Move = dots_and_boxes::Move;
    using MoveList = Position::MoveList;
    using Variant = Board;

    static constexpr std::string_view name = "dots-and-boxes";
    static constexpr bool finished_counts_in_perft = false;
    static constexpr bool repetition_draws = false;
    static constexpr ugi::ClockColours clock_colours = ugi::ClockColours::black_first;

    static std::vector<std::string> variants();  ///< 5x5, then all boards of up to 64 edges
    static Expected<Variant> parse_variant(std::string_view text);
    static std::string variant_name(Variant variant);
    static Position start(Variant variant) { return Position{variant}; }

    /// One side has more than half of the boxes.
    static bool is_decided(const Position& position);
    /// Edges drawn.
    static std::size_t age(const Position& position);

    /// `c4h`, `a2v`.
    static std::string to_text(const Position& position, Move move);

    /// Also the contest record's `(c4,h)` and `r(c4,h)` (r the first player, b the second); the SAU
    /// platform's `ACC` (A horizontal, then dot row and column from the top left; B vertical, then
    /// dot column and row); OpenSpiel's `P1(h,2,2)` (row, then column, from the top left). Any
    /// case. A named player must be the one to move.
    static Expected<Move> parse_move(const Position& position, std::string_view text);

    /// `5x5 <60 of 0 1> <first>-<second> <1|2>`: drawn edges in the order of geometry.hpp, boxes of
    /// both players, the player to move.
    static std::string to_fen(const Position& position);
    static Expected<Position> parse_fen(Variant variant, std::string_view text);

    /// Mirror images and rotations.
    static int symmetries(const Position& position);
    static Position image(const Position& position, int symmetry);

    static std::string to_board(const Position& position);

    /// PGN with one number for each turn: `1. a1h 1... b2v 2. c3h`, and more moves where boxes are
    /// closed.
    static std::string to_record(const RecordHeader& header, const Position& start,
                                 std::span<const Move> moves);

    /// One JSON object: R and B (the players), winner, RScore, BScore, Date, Event, and the edges
    /// as `game`: [{"piece":"r(c4,h)"}, ...]. As programs of contestants write it:
    /// Selflocking/DotsAndBoxes, src/CJSON/datarecorder.cpp.
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

}  // namespace sparring::dots_and_boxes
