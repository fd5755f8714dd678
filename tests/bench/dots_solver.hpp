// How long the solver of dots-and-boxes takes: whole boards, and positions of 5x5 in which random
// edges have been drawn that give nothing away.
#pragma once

#include <fmt/format.h>

#include <functional>

#include "engines/dots-and-boxes/solver.hpp"
#include "tests/engines/dots-and-boxes/safe_position.hpp"

namespace sparring::bench {

/// Prints a row: means over so many positions, each with an empty table of so many megabytes.
/// `timed` runs work and returns its CPU seconds.
inline void bench_dots_solver(dots_and_boxes::Board board, int drawn, int positions,
                              std::size_t megabytes,
                              const std::function<double(const std::function<void()>&)>& timed) {
    test::Random random{static_cast<std::uint64_t>(drawn)};
    double seconds = 0, most = 0;
    std::uint64_t nodes = 0;
    std::string values;
    for (int i = 0; i < positions; ++i) {
        const auto position = test::random_safe_position(board, drawn, random);
        dots_and_boxes::Solver solver;
        solver.set_hash(megabytes);
        std::atomic<bool> stop{false};
        Watch watch{stop, {}, {}};
        int value = 0;
        const double took = timed([&] {
            solver.solve(position, 1, watch, [&](const auto& solution) { value = solution.score; });
        });
        seconds += took;
        most = std::max(most, took);
        nodes += watch.nodes();
        values += fmt::format(" {}", value);
    }
    fmt::print("| {}x{}, {} drawn | {:.3f} s | {:.3f} s | {:.0f} |{} |\n", board.rows,
               board.columns, drawn, seconds / positions, most,
               static_cast<double>(nodes) / positions, values);
}

}  // namespace sparring::bench
