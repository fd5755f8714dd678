// The search that all games share: iterative deepening over one of four drivers.
//
//   alphabeta  full windows throughout
//   pvs        principal variation search with aspiration windows
//   mtdf       null windows from the last iteration's value on (Plaat et al. 1996)
//   absss      null windows from +infinity down: AB-SSS*, which visits the leaves of SSS*
//
// The side that moves may be the same twice running (dots-and-boxes), and a pass is a move that
// costs no depth (reversi).
#pragma once

#include <atomic>
#include <functional>
#include <thread>

#include "engines/search/settings.hpp"
#include "engines/search/time.hpp"
#include "engines/search/transposition.hpp"
#include "engines/search/worker.hpp"

namespace sparring {

template <GameLike G>
class Search {
  public:
    using Rules = typename G::Rules;
    using Tactics = typename G::Tactics;
    using Move = typename Rules::Move;
    using Report = SearchReport<Move>;
    using OnReport = std::function<void(const Report&)>;

    void set_hash(std::size_t megabytes) { table_.resize(megabytes); }
    void clear() { table_.clear(); }

    /// May be called from any thread while run() is searching; returns at once.
    void stop() { stop_.store(true, std::memory_order_relaxed); }

    /// To be called before run(), by the thread that may call stop().
    void arm() { stop_.store(false, std::memory_order_relaxed); }

    /// Searches the line's current position. `on_report` is called after every finished iteration;
    /// the last report is also returned. An empty pv means that the game is over.
    Report run(const Line<Rules>& line, const typename G::Evaluation& evaluation,
               const SearchSettings& settings, const Limits& limits, const OnReport& on_report) {
        using Time = std::chrono::steady_clock;
        const auto start = Time::now();
        const auto& root = line.current();
        table_.start_search();
        const TimeBudget budget =
            time_budget(limits, root.side_to_move(), root.moves_left(), settings.overhead_ms);
        Shared shared{table_, stop_, settings, {}, limits.nodes, {}};
        if (budget.hard) shared.deadline = start + *budget.hard;

        std::vector<std::unique_ptr<Worker<G>>> workers;
        for (int i = 0; i < std::max(1, settings.threads); ++i) {
            workers.push_back(std::make_unique<Worker<G>>(shared, line, evaluation));
        }
        Worker<G>& main = *workers.front();
        Report report;
        if (main.root_moves() == 0) return report;

        const int deepest = std::min(limits.depth.value_or(kMaxPly - 1), kMaxPly - 1);
        const int left = root.moves_left();
        // Where the rest is to be solved, a few iterations order the moves before the leap to the
        // end.
        const bool solving = left <= settings.solve;
        const auto leaps = [&](int depth) { return solving && depth >= std::min(kWarmUp, left); };
        const auto next = [&](int depth) {
            return leaps(depth) ? left : std::min(depth + 1, deepest);
        };

        std::vector<std::thread> helpers;
        for (std::size_t i = 1; i < workers.size(); ++i) {
            // Helpers deepen on their own, every other one a ply ahead; only the table joins them.
            helpers.emplace_back([&, i] {
                int depth = i % 2 == 1 ? next(1) : 1;
                while (workers[i]->iterate(depth)) depth = next(depth);
            });
        }

        for (int depth = 1;;) {
            const bool finished = main.iterate(depth);
            report.pv = main.principal_variation(finished ? depth : 1);
            report.value = main.value();
            report.depth = finished ? depth : report.depth;
            report.seldepth = main.seldepth();
            report.nodes = 0;
            for (const auto& worker : workers) report.nodes += worker->nodes();
            report.time = Time::now() - start;
            report.hashfull = table_.hashfull();
            report.final_score = finished ? main.proof(depth) : std::nullopt;
            if (finished || report.depth == 0) on_report(report);
            if (!finished || report.final_score) break;
            if (budget.soft && report.time >= *budget.soft) break;
            const bool in_a_hurry = !limits.unlimited() && !limits.depth && !limits.nodes;
            if (in_a_hurry && main.root_moves() == 1) break;
            if (!leaps(depth) && depth >= deepest) break;
            depth = next(depth);
        }
        stop_.store(true, std::memory_order_relaxed);
        for (std::thread& helper : helpers) helper.join();
        return report;
    }

  private:
    static constexpr int kWarmUp = 6;

    TranspositionTable table_;
    std::atomic<bool> stop_{false};
};

}  // namespace sparring
