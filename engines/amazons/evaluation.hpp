// The evaluation of Qiu et al. (parallel genetic algorithm for Amazons): Lieberum's four terms,
// weighted by what his fifth says of the progress of the game.
//
//   value = T1_k t1 + T2_k t2 + C1_k c1 + C2_k c2,   k = the interval of w:
//   1: w >= 45   2: w >= 30   3: w >= 20   4: w >= 10   5: w < 10
//
// The paper's bounds are 70, 45, 30, 20, 10 and 0; what lies above 70 belongs to interval 1, and w
// = 0 (no square is contested any more) to interval 5. Weights are k/127 as in its 7-bit coding.
#pragma once

#include <array>
#include <span>

#include "engines/amazons/position.hpp"
#include "engines/amazons/territory.hpp"
#include "engines/search/game_traits.hpp"

namespace sparring::amazons {

class Evaluation {
  public:
    using Position = amazons::Position;

    static constexpr int kIntervals = 5;

    /// Hundredths of a square: each term is at most the 92 squares that are ever empty.
    static constexpr Value kLargest = 4 * 92 * 100 + 1;

    Evaluation() { set(weight_sets().front().values); }

    /// T1_1 T2_1 C1_1 C2_1, then those of the next interval.
    static const std::vector<Parameter>& parameters();
    static const std::vector<WeightSet>& weight_sets();
    void set(std::span<const int> values);

    /// Index of the interval of w (in units of Territory::kUnit), 0 to 4.
    static constexpr std::size_t interval(int w) {
        constexpr std::array<int, kIntervals - 1> least{45, 30, 20, 10};
        std::size_t k = 0;
        while (k < least.size() && w < least[k] * Territory::kUnit) ++k;
        return k;
    }

    Value evaluate(const Position& position) const {
        return value(territory(position.own(), position.opp(), position.empty()));
    }
    Value value(const Territory& t) const {
        const Weights& weights = weights_[interval(t.w)];
        const int sum =
            weights.t1 * t.t1 + weights.t2 * t.t2 + weights.c1 * t.c1 + weights.c2 * t.c2;
        // 100 / (127 * 1920) = 5 / 12192, towards zero; the product stays below 2^31.
        return sum * 5 / 12192;
    }
    int centi(Value value) const { return value; }
    std::vector<Term> explain(const Position& position) const;

  private:
    struct Weights {
        int t1, t2, c1, c2;
    };

    std::array<Weights, kIntervals> weights_;
};

}  // namespace sparring::amazons
