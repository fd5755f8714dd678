// What a game is, at compile time. Every game folder defines, under the same names:
//
//   position.hpp   Position, Move, MoveList, Variant: the hot part, plain values, no allocation
//   notation.hpp   Rules: the names, texts and constants below
//
// Positions are copied to make a move and dropped to unmake it.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/games/record.hpp"
#include "engines/games/types.hpp"
#include "protocol/dialect.hpp"
#include "protocol/expected.hpp"
#include "protocol/ugi.hpp"

namespace sparring {

/// A position as a plain value. It carries its variant, so that a position alone says everything
/// but the history that repetition needs.
template <class P>
concept PositionLike = std::copyable<P> &&
    requires(const P& position, P& mutable_position, typename P::Move move,
             typename P::MoveList& moves) {
    { position.side_to_move() } -> std::same_as<Side>;

    /// Equal positions have equal hashes. Draw counters are left out, and so are points already
    /// made (`banked`), so that transpositions with different scores share their future.
    { position.hash() } -> std::same_as<std::uint64_t>;

    /// All legal moves, each once, in an order that depends on the position alone. Empty exactly
    /// if is_over(). Draw counters are ignored. Replaces what the list held.
    { position.generate(moves) } -> std::same_as<void>;

    /// Number of legal moves, as generate() would list them, but cheaper.
    { position.count_moves() } -> std::same_as<std::uint64_t>;

    /// Plays a legal move; anything else is undefined.
    { mutable_position.play(move) } -> std::same_as<void>;

    /// No legal move is left (cheap). Draw counters are ignored.
    { position.is_over() } -> std::same_as<bool>;

    /// The final result for the side to move as `score final` words it. Precondition: is_over().
    { position.final_score() } -> std::same_as<int>;

    /// Upper bound of the plies (passes not counted) until the game is over; kUnboundedGame
    /// where there is none. `Solve` compares with it.
    { position.moves_left() } -> std::same_as<int>;

    /// Points of final_score() that the side to move has already made (dots-and-boxes: own boxes
    /// minus the other's), else 0.
    { position.banked() } -> std::same_as<int>;

    /// Drawn by a counter that the position carries (draughts: 25, 16 and 5 moves), else false.
    { position.drawn_by_counter() } -> std::same_as<bool>;

    /// Plies since the last move that cannot be taken back: how far repetition may look back.
    /// 0 where positions never repeat.
    { position.reversible_plies() } -> std::same_as<int>;

    { position == position } -> std::convertible_to<bool>;

    /// A number that tells the legal moves of one position apart as well as 32 bits can (draughts
    /// folds the captured squares): for the transposition table and killers.
    { move.code() } -> std::same_as<std::uint32_t>;
    { move == move } -> std::convertible_to<bool>;
};

inline constexpr int kUnboundedGame = 1 << 20;

template <class R>
concept RulesLike = PositionLike<typename R::Position> &&
    requires(const typename R::Position& position, typename R::Move move,
             typename R::Variant variant, std::string_view text, const RecordHeader& header,
             std::span<const typename R::Move> moves, Dialect dialect) {
    /// The game's name as users write it: "dots-and-boxes".
    { R::name } -> std::convertible_to<std::string_view>;

    /// A finished game counts 1 at any remaining depth of perft (reversi), else 0.
    { R::finished_counts_in_perft } -> std::convertible_to<bool>;

    /// Whose clock `wtime` is.
    { R::clock_colours } -> std::convertible_to<ugi::ClockColours>;

    /// Whether threefold repetition is a draw.
    { R::repetition_draws } -> std::convertible_to<bool>;

    /// Canonical variant names, the default first; parse_variant also takes synonyms.
    { R::variants() } -> std::same_as<std::vector<std::string>>;
    { R::parse_variant(text) } -> std::same_as<Expected<typename R::Variant>>;
    { R::variant_name(variant) } -> std::same_as<std::string>;
    { R::start(variant) } -> std::same_as<typename R::Position>;

    /// Canonical text of a legal move, one word.
    { R::to_text(position, move) } -> std::same_as<std::string>;
    /// Any accepted spelling; the error says what is wrong: "no such square", "not legal: ...".
    { R::parse_move(position, text) } -> std::same_as<Expected<typename R::Move>>;

    /// How many symmetries of the board the rules do not notice, and the position's image under
    /// one of them; 0 is the identity. Sides are not exchanged.
    { R::symmetries(position) } -> std::same_as<int>;
    { R::image(position, 0) } -> std::same_as<typename R::Position>;

    { R::to_fen(position) } -> std::same_as<std::string>;
    { R::parse_fen(variant, text) } -> std::same_as<Expected<typename R::Position>>;

    /// What platforms play the game in, and how they write it (spelling.cpp). The dialect is one of
    /// dialects(); ugi is always there and means the canonical texts.
    { R::dialects() } -> std::same_as<std::span<const Dialect>>;

    /// The variant of platforms with a dialect of their own, where it is not the default.
    { R::variant_of(dialect) } -> std::same_as<std::optional<typename R::Variant>>;

    { R::to_text(position, move, dialect) } -> std::same_as<std::string>;
    /// Also all that parse_move(position, text) reads, where it cannot be mistaken.
    { R::parse_move(position, text, dialect) } -> std::same_as<Expected<typename R::Move>>;

    /// An Error where the dialect knows only games from the starting position.
    { R::to_position(position, dialect) } -> std::same_as<Expected<std::string>>;
    { R::parse_position(variant, text, dialect) } -> std::same_as<Expected<typename R::Position>>;

    /// The board for people, several lines, ends with a line end.
    { R::to_board(position) } -> std::same_as<std::string>;

    /// A game in which the winner can be certain before the end also says when, and how many plies
    /// a position is from the beginning: is_decided(position), age(position).

    /// The game's own record format: PDN, GGF, PGN-like. Ends with a line end.
    { R::to_record(header, position, moves) } -> std::same_as<std::string>;
};

}  // namespace sparring
