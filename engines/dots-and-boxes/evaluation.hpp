// The evaluation of Bi, Wang and Chen (QShine 2016, eq. 1): the parities of five counts choose ten
// weights.
//
//   v = sum over i = 1..5 of (r_i ? A_i1 : A_i2) + 100 (boxes of the first player - the second's)
//
//   n_1 long chains   n_2 short chains   n_3 edges that would close two boxes
//   n_4 boxes with three undrawn sides   n_5 boxes with four
//
// r_i = n_i mod 2 for i > 1, and r_1 = 1 if dots + n_1 is even: the parity that the first player
// wants by the long-chain rule, on every board. `LiteralParity` makes r_1 = n_1 mod 2, as printed.
// v is the first player's; the second player's is its negation. The paper has no term for boxes
// made; ours counts one as 100, so that evaluations and final margins are on one scale.
#pragma once

#include <array>
#include <span>

#include "engines/dots-and-boxes/position.hpp"
#include "engines/search/game_traits.hpp"

namespace sparring::dots_and_boxes {

inline constexpr std::size_t kElements = 5;

/// n_1 to n_5.
std::array<int, kElements> count_elements(const Position& position);

class Evaluation {
  public:
    using Position = dots_and_boxes::Position;

    static constexpr Value kBox = 100;
    static constexpr int kLargestWeight = 63;  // 6 bits
    static constexpr Value kLargest = kBox * kMaxBoxes + kLargestWeight * int{kElements} + 1;

    Evaluation() { set(weight_sets().front().values); }

    static const std::vector<Parameter>& parameters();  ///< A11, A12, A21, .. A52, LiteralParity
    static const std::vector<WeightSet>& weight_sets();
    void set(std::span<const int> values);

    Value evaluate(const Position& position) const;
    int centi(Value value) const { return value; }
    std::vector<Term> explain(const Position& position) const;

  private:
    std::array<bool, kElements> parities(const Position& position,
                                         const std::array<int, kElements>& counts) const;

    std::array<std::array<int, 2>, kElements> weights_{};  ///< [i][r_i]
    bool literal_parity_ = false;
};

}  // namespace sparring::dots_and_boxes
