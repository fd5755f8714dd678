// Fits the constants of engines/reversi/guess.cpp and tactics.cpp: plays games, solves their late
// positions, and prints the weights of guess(), how far shallow searches by it lie from the exact
// results, and how far searches lie from each other with the default weights.
//
//   build/tests/reversi_fit [POSITIONS]      positions a variant (default 1500)
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "engines/reversi/engine.hpp"
#include "engines/reversi/guess.hpp"
#include "engines/search/search.hpp"
#include "tests/engines/random.hpp"

using namespace sparring;
using namespace sparring::reversi;

namespace {

constexpr int kLeast = 10, kMost = 18, kCentre = 14;

struct Sample {
    Position position;
    int score;
};

Evaluation evaluation_for(Variant variant) {
    Evaluation evaluation;
    for (const WeightSet& set : Evaluation::weight_sets()) {
        if (set.name == Evaluation::default_weights(variant)) evaluation.set(set.values);
    }
    return evaluation;
}

/// How positions come about: at least so many random plies and up to 19 more, then play to a depth
/// with every twentieth move at random, until from `least` to `most` squares are empty.
struct Play {
    std::size_t random_plies;
    int depth, least, most;
};

/// Not before a pass.
Position played_position(Variant variant, const Evaluation& evaluation, const Play& play,
                         test::Random& random) {
    for (;;) {
        Line<Rules> line{Position{variant}};
        const std::size_t random_plies = play.random_plies + random.below(20);
        const int left =
            play.least +
            static_cast<int>(random.below(static_cast<std::uint64_t>(play.most - play.least + 1)));
        Search<Engine> search;
        search.set_hash(1);
        SearchSettings settings;
        settings.selective = false;
        while (line.outcome() == Outcome::none && line.current().moves_left() > left) {
            Position::MoveList moves;
            line.current().generate(moves);
            if (line.moves().size() < random_plies || random.below(20) == 0) {
                line.play(moves[random.below(moves.size())]);
            } else {
                Limits limits;
                limits.depth = play.depth;
                search.arm();
                const auto report =
                    search.run(line, evaluation, settings, limits, [](const auto&) {});
                line.play(report.pv.front());
            }
        }
        if (line.outcome() == Outcome::none && line.current().mobility() != 0)
            return line.current();
    }
}

std::vector<Sample> samples(Variant variant, int count) {
    const Evaluation evaluation = evaluation_for(variant);
    test::Random random{2026};
    Solver solver;
    solver.set_hash(16);
    std::vector<Sample> all;
    while (static_cast<int>(all.size()) < count) {
        const Position position =
            played_position(variant, evaluation, {10, 3, kLeast, kMost}, random);
        std::atomic<bool> stop{false};
        Watch watch{stop, {}, {}};
        solver.solve(position, 1, watch, [&](const Solution<Move>& solution) {
            if (solution.proved) all.push_back({position, solution.score});
        });
    }
    return all;
}

/// Each feature, then each times the distance from kCentre empty squares.
std::vector<double> inputs(const Position& position) {
    const Features f = features(position);
    std::vector<double> x;
    for (const int count : f.location) x.push_back(count);
    for (const int count : f.action) x.push_back(count);
    for (const int count : {f.stable, f.frontier, f.discs, 1}) x.push_back(count);
    const std::size_t features = x.size();
    for (std::size_t i = 0; i < features; ++i)
        x.push_back(x[i] * (position.moves_left() - kCentre));
    return x;
}

/// Least squares with a little weight decay, by Gauss's elimination.
std::vector<double> fit(const std::vector<Sample>& samples) {
    const std::size_t size = inputs(samples.front().position).size();
    std::vector<std::vector<double>> a(size, std::vector<double>(size + 1));
    for (std::size_t i = 0; i < size; ++i) a[i][i] = 20;
    for (const Sample& sample : samples) {
        const auto x = inputs(sample.position);
        for (std::size_t i = 0; i < size; ++i) {
            for (std::size_t j = 0; j < size; ++j) a[i][j] += x[i] * x[j];
            a[i][size] += x[i] * sample.score;
        }
    }
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t row = 0; row < size; ++row) {
            if (row == i) continue;
            const double factor = a[row][i] / a[i][i];
            for (std::size_t j = i; j <= size; ++j) a[row][j] -= factor * a[i][j];
        }
    }
    std::vector<double> weights;
    for (std::size_t i = 0; i < size; ++i) weights.push_back(a[i][size] / a[i][i]);
    return weights;
}

