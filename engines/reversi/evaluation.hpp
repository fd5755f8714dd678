// The evaluation of Deng's reversed-reversi bot (2021): for each side location weights of its
// discs, action weights of its legal squares, stable discs, frontier discs and disc count; own
// minus opponent's. Here with 8-fold symmetric weights in ten square classes.
//
//   C = L + A + S w_S[ph] + F w_F[ph] + N w_N[ph],   ph = floor((s - 5) / 20), s = discs on the
//   board
//
// Location and action weights change once, after 44 discs.
#pragma once

#include <array>
#include <span>

#include "engines/reversi/position.hpp"
#include "engines/search/game_traits.hpp"

namespace sparring::reversi {

/// The five numbers of one position, own minus opponent's.
struct Features {
    std::array<int, 10> location;  ///< discs, by square class
    std::array<int, 10> action;    ///< legal squares, by square class
    int stable, frontier, discs;
};

Features features(const Position& position);

/// Discs of `own` that can never be turned: a lower bound by growing from the corners along full
/// lines.
Board stable_discs(Board own, Board opp);

/// Discs of `own` that touch an empty square.
Board frontier_discs(Board own, Board empty);

class Evaluation {
  public:
    using Position = reversi::Position;

    /// Weights have no unit of their own; a hundredth of a disc by definition.
    static constexpr Value kLargest = 19'999;  // below the smallest final difference

    Evaluation() { set(weight_sets().front().values); }

    static const std::vector<Parameter>& parameters();
    static const std::vector<WeightSet>& weight_sets();
    void set(std::span<const int> values);

    /// The set that suits a variant: what `Weights` is until the user sets it.
    static std::string_view default_weights(Variant variant);

    Value evaluate(const Position& position) const;
    int centi(Value value) const { return value; }
    std::vector<Term> explain(const Position& position) const;

  private:
    struct Phase {
        std::array<int, 10> location, action;
        int stable, frontier, discs;
    };

    std::array<Phase, 3> phases_;
};

}  // namespace sparring::reversi
