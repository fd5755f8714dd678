// Games that a formula plays, where a test says who wins: strategies' tests need results, not
// engines. (laboratory.hpp has the same with openings and budgets.)
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/tuner/laboratory.hpp"
#include "tuner/genome/random.hpp"
#include "tuner/strategy/catalogue.hpp"

namespace sparring::tuner::simulated {

/// Parameters A, B, ... of 0..63 in six bits that start at 20.
inline Space six_bits(int parameters) {
    std::vector<Parameter> list;
    for (int i = 0; i < parameters; ++i)
        list.push_back({.name = std::string(1, static_cast<char>('A' + i)),
                        .min = 0,
                        .max = 63,
                        .start = 20,
                        .bits = 6});
    return Space{std::move(list)};
}

/// Smooth, with one peak at 40: the start of six_bits() is 100 Elo below it.
inline double elo(const Point& point) {
    double sum = 0;
    for (const double value : point) sum += (value - 40) * (value - 40) / 400;
    return -100 * sum / static_cast<double>(point.size());
}

/// A pair of games; `lead` is what `a` is stronger, in Elo.
inline PairOutcome noisy_pair(double lead, Random& random) {
    const double win = 1 / (1 + std::pow(10, -lead / 400));
    const double draws = 0.3 * 2 * std::min(win, 1 - win);
    const auto game = [&] {
        const double luck = random.uniform();
        return luck < win - draws / 2 ? 1.0 : luck < win + draws / 2 ? 0.5 : 0.0;
    };
    const double first = game(), second = game();
    return {{first, 40, 40}, {second, 40, 40}};
}

/// The stronger wins both; equals win with the first move.
inline PairOutcome sure_pair(double lead) {
    return {{lead >= 0 ? 1.0 : 0.0, 40, 40}, {lead > 0 ? 1.0 : 0.0, 40, 40}};
}

using Play = std::function<PairOutcome(const Candidate& a, const Candidate& b, Random& random)>;

inline std::vector<EncounterResult> played(const Batch& batch, const Play& play,
                                           std::uint64_t seed = 1) {
    std::vector<EncounterResult> results;
    for (std::size_t i = 0; i < batch.encounters.size(); ++i) {
        const Encounter& encounter = batch.encounters[i];
        Random random{seed, {static_cast<std::uint64_t>(batch.generation), i}};
        EncounterResult result;
        for (int pair = 0; pair < encounter.pairs; ++pair)
            result.push_back(play(batch.candidates[static_cast<std::size_t>(encounter.a)],
                                  batch.candidates[static_cast<std::size_t>(encounter.b)], random));
        results.push_back(std::move(result));
    }
    return results;
}

inline PairOutcome by_elo(const Candidate& a, const Candidate& b, Random& random) {
    return noisy_pair(elo(a.point) - elo(b.point), random);
}

/// Whoever was made later wins.
inline PairOutcome by_age(const Candidate& a, const Candidate& b, Random&) {
    return sure_pair(static_cast<double>(a.id - b.id));
}

inline int games(const Batch& batch) {
    int games = 0;
    for (const Encounter& encounter : batch.encounters) games += 2 * encounter.pairs;
    return games;
}

/// The strategy that a table of these lines makes.
inline std::unique_ptr<Strategy> made(Make make, const std::string& toml, const Space& space,
                                      std::uint64_t seed = 1) {
    return strategy_of(toml, {space, seed}, make);
}

/// What is wrong with those lines.
inline std::string fault_in(Make make, const std::string& toml, const Space& space) {
    return problem_of(toml, {space, 1}, make);
}

/// All its batches until it is done, or so many.
inline std::vector<Batch> run(Strategy& strategy, const Play& play, int most,
                              std::uint64_t seed = 1) {
    std::vector<Batch> batches;
    while (static_cast<int>(batches.size()) < most) {
        batches.push_back(strategy.ask({}));
        if (batches.back().encounters.empty()) break;
        strategy.tell(played(batches.back(), play, seed));
    }
    return batches;
}

inline double note(const Strategy& strategy, std::string_view name) {
    for (const auto& [key, value] : strategy.notes())
        if (key == name) return value;
    FAIL("no note " << name);
    return 0;
}

/// Over some seeds, its answers after so many batches are stronger than the start.
inline void check_finds_better(Make make, const std::string& toml, int batches) {
    INFO(toml);
    double champion = 0, mean = 0;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        const auto strategy = made(make, toml, six_bits(6), seed);
        run(*strategy, by_elo, batches, seed);
        champion += elo(strategy->answer().champion.point) / 4;
        mean += elo(strategy->answer().mean) / 4;
    }
    INFO(champion << " " << mean);
    CHECK(champion > -60);  // the start: -100
    CHECK(mean > -40);
}

}  // namespace sparring::tuner::simulated
