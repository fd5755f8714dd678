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

#include "engines/search/best_first.hpp"
#include "engines/search/pace.hpp"
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

    void set_hash(std::size_t megabytes) {
        table_.resize(megabytes);
        if constexpr (kSolver) solver_.set_hash(megabytes);
        if constexpr (kBestFirst) best_first_.set_hash(megabytes);
    }
    void clear() {
        table_.clear();
        if constexpr (kSolver) solver_.clear();
        if constexpr (kBestFirst) best_first_.clear();
    }

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
        const TimeBudget budget =
            time_budget(limits, root.side_to_move(), root.moves_left(), settings.overhead_ms);
        std::optional<Watch::Instant> deadline;
        if (budget.hard) deadline = start + *budget.hard;
        Watch watch{stop_, deadline, limits.nodes};
        Shared shared{table_, settings, watch};
        const bool attempt = attempts(root, settings, limits, budget);
        const auto span = budget.soft.value_or(budget.hard.value_or(TimeBudget::Duration{}));
        bool solver = !attempt && takes(root, settings);
        if (best_first(root, settings, limits)) {
            return search_best_first(root, evaluation, settings, limits, budget, watch, start,
                                     on_report);
        }
        table_.start_search();

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
        bool solving = solver || left <= settings.solve;
        const auto leaps = [&](int depth) { return solving && depth >= std::min(kWarmUp, left); };
        const auto next = [&](int depth) {
            return leaps(depth) ? left : std::min(depth + 1, deepest);
        };

        std::vector<std::thread> helpers;
        const auto begin_helpers = [&](int from) {
            // Helpers deepen on their own, every other one a ply ahead; only the table joins them.
            for (std::size_t i = 1; i < workers.size(); ++i) {
                helpers.emplace_back([&, i, from] {
                    int depth = i % 2 == 1 ? next(from) : from;
                    while (workers[i]->iterate(depth)) depth = next(depth);
                });
            }
        };
        if (!solver && !attempt) begin_helpers(1);
        Pace pace{budget};
        std::optional<Move> last_best;

        std::uint64_t solver_nodes = 0;  // of a solver that has given up
        for (int depth = 1;;) {
            const bool finished = main.iterate(depth);
            report.pv = main.principal_variation(finished ? depth : 1);
            report.value = main.value();
            report.depth = finished ? depth : report.depth;
            report.seldepth = main.seldepth();
            report.nodes = solver_nodes;
            for (const auto& worker : workers) report.nodes += worker->nodes();
            report.time = Time::now() - start;
            report.hashfull = table_.hashfull();
            report.final_score = finished ? main.proof(depth) : std::nullopt;
            if (finished || report.depth == 0) on_report(report);
            if (!finished || report.final_score) break;
            pace.ended(report.time, last_best != report.pv.front(), evaluation.centi(report.value));
            last_best = report.pv.front();
            const bool in_a_hurry = !limits.unlimited() && !limits.depth && !limits.nodes;
            if (in_a_hurry && main.root_moves() == 1) break;
            // The last plies are cheaper for the solver.
            if (attempt && (leaps(depth) || pace.enough() || depth + 1 >= left ||
                            pace.next_end() >= kBeforeAttempt * span)) {
                solve<true>(root, settings, watch, start, report, on_report);
                break;
            }
            if (pace.enough()) break;
            if (solver && leaps(depth)) {
                const std::uint64_t before = watch.nodes();
                solve(root, settings, watch, start, report, on_report);
                solver_nodes = watch.nodes() - before;
                if (report.final_score || watch.over(0)) break;
                solver = solving = false;  // it gave up
                begin_helpers(depth);
            }
            if (!leaps(depth) && depth >= deepest) break;
            depth = next(depth);
        }
        stop_.store(true, std::memory_order_relaxed);
        for (std::thread& helper : helpers) helper.join();
        return report;
    }

  private:
    using Position = typename Rules::Position;
    using Instant = Watch::Instant;

    static constexpr int kWarmUp = 6;
    static constexpr double kBeforeAttempt = 0.2;  // of the time
    static constexpr bool kSolver = requires { typename G::Solver; };
    static constexpr bool kAttempts = requires(const Position& root) {
        G::Solver::attempts(root, 0, std::chrono::nanoseconds{});
    };
    static constexpr bool kBestFirst = requires { typename G::BestFirst; };

    static bool takes(const Position& root, const SearchSettings& settings) {
        if constexpr (kSolver) return G::Solver::takes(root, settings.solve);
        return false;
    }

    /// Whether the solver is to find what it can while the clock runs.
    static bool attempts(const Position& root, const SearchSettings& settings, const Limits& limits,
                         const TimeBudget& budget) {
        if constexpr (kAttempts) {
            if (!budget.hard || limits.depth || limits.nodes || settings.exact) return false;
            return G::Solver::attempts(root, settings.solve, *budget.hard);
        }
        return false;
    }

    /// Has the game's own solver search the rest of the game. What the report says already stays
    /// as far as nothing better is found in time.
    template <bool Attempt = false>
    void solve(const Position& root, const SearchSettings& settings, Watch& watch, Instant start,
               Report& report, const OnReport& on_report) {
        if constexpr (kSolver) {
            // Nodes that the shared search has not told the watch yet count, too.
            const std::uint64_t before = report.nodes - watch.nodes();
            const auto take = [&](const Solution<Move>& solution) {
                report.depth = root.moves_left();
                report.seldepth = std::max(report.seldepth, report.depth);
                if (!solution.pv.empty()) report.pv = solution.pv;
                report.value = value_of(solution.score, root);
                if (solution.proved) report.final_score = solution.score;
                report.nodes = before + watch.nodes();
                report.time = std::chrono::steady_clock::now() - start;
                on_report(report);
            };
            const int threads = std::max(1, settings.threads);
            if constexpr (Attempt && kAttempts)
                solver_.attempt(root, threads, watch, take);
            else
                solver_.solve(root, threads, watch, take);
            report.nodes = before + watch.nodes();
            report.time = std::chrono::steady_clock::now() - start;
        }
    }

    static bool best_first(const Position& root, const SearchSettings& settings,
                           const Limits& limits) {
        if constexpr (kBestFirst) {
            if (settings.exact || root.is_over()) return false;
            if (settings.driver == Driver::puct) return true;
            // Depth counts plies of a search that sees them all.
            return settings.driver == Driver::mixed && !limits.depth && G::BestFirst::suits(root);
        }
        return false;
    }

    Report search_best_first(const Position& root, const typename G::Evaluation& evaluation,
                             const SearchSettings& settings, const Limits& limits,
                             const TimeBudget& budget, Watch& watch, Instant start,
                             const OnReport& on_report) {
        Report report;
        if constexpr (kBestFirst) {
            // A search of few plies is not to take longer than those.
            const bool shallow = limits.depth && *limits.depth < root.moves_left();
            if (!shallow && takes(root, settings)) {
                solve(root, settings, watch, start, report, [&](const Report& solved) {
                    if (!solved.pv.empty()) on_report(solved);
                });
                if (report.final_score && !report.pv.empty()) return report;
            }
            const auto known = report.final_score;
            BestFirstTask task{watch, std::max(1, settings.threads), settings.solve > 0, {}, {}};
            task.depth = known ? kWarmUp : limits.depth.value_or(kMaxPly);
            // There are no iterations to wait for: it ends halfway between the two times.
            if (budget.soft)
                task.until = start + (*budget.soft + std::min(*budget.hard, 3 * *budget.soft)) / 2;
            best_first_.search(root, evaluation, task, [&](const auto& progress) {
                report.depth = progress.depth;
                report.seldepth = progress.seldepth;
                report.pv = progress.pv;
                report.final_score = known ? known : progress.final_score;
                report.value =
                    report.final_score ? value_of(*report.final_score, root) : progress.value;
                report.nodes = watch.nodes();
                report.time = std::chrono::steady_clock::now() - start;
                report.hashfull = progress.hashfull;
                on_report(report);
            });
            stop_.store(true, std::memory_order_relaxed);
        }
        return report;
    }

    static Value value_of(int score, const Position& root) {
        if constexpr (Tactics::final_unit > 0) return score * Tactics::final_unit;
        return score > 0 ? kWin - root.moves_left() : score < 0 ? root.moves_left() - kWin : 0;
    }

    struct None {};
    template <class E>
    struct SolverOf {
        using Type = None;
    };
    template <class E>
    requires requires { typename E::Solver; }
    struct SolverOf<E> {
        using Type = typename E::Solver;
    };
    template <class E>
    struct BestFirstOf {
        using Type = None;
    };
    template <class E>
    requires requires { typename E::BestFirst; }
    struct BestFirstOf<E> {
        using Type = typename E::BestFirst;
    };

    TranspositionTable table_;
    typename SolverOf<G>::Type solver_;
    typename BestFirstOf<G>::Type best_first_;
    std::atomic<bool> stop_{false};
};

}  // namespace sparring