void print_weights(const char* name, const std::vector<double>& w) {
    const std::size_t half = w.size() / 2;
    const auto pair = [&](std::size_t i) {
        return fmt::format("{{{}, {}}}", std::lround(1000 * w[i]), std::lround(1000 * w[half + i]));
    };
    fmt::print("constexpr GuessWeights {}{{\n    ", name);
    for (std::size_t i = 0; i < half; ++i) {
        if (i == 0 || i == 10) fmt::print("{{{{");
        fmt::print("{}{}", pair(i), i == 9 || i == 19 ? "}},\n    " : i + 1 < half ? ", " : "};\n");
    }
}

/// By phase: standard deviations of deep searches from shallow ones, in the evaluation's units.
void print_deviations(Variant variant, int count) {
    constexpr int deepest = 8;
    constexpr std::array<std::array<int, 2>, 8> pairs{
        {{3, 1}, {4, 2}, {5, 3}, {6, 4}, {5, 1}, {6, 2}, {7, 3}, {8, 4}}};
    struct Moments {
        double sum = 0, squares = 0;
        int count = 0;
    };
    std::array<std::array<Moments, pairs.size()>, 3> phases{};
    const Evaluation evaluation = evaluation_for(variant);
    test::Random random{7};
    for (int i = 0; i < count; ++i) {
        const Position position = played_position(variant, evaluation, {6, 2, 14, 53}, random);
        Search<Engine> search;
        search.set_hash(4);
        Limits limits;
        limits.depth = deepest;
        SearchSettings settings;
        settings.selective = false;
        std::array<int, deepest + 1> values{};
        search.arm();
        search.run(Line<Rules>{position}, evaluation, settings, limits,
                   [&](const auto& report) { values[report.depth] = report.value; });
        const int empties = position.moves_left();
        auto& phase = phases[empties > 40 ? 0 : empties > 20 ? 1 : 2];
        for (std::size_t j = 0; j < pairs.size(); ++j) {
            const auto [deep, shallow] = pairs[j];
            if (std::abs(values[deep]) > Evaluation::kLargest) continue;  // a known end
            const double error = values[deep] - values[shallow];
            phase[j].sum += error;
            phase[j].squares += error * error;
            ++phase[j].count;
        }
    }
    fmt::print("// searches: deviation from shallow ones, 41, 21, 1 empty squares and more\n");
    for (const auto& phase : phases) {
        fmt::print("//");
        for (std::size_t j = 0; j < pairs.size(); ++j) {
            const double n = std::max(phase[j].count, 1), mean = phase[j].sum / n;
            fmt::print("  {}-{} {:.0f}", pairs[j][0], pairs[j][1],
                       std::sqrt(phase[j].squares / n - mean * mean));
        }
        fmt::print("\n");
    }
}

template <Variant V>
void run(const char* name, int count) {
    const auto all = samples(V, count);
    print_weights(name, fit(all));
    fmt::print("// guess() as compiled: standard deviation in discs by empty squares and depth\n");
    for (int from = kLeast; from <= kMost; from += 3) {
        fmt::print("// {} to {}:", from, from + 2);
        for (int depth = 0; depth <= 6; ++depth) {
            double sum = 0;
            int seen = 0;
            for (const auto& [position, score] : all) {
                if (position.moves_left() < from || position.moves_left() > from + 2) continue;
                std::uint64_t nodes = 0;
                const double error =
                    score - guess<V>(position.own(), position.opp(), position.mobility(), depth,
                                     -65 * kGuessUnit, 65 * kGuessUnit, nodes) /
                                static_cast<double>(kGuessUnit);
                sum += error * error;
                ++seen;
            }
            fmt::print(" {:.2f}", std::sqrt(sum / std::max(seen, 1)));
        }
        fmt::print("\n");
    }
    print_deviations(V, count / 2);
}

}  // namespace

int main(int argc, char** argv) {
    const int count = argc > 1 ? std::atoi(argv[1]) : 1500;
    run<Variant::othello>("kNormalGuess", count);
    run<Variant::reversed>("kReversedGuess", count);
}
