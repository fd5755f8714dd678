// The speeds of the rules, evaluations and searches. Every ratio is measured in one run, ours and
// the peer's in turn, because the machine's own speed drifts. Prints Markdown tables for
// docs/engines.md.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engines/amazons/engine.hpp"
#include "engines/dots-and-boxes/engine.hpp"
#include "engines/draughts/engine.hpp"
#include "engines/games/perft.hpp"
#include "engines/reversi/engine.hpp"
#include "engines/search/search.hpp"
#include "tests/bench/dots_solver.hpp"
#include "tests/bench/plain_reversi.hpp"
#include "tests/engines/amazons/naive.hpp"
#include "tests/engines/random.hpp"

using namespace sparring;

namespace {

double cpu_seconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// Runs both in turn and returns the medians of their CPU seconds; `peer` may be empty.
struct Medians {
    double ours = 0, peer = 0, ratio = 0;  ///< ratio: peer's time over ours, median of the pairs
};

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

Medians measure(int runs, const std::function<double()>& ours,
                const std::function<double()>& peer) {
    std::vector<double> our_times, peer_times, ratios;
    for (int i = 0; i < runs; ++i) {
        our_times.push_back(ours());
        if (!peer) continue;
        peer_times.push_back(peer());
        ratios.push_back(peer_times.back() / our_times.back());
    }
    return {median(our_times), peer ? median(peer_times) : 0, peer ? median(ratios) : 0};
}

double timed(const std::function<void()>& work) {
    const double start = cpu_seconds();
    work();
    return cpu_seconds() - start;
}

void require(bool condition, const char* what) {
    if (condition) return;
    fmt::print(stderr, "error: {}\n", what);
    std::exit(1);
}

void row(const std::string& name, double count, const char* unit, const Medians& m,
         const std::string& peer) {
    fmt::print("| {} | {:.1f} {} | {} |\n", name, count / m.ours / 1e6, unit,
               m.ratio > 0 ? fmt::format("{:.2f} x {} ({:.1f} {})", m.ratio, peer,
                                         count / m.peer / 1e6, unit)
                           : "-");
}

template <class R>
std::function<double()> perft_time(typename R::Position position, int depth,
                                   std::uint64_t expected) {
    return [=] {
        return timed(
            [&] { require(perft<R>(position, depth) == expected, "perft count is wrong"); });
    };
}

/// Moby Dam's perft, if SPARRING_MOBY_PERFT names a command that takes a depth and prints "LEAVES
/// SECONDS".
std::function<double()> moby_dam(int depth) {
    const char* command = std::getenv("SPARRING_MOBY_PERFT");
    if (command == nullptr) return {};
    return [=] {
        std::FILE* pipe = popen(fmt::format("{} {}", command, depth).c_str(), "r");
        require(pipe != nullptr, "SPARRING_MOBY_PERFT cannot be started");
        double leaves = 0, seconds = 0;
        const int read = std::fscanf(pipe, "%lf %lf", &leaves, &seconds);
        pclose(pipe);
        require(read == 2, "SPARRING_MOBY_PERFT must print LEAVES and CPU SECONDS");
        return seconds;
    };
}

void bench_perft(int runs) {
    fmt::print("| perft | speed | ratio |\n|---|---|---|\n");
    constexpr std::uint64_t draughts_leaves = 41022423;
    row("draughts, start, depth 9", draughts_leaves, "M leaves/s",
        measure(runs, perft_time<draughts::Rules>(draughts::Position{}, 9, draughts_leaves),
                moby_dam(9)),
        "Moby Dam");
    constexpr std::uint64_t reversi_leaves = 24571284;
    row("reversi, start, depth 10", reversi_leaves, "M leaves/s",
        measure(runs, perft_time<reversi::Rules>(reversi::Position{}, 10, reversi_leaves),
                [] {
                    return timed([] {
                        require(bench::PlainReversi::perft(0x0000000810000000, 0x0000001008000000,
                                                           10) == reversi_leaves,
                                "the plain counter is wrong");
                    });
                }),
        "a plain bulk counter");
    const auto start = amazons::Rules::start(*amazons::Rules::parse_variant("10x10"));
    constexpr std::uint64_t amazons_leaves = 8350439170;
    row("amazons 10x10, start, depth 3", amazons_leaves, "M leaves/s",
        measure(std::min(runs, 3), perft_time<amazons::Rules>(start, 3, amazons_leaves),
                [&] {
                    return timed([&] {
                        require(test::naive_perft(start, 3) == amazons_leaves,
                                "the naive counter is wrong");
                    });
                }),
        "a naive mailbox counter");
    const auto boxes = dots_and_boxes::Rules::start(*dots_and_boxes::Rules::parse_variant("5x5"));
    constexpr std::uint64_t boxes_leaves = 60ull * 59 * 58 * 57 * 56;
    row("dots-and-boxes 5x5, start, depth 5", boxes_leaves, "M leaves/s",
        measure(runs, perft_time<dots_and_boxes::Rules>(boxes, 5, boxes_leaves), {}), "");
    constexpr std::uint64_t deep_boxes_leaves = boxes_leaves * 55;
    row("dots-and-boxes 5x5, start, depth 6", deep_boxes_leaves, "M leaves/s",
        measure(1, perft_time<dots_and_boxes::Rules>(boxes, 6, deep_boxes_leaves), {}), "");
}

template <class G>
void bench_evaluation(int runs) {
    using Rules = typename G::Rules;
    // Positions of random games, the same every time.
    std::vector<typename Rules::Position> positions;
    test::Random random{1};
    while (positions.size() < 2000) {
        auto position = Rules::start(*Rules::parse_variant(Rules::variants().front()));
        for (int ply = 0; ply < 200 && positions.size() < 2000; ++ply) {
            typename Rules::MoveList moves;
            position.generate(moves);
            if (moves.empty()) break;
            positions.push_back(position);
            position.play(moves[random.below(moves.size())]);
        }
    }
    const typename G::Evaluation evaluation;
    constexpr int rounds = 200;
    std::int64_t sum = 0;
    const auto m = measure(runs,
                           [&] {
                               return timed([&] {
                                   for (int i = 0; i < rounds; ++i) {
                                       for (const auto& position : positions)
                                           sum += evaluation.evaluate(position);
                                   }
                               });
                           },
                           {});
    fmt::print("| {} | {:.2f} M/s | {} |\n", Rules::name,
               static_cast<double>(positions.size()) * rounds / m.ours / 1e6, sum / rounds / runs);
}

template <class G>
void bench_drivers(int depth) {
    using Rules = typename G::Rules;
    const auto fens = G::Tactics::bench().first;
    const auto variant = *Rules::parse_variant(Rules::variants().front());
    for (const bool exact : {true, false}) {
        std::string line =
            fmt::format("| {}, depth {}{} |", Rules::name, depth, exact ? ", Exact" : "");
        for (const Driver driver : {Driver::alphabeta, Driver::pvs, Driver::mtdf, Driver::absss}) {
            std::uint64_t nodes = 0;
            for (const auto& fen : fens) {
                Search<G> search;
                search.set_hash(16);
                SearchSettings settings;
                settings.driver = driver;
                settings.exact = exact;
                Limits limits;
                limits.depth = depth;
                nodes += search
                             .run(Line<Rules>{*Rules::parse_fen(variant, fen)},
                                  typename G::Evaluation{}, settings, limits, [](const auto&) {})
                             .nodes;
            }
            line += fmt::format(" {} |", nodes);
        }
        fmt::print("{}\n", line);
    }
}

void bench_solvers() {
    fmt::print(
        "| dots-and-boxes, exact value | mean | most | nodes | values |\n|---|---|---|---|---|\n");
    bench::bench_dots_solver({3, 4}, 0, 1, 64, timed);
    bench::bench_dots_solver({5, 5}, 24, 20, 64, timed);
    bench::bench_dots_solver({5, 5}, 20, 10, 64, timed);
    bench::bench_dots_solver({5, 5}, 16, 3, 1024, timed);
    bench::bench_dots_solver({3, 5}, 0, 1, 1024, timed);
    bench::bench_dots_solver({4, 4}, 0, 1, 1024, timed);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1 && std::string_view{argv[1]} == "solvers") {
        bench_solvers();
        return 0;
    }
    const int runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 5;
    bench_perft(runs);
    fmt::print("\n| evaluation | speed | checksum |\n|---|---|---|\n");
    bench_evaluation<amazons::Engine>(runs);
    bench_evaluation<dots_and_boxes::Engine>(runs);
    bench_evaluation<draughts::Engine>(runs);
    bench_evaluation<reversi::Engine>(runs);
    fmt::print(
        "\n| nodes over the bench positions | alphabeta | pvs | mtdf | absss "
        "|\n|---|---|---|---|---|\n");
    bench_drivers<amazons::Engine>(2);
    bench_drivers<dots_and_boxes::Engine>(5);
    bench_drivers<draughts::Engine>(9);
    bench_drivers<reversi::Engine>(8);
}
