#include "engines/amazons/evaluation.hpp"

#include <fmt/format.h>

namespace sparring::amazons {

const std::vector<Parameter>& Evaluation::parameters() {
    static const std::vector<Parameter> all = [] {
        std::vector<Parameter> list;
        for (int k = 1; k <= kIntervals; ++k) {
            for (const auto* name : {"T1", "T2", "C1", "C2"}) {
                list.push_back({fmt::format("{}_{}", name, k), 0, 127});
            }
        }
        return list;
    }();
    return all;
}

const std::vector<WeightSet>& Evaluation::weight_sets() {
    static const std::vector<WeightSet> sets{
        // The nearness of everything rules the opening, territory the end. Chosen among a dozen
        // such
        // tables by matches at fixed nodes; the optimum is flat, but king distances must weigh
        // much.
        {"hand",
         {
             20, 35, 30, 42,  // w >= 45
             25, 42, 28, 32,  // w >= 30
             35, 45, 22, 25,  // w >= 20
             50, 45, 15, 17,  // w >= 10
             70, 35, 10, 12,  // w < 10
         }},
        {"territory",
         {
             127, 0, 0, 0, 127, 0, 0, 0, 127, 0, 0, 0, 127, 0, 0, 0, 127, 0, 0, 0,
         }},
    };
    return sets;
}

void Evaluation::set(std::span<const int> values) {
    for (std::size_t k = 0; k < kIntervals; ++k) {
        weights_[k] = {values[4 * k], values[4 * k + 1], values[4 * k + 2], values[4 * k + 3]};
    }
}

std::vector<Term> Evaluation::explain(const Position& position) const {
    const Territory t = territory(position.own(), position.opp(), position.empty());
    const std::size_t k = interval(t.w);
    const Weights& weights = weights_[k];
    const auto term = [](const char* name, int value, int weight) {
        const double squares = static_cast<double>(value) / Territory::kUnit;
        return Term{name, squares, squares * 100 * weight / 127};
    };
    return {term("t1", t.t1, weights.t1),
            term("t2", t.t2, weights.t2),
            term("c1", t.c1, weights.c1),
            term("c2", t.c2, weights.c2),
            term("w", t.w, 0),
            {"interval of w", static_cast<double>(k + 1), 0}};
}

}  // namespace sparring::amazons
