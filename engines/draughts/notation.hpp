// Draughts as text. Squares are 1 to 50, row by row from Black's side; White is the first player.
//
// Sources: Scan's protocol.txt for Hub moves and positions, PDN 3.0 for the rest.
#pragma once

#include "engines/draughts/position.hpp"
#include "engines/games/rules.hpp"

namespace sparring::draughts {

struct Rules {
    using Position = draughts::Position;
    using Move = draughts::Move;
    using MoveList = Position::MoveList;
    using Variant = draughts::Variant;

    static constexpr std::string_view name = "draughts";
    static constexpr bool finished_counts_in_perft = false;
    static constexpr bool repetition_draws = true;
    static constexpr ugi::ClockColours clock_colours = ugi::ClockColours::white_first;

    static std::vector<std::string> variants();  ///< international, killer
    static Expected<Variant> parse_variant(std::string_view text);
    static std::string variant_name(Variant variant);
    static Position start(Variant variant) { return Position{variant}; }

    /// Hub: `32-28`, `28x19x23` (from, to, then the captured squares in rising order).
    static std::string to_text(const Position& position, Move move);

    /// Also captured squares in any order; PDN's `28x19` where it is not ambiguous and
    /// `47x38x24x13x36` with the squares passed; `:` for `x`; leading zeros; a trailing `!` or `?`;
    /// `3228`; DXP's `28190123` (from, to, number captured, captured squares).
    static Expected<Move> parse_move(const Position& position, std::string_view text);

    /// PDN: `W:W31,32,K50:B1,2`. Draw counters are not part of it.
    static std::string to_fen(const Position& position);

    /// Also ranges (`W31-50`, `BK1-5`), either order of the sides, a final dot, lidraughts'
    /// `:H0:F1` (read and left out), and Hub's 51 characters (`W` or `B`, then 50 of `w b W B e`).
    /// At most 20 pieces a side.
    static Expected<Position> parse_fen(Variant variant, std::string_view text);

    /// None: half a turn of the board exchanges the sides.
    static int symmetries(const Position&) { return 1; }
    static Position image(const Position& position, int) { return position; }

    static std::string to_board(const Position& position);

    /// PDN 3.0; GameType 20 for both variants, as every killer move is legal in international
    /// draughts.
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

}  // namespace sparring::draughts
