// What the shared search asks of a game beyond its rules. Every game folder defines, under the same
// names:
//
//   evaluation.hpp   Evaluation: features, weights, the score of a position
//   tactics.hpp      Tactics: how moves are ordered, what costs depth, where the search goes on
//   engine.hpp       Engine: the three types put together
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engines/games/rules.hpp"
#include "engines/search/parameters.hpp"

namespace sparring {

/// Internal score of a position, for the side to move. |value| <= kWin; game-theoretic wins in
/// games without margins are kWin minus the plies to them.
using Value = std::int32_t;

inline constexpr Value kWin = 1'000'000;
inline constexpr Value kInfinite = kWin + 1;
inline constexpr int kMaxPly = 256;

template <class E>
concept EvaluationLike = std::copyable<E> &&
    requires(E& mutable_evaluation, const E& evaluation, const typename E::Position& position,
             std::span<const int> values) {
    /// All parameters, in the order that set() takes; all named sets, the default first.
    { E::parameters() } -> std::same_as<const std::vector<Parameter>&>;
    { E::weight_sets() } -> std::same_as<const std::vector<WeightSet>&>;

    /// (Optional: `static std::string_view default_weights(Variant)`, the set for a variant that
    /// the first set does not suit; the engine loads it while the user has set no weights.)

    /// Takes one value for each parameter, within its range, and prepares whatever evaluate()
    /// needs.
    { mutable_evaluation.set(values) } -> std::same_as<void>;

    /// For the side to move, in the evaluation's own integer units; |value| < kLargest. Points
    /// already banked are included. Positions that are over are not passed.
    { evaluation.evaluate(position) } -> std::same_as<Value>;
    { E::kLargest } -> std::convertible_to<Value>;

    /// evaluate()'s units to hundredths of the game's unit (disc, box, man, square).
    { evaluation.centi(Value{}) } -> std::same_as<int>;

    /// Every term, for `eval`; contributions add up to centi(evaluate()) but for rounding.
    { evaluation.explain(position) } -> std::same_as<std::vector<Term>>;
};

template <class T>
concept TacticsLike = requires(const typename T::Position& position, typename T::Move move,
                               int quiescence_plies) {
    /// Internal value of one point of final_score() (dots-and-boxes 100, reversi 10000), or 0 where
    /// only winning counts and kWin minus plies is used.
    { T::final_unit } -> std::convertible_to<Value>;

    /// The history tables that a move scores in: up to two indices below history_size, -1 for none.
    { T::history_size } -> std::convertible_to<int>;
    { T::history_slots(move) } -> std::same_as<std::pair<int, int>>;

    /// Static guess of a move's worth, added to its history (which lies within +-2^14): big values
    /// put a move first.
    { T::first_guess(position, move) } -> std::same_as<int>;

    /// (Optional: `search_moves(position, moves)` drops moves that cannot change the game value;
    /// `table_key(position)` replaces hash() as the key of the table, for symmetric positions to
    /// meet; then `to_table(position, code)` and `from_table(position, code)` turn the code of a
    /// move into that of its image in the position that the key stands for, and back.)

    /// (Optional, for games with thousands of moves: `Parts`, `Completions`, `first_parts()`,
    /// `part_slot()`, `complete()` and `legal_move()` make moves come in two stages; see
    /// move_picker.hpp and amazons.)

    /// Plies that a move costs: 1, or 0 for a pass (reversi) and captures (draughts).
    { T::depth_cost(position, move) } -> std::same_as<int>;

    /// At depth 0, `quiescence_plies` plies below the horizon: whether the position must be
    /// searched one ply on with all its moves instead of being evaluated. Depends on nothing but
    /// its arguments.
    { T::is_unquiet(position, quiescence_plies) } -> std::same_as<bool>;

    /// Largest value, and default, of the option `Solve` (in units of Position::moves_left()).
    { T::solve_max } -> std::convertible_to<int>;
    { T::solve_default } -> std::convertible_to<int>;

    /// Positions of `bench` as FEN for the default variant, and their depth.
    { T::bench() } -> std::same_as<std::pair<std::vector<std::string>, int>>;
};

template <class G>
concept GameLike = RulesLike<typename G::Rules> && EvaluationLike<typename G::Evaluation> &&
    TacticsLike<typename G::Tactics>;

}  // namespace sparring
