#include "tuner/run/plan.hpp"

#include <fmt/format.h>

#include "referee/archive/sha256.hpp"

namespace sparring::tuner {
namespace {

std::string text_of(const referee::JobSide& side) {
    std::string text = side.engine + '\t' + side.limits;
    for (const auto& [name, value] : side.options) text += '\t' + name + '=' + value;
    return text;
}

}  // namespace

Plan plan_of(const Batch& batch, const Cast& cast, std::span<const std::size_t> openings) {
    Plan plan{cast.candidates, {}};
    const int first_opponent = static_cast<int>(plan.sides.size());
    if (cast.self) {
        for (referee::JobSide side : cast.candidates) {
            side.engine = cast.self_engine;
            side.limits = cast.self_limits;
            plan.sides.push_back(std::move(side));
        }
    } else {
        plan.sides.insert(plan.sides.end(), cast.opponents.begin(), cast.opponents.end());
    }
    const int opponents = static_cast<int>(cast.opponents.size());
    for (std::size_t e = 0; e < batch.encounters.size(); ++e) {
        const Encounter& encounter = batch.encounters[e];
        const bool against = encounter.b == Encounter::kOpponents;
        const int turns = against && !cast.self ? opponents : 1;
        for (int number = 0; number < encounter.pairs; ++number) {
            const int b = !against    ? encounter.b
                          : cast.self ? first_opponent + encounter.a
                                      : first_opponent + number % turns;
            const auto place = static_cast<std::size_t>(encounter.opening + number / turns);
            plan.pairs.push_back(
                {static_cast<int>(e), number, encounter.a, b, openings[place % openings.size()]});
        }
    }
    return plan;
}

PairKeys::PairKeys(const Plan& plan) {
    for (const referee::JobSide& side : plan.sides) {
        referee::Sha256 sum;
        sum.add(text_of(side));
        sides_.push_back(sum.finish().substr(0, 32));
    }
}

PairKey PairKeys::of(const PlannedPair& pair) const {
    const std::string& a = sides_[static_cast<std::size_t>(pair.a)];
    const std::string& b = sides_[static_cast<std::size_t>(pair.b)];
    const bool mirrored = b < a;
    return {fmt::format("{} {} {}", pair.opening, mirrored ? b : a, mirrored ? a : b), mirrored};
}

}  // namespace sparring::tuner
