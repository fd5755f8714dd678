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

/// What a win known from tables is worth, the evaluation being added: the end is still to be found.
inline constexpr Value kKnownWin = kWin / 2;

/// What a search of `depth` plies foretells of a deeper one: where it lies `margin` beyond a null
/// window, the position is left out (ProbCut, Buro 1995).
struct ProbCut {
    int depth = 0;  ///< 0: not here
    Value margin = 0;
    bool both_sides = false;  ///< also below the window; by the evaluation, which of the two
    bool nested = false;      ///< also within such a search
};

/// What a game's own solver has found.
template <class Move>
struct Solution {
    int score = 0;         ///< of the whole game for the side to move, as final_score()
    bool proved = false;   ///< the score is the game's value; else the best guess so far
    std::vector<Move> pv;  ///< legal moves; empty where the search before knows as well
};

/// How a position below the horizon is to be valued: see TacticsLike.
enum class Settled {
    yes,       ///< by the evaluation
    by_moves,  ///< by the best of these moves
    no,        ///< by a search of one ply
};

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

    /// (Optional, for endgame tables: `load_tables(folder, variant)` takes those of a folder, and
    /// returns an Error about what it finds damaged; `known(position, limit)` is the result +1, 0,
    /// -1 for the side to move if tables tell it and the option `Solve` is `limit`. final_unit is 0
    /// then. Never asked in exact mode.)

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

    /// (Optional: `first_guess(position, move, depth)` is asked instead, with the plies left.)

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

    /// (Optional, for a selective search; none is asked in exact mode:
    /// `settle(position, plies_beyond, moves)` says how a position at depth 0 is valued, instead of
    /// is_unquiet(); `moves` are to be filled for Settled::by_moves.
    /// `selective_cost(position, move, only_move)` replaces depth_cost().
    /// `reduction(position, move, depth, index, open_window)`: plies by which the move of that
    /// index is first searched less deep; 0 to spare it.
    /// `prob_cut(position, evaluation, depth)` is a ProbCut; with `prob_cut_margins_are_fixed`, for
    /// the default weights only.)

    /// Largest value, and default, of the option `Solve` (in units of Position::moves_left(), or as
    /// known() takes it).
    { T::solve_max } -> std::convertible_to<int>;
    { T::solve_default } -> std::convertible_to<int>;

    /// Positions of `bench` as FEN for the default variant, and their depth.
    { T::bench() } -> std::same_as<std::pair<std::vector<std::string>, int>>;
};

// (Optional: `Engine::Solver`, a search of the game's own for the rest of a game. It is default
// constructible, and used by one search at a time:
//
//   void set_hash(std::size_t megabytes);    // for the next solve(); memory is taken there
//   void clear();                            // forgets everything
//   static bool takes(const Position&, int limit);    // it can; limit: the option `Solve`
//   void solve(const Position&, int threads, Watch&, const OnSolution&);
//
// solve() calls OnSolution, a `std::function<void(const Solution<Move>&)>`, from the caller's
// thread, whenever it knows better, last with what it has proved; it returns early when the watch
// is over, which it tells its nodes, or when it gives up: then the search goes on without it.
// Precondition: the position is not over. May throw std::bad_alloc.
//
// Where only a clock or a move time limits a search, a solver may be tried before it is sure to
// succeed, if it has
//
//   static bool attempts(const Position&, int limit, std::chrono::nanoseconds time);
//   void attempt(const Position&, int threads, Watch&, const OnSolution&);
//
// attempt() is as solve(), but finds out who wins before by how much, and the move of its last
// report is played, proved or not; without a report that of the search before it.)

// (Optional: `Engine::Selection`, the moves that are worth following from a position where the
// search need not see them all; see SelectivePicker in move_picker.hpp and amazons. And the last
// ply at once:
//
//   Sight full_frontier(const Position&, const Evaluation&, const OrderingHints&, const Window&);
//   Sight selective_frontier(...);    // of the same
//
// They value a position at depth 1, which is not over, full-width as minimax does, or as the game
// likes. Nodes are then counted by the positions evaluated, and one where none was.)

// (Optional: `Engine::BestFirst`, a best-first search of the game's own, which the option `Search`
// then offers as `puct`, and as `mixed` where it suits. Default constructible, one search at a
// time:
//
//   void set_hash(std::size_t megabytes);    // for the next search(); memory is taken there
//   void clear();                            // forgets everything, gives memory back
//   static bool suits(const Position&);      // whether `mixed` takes it here, pvs elsewhere
//   void search(const Position&, const Evaluation&, const BestFirstTask&, const OnProgress&);
//
// Task and progress are those of best_first.hpp. search() calls OnProgress from the caller's thread
// now and then and when it ends; nodes are told to the watch. What the Solver takes is passed only
// if it gave up; with `Exact` everything goes to the shared search.)

template <class G>
concept GameLike = RulesLike<typename G::Rules> && EvaluationLike<typename G::Evaluation> &&
    TacticsLike<typename G::Tactics>;

}  // namespace sparring
