#include "tests/tuner/laboratory.hpp"

#include <algorithm>
#include <cmath>

#include "tests/catch.hpp"
#include "tuner/genome/random.hpp"

namespace sparring::tuner {
namespace {

enum Stream : std::uint64_t { kOpening = 1, kGame, kHill };

GameOutcome game(const Laboratory& laboratory, double elo, Random& random) {
    const double expected = 1 / (1 + std::pow(10, -elo / 400));
    const double drawn = laboratory.draws * 2 * std::min(expected, 1 - expected);
    const double lot = random.uniform();
    const double score = lot < drawn ? 0.5 : lot < drawn + expected - drawn / 2 ? 1 : 0;
    const int decided = score == 0.5 ? 60 : 20 + static_cast<int>(random.below(41));
    return {score, 60, decided};
}

/// Table and tree live together.
struct Read {
    Node node;
    Table table;
    std::unique_ptr<Strategy> strategy;

    Read(const std::string& toml, const StrategyContext& context, Make make)
        : node{*parse_toml(toml, "test.toml")},
          table{&node, "strategy"},
          strategy{make(table, context)} {}
};

}  // namespace

std::vector<EncounterResult> play(const Batch& batch, const Laboratory& laboratory, int number) {
    const auto batch_number = static_cast<std::uint64_t>(number);
    std::vector<EncounterResult> results;
    for (std::size_t i = 0; i < batch.encounters.size(); ++i) {
        const Encounter& encounter = batch.encounters[i];
        const auto strength = [&](int index) {
            return index == Encounter::kOpponents
                       ? laboratory.strength(laboratory.space.start())
                       : laboratory.strength(
                             batch.candidates[static_cast<std::size_t>(index)].point);
        };
        const double elo = strength(encounter.a) - strength(encounter.b);
        EncounterResult result;
        for (int pair = 0; pair < encounter.pairs; ++pair) {
            const auto number_of_opening = static_cast<std::uint64_t>(encounter.opening + pair);
            Random opening{laboratory.seed, {kOpening, batch_number, number_of_opening}};
            Random games{laboratory.seed,
                         {kGame, batch_number, i, static_cast<std::uint64_t>(pair)}};
            const double advantage =
                laboratory.first_move + laboratory.opening_sd * opening.normal();
            PairOutcome outcome;
            outcome.as_first = game(laboratory, elo + advantage, games);
            outcome.as_second = game(laboratory, elo - advantage, games);
            result.push_back(outcome);
        }
        results.push_back(std::move(result));
    }
    return results;
}

std::vector<Reading> simulate(Strategy& strategy, const Laboratory& laboratory,
                              std::span<const int> budgets) {
    std::vector<Reading> readings;
    int games = 0, batches = 0;
    bool closed = false;
    for (;;) {
        while (readings.size() + 1 < budgets.size() && games >= budgets[readings.size()])
            readings.push_back({games, strategy.answer()});
        if (!closed && games + 2 * strategy.closing_pairs() >= budgets.back()) {
            closed = true;
            strategy.close();
        }
        const Batch batch = strategy.ask({});
        if (batch.encounters.empty()) break;
        for (const Candidate& candidate : batch.candidates)
            if (!laboratory.space.contains(candidate.point)) FAIL("a point outside the space");
        const auto results = play(batch, laboratory, batches++);
        for (const EncounterResult& result : results) games += 2 * static_cast<int>(result.size());
        strategy.tell(results);
    }
    while (readings.size() < budgets.size()) readings.push_back({games, strategy.answer()});
    return readings;
}

Laboratory hill(int parameters, double elo, std::uint64_t seed) {
    Random random{seed, {kHill}};
    std::vector<Parameter> row;
    std::vector<double> top, weights;
    double sum = 0;
    for (int i = 0; i < parameters; ++i) {
        Parameter parameter{.name = "P" + std::to_string(i + 1), .max = 100, .bits = 7};
        parameter.start = 30 + static_cast<double>(random.below(41));
        const double away = 10 + 15 * random.uniform();
        top.push_back(parameter.start + (random.chance(0.5) ? away : -away));
        weights.push_back(0.2 + random.uniform());
        sum += weights.back() * away * away;
        row.push_back(std::move(parameter));
    }
    return {.space = Space{row},
            .strength =
                [=](const Point& point) {
                    double lost = 0;
                    for (std::size_t i = 0; i < point.size(); ++i)
                        lost += weights[i] * (point[i] - top[i]) * (point[i] - top[i]);
                    return -elo * lost / sum;
                },
            .seed = seed};
}

std::unique_ptr<Strategy> strategy_of(const std::string& toml, const StrategyContext& context,
                                      Make make) {
    Read read{toml, context, make};
    const auto problem = read.table.problem();
    INFO(problem.value_or(""));
    REQUIRE(!problem);
    REQUIRE(read.strategy);
    return std::move(read.strategy);
}

std::string problem_of(const std::string& toml, const StrategyContext& context, Make make) {
    return Read{toml, context, make}.table.problem().value_or("");
}

void check_habits(const std::string& toml) {
    Laboratory laboratory = hill(5, 100, 3);
    std::vector<Parameter> row{laboratory.space.begin(), laboratory.space.end()};
    row[0].start = 100;  // at a bound
    row[1].words = {"false", "true"};
    row[1].max = row[1].start = 1;
    row[2] = {.name = "Real", .min = -1, .max = 1, .start = 0.25, .step = 0.01};
    row[2].codec = Codec::real;
    laboratory.space = Space{row};
    const auto batches_of = [&](std::uint64_t seed) {
        const auto strategy =
            strategy_of(toml, {.space = laboratory.space, .seed = seed, .longest_game = 60});
        std::vector<Batch> batches;
        for (int number = 0; number < 8; ++number) {
            if (number == 6) strategy->close();
            const int generation = strategy->generation();
            Batch batch = strategy->ask({.index = 0, .begins = number == 4, .immigrants = 0.1});
            if (number < 6) CHECK(batch.generation == generation);
            int pairs = 0;
            for (const Encounter& encounter : batch.encounters) {
                pairs += encounter.pairs;
                REQUIRE(encounter.a < static_cast<int>(batch.candidates.size()));
                REQUIRE(encounter.b < static_cast<int>(batch.candidates.size()));
            }
            for (const Candidate& candidate : batch.candidates)
                REQUIRE(laboratory.space.contains(candidate.point));
            if (number < 6) REQUIRE(pairs > 0);
            if (number >= 6) CHECK(pairs <= strategy->closing_pairs());
            if (pairs == 0) break;
            auto results = play(batch, laboratory, number);
            if (number == 2) results.front().clear();
            if (number == 3)
                for (auto& result : results) result.clear();
            strategy->tell(results);
            CHECK(strategy->generation() >= generation);
            const Answer answer = strategy->answer();
            REQUIRE(laboratory.space.contains(answer.champion.point));
            REQUIRE(laboratory.space.contains(answer.mean));
            REQUIRE(!answer.survivors.empty());
            for (const Point& point : answer.survivors) REQUIRE(laboratory.space.contains(point));
            for (const auto& note : strategy->notes()) REQUIRE(std::isfinite(note.second));
            batches.push_back(std::move(batch));
        }
        return batches;
    };
    const auto batches = batches_of(1);
    CHECK(batches_of(1) == batches);
    CHECK(batches_of(2) != batches);
    const auto fresh =
        strategy_of(toml, {.space = laboratory.space, .seed = 1, .longest_game = 60});
    CHECK(fresh->answer().champion.point == laboratory.space.start());
}

std::vector<MeanGain> gains(const std::string& toml, int parameters, int runs,
                            std::span<const int> budgets) {
    std::vector<MeanGain> sums(budgets.size());
    std::vector<double> squares(budgets.size());
    for (int run = 1; run <= runs; ++run) {
        const auto seed = static_cast<std::uint64_t>(run);
        const Laboratory laboratory = hill(parameters, 100, seed);
        const auto strategy =
            strategy_of(toml, {.space = laboratory.space, .seed = seed, .longest_game = 60});
        const auto readings = simulate(*strategy, laboratory, budgets);
        for (std::size_t i = 0; i < readings.size(); ++i) {
            const double mean = laboratory.gain(readings[i].answer.mean);
            sums[i].champion += laboratory.gain(readings[i].answer.champion.point) / runs;
            sums[i].mean += mean / runs;
            squares[i] += mean * mean / runs;
        }
    }
    for (std::size_t i = 0; i < sums.size(); ++i)
        sums[i].error = std::sqrt(std::max(squares[i] - sums[i].mean * sums[i].mean, 0.0) / runs);
    return sums;
}

}  // namespace sparring::tuner
