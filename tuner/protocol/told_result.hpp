// What an evaluator elsewhere tells of a candidate's games, and the pairs of games that a strategy
// counts. Pure.
//
// A result comes in one of these forms; each has to fit the pairs that were asked for. Fewer pairs
// may be told, never more, and never none.
// - `detail`, game by game: taken as it is.
// - `wdl` with or without `penta`: whole pairs. Which games made up a pair is known from `penta`:
//   1.5 points are a win and a draw, 0.5 a draw and a loss, 1 is two draws or a win and a loss;
//   `wdl` says how many of the last are which. Without `penta` the best games go together with the
//   worst, so that the pairs are as even as they can be.
// - `penta` alone: pairs of 1 point are two draws.
// - `score`, a share of the points in 0..1, with `n` pairs (those asked for, if it is not said):
//   4 n score is rounded to the nearest whole number of half points, a half upwards, and these are
//   spread over the pairs as evenly as they can be; then as `penta` alone. `cost` is 1 - score.
// Who moved first in the better game of a pair is not known except from `detail`: `a` in the first
// pair, `b` in the second, and so on.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "protocol/expected.hpp"
#include "tuner/protocol/fields.hpp"
#include "tuner/strategy/strategy.hpp"

namespace sparring::tuner {

struct ToldGame {
    bool a_first = true;
    GameOutcome outcome;

    bool operator==(const ToldGame&) const = default;
};

struct ToldResult {
    std::optional<std::array<std::int64_t, 3>> wdl{};    ///< won, drawn, lost
    std::optional<std::array<std::int64_t, 5>> penta{};  ///< pairs by points, from 0 to 2
    std::optional<double> score{};
    std::optional<int> n{};  ///< pairs that the score is of
    std::vector<ToldGame> detail{};

    bool operator==(const ToldResult&) const = default;
};

/// Mistakes are noted in the fields.
ToldResult read_told(Fields& fields);

/// The error says why it cannot be a result of `pairs` pairs or fewer.
Expected<EncounterResult> outcomes_of(const ToldResult& told, int pairs);

}  // namespace sparring::tuner
