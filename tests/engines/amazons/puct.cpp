#include "engines/amazons/puct.hpp"

#include "engines/amazons/engine.hpp"
#include "tests/engines/amazons/late.hpp"
#include "tests/engines/search_properties.hpp"

using namespace sparring;
using namespace sparring::amazons;
using namespace sparring::test;

namespace {

using Report = SearchReport<Move>;

Report search_puct(const Position& position, std::uint64_t nodes, int solve, int threads,
                   std::size_t megabytes = 16) {
    Search<Engine> search;
    search.set_hash(megabytes);
    SearchSettings settings;
    settings.driver = Driver::puct;
    settings.solve = solve;
    settings.threads = threads;
    Limits limits;
    limits.nodes = nodes;
    return search.run(Line<Rules>{position}, Evaluation{}, settings, limits, [](const auto&) {});
}

void check_legal(const Position& position, const std::vector<Move>& pv) {
    Position at = position;
    REQUIRE_FALSE(pv.empty());
    for (const Move move : pv) {
        INFO(Rules::to_fen(at) << " " << Rules::to_text(at, move));
        REQUIRE(Tactics::legal_move(at, move.code()) == move);
        at.play(move);
    }
}

void check_proofs(int positions, int threads, std::uint64_t seed) {
    Random random{seed};
    Solver solver;
    solver.set_hash(4);
    int proved = 0;
    for (int i = 0; i < positions; ++i) {
        const Position position = late_position(random, 10);
        if (position.is_over()) continue;
        std::atomic<bool> stop{false};
        Watch watch{stop, {}, {}};
        int truth = 0;
        solver.solve(position, 1, watch, [&](const auto& found) { truth = found.score; });
        // Without knowledge of zones, by search alone; and with it, but not by the solver.
        const Report report = search_puct(position, 20'000, 0, threads);
        check_legal(position, report.pv);
        INFO(Rules::to_fen(position));
        if (!report.final_score) continue;
        ++proved;
        REQUIRE(*report.final_score == truth);
        if (truth < 0) continue;
        Position next = position;
        next.play(report.pv[0]);
        if (next.is_over()) continue;
        stop = false;
        solver.solve(next, 1, watch, [&](const auto& found) { truth = found.score; });
        REQUIRE(truth == -1);
    }
    CHECK(proved > positions / 2);
}

}  // namespace

TEST_CASE("amazons: the best-first search plays legal moves on any board, in any memory") {
    Random random{1};
    for (const Variant variant : {Variant{10, 10}, Variant{8, 8}, Variant{4, 7}}) {
        for (const int plies : {0, 5, 15}) {
            const auto line = random_line<Rules>(variant, plies, random);
            for (const std::size_t megabytes : {1, 8}) {
                const Report report = search_puct(line.current(), 15'000, 14, 1, megabytes);
                check_legal(line.current(), report.pv);
            }
        }
    }
}

TEST_CASE("amazons: what the best-first search proves is so") {
    check_proofs(60, 1, 2);
}

TEST_CASE("amazons: what the best-first search proves is so, with two threads as well") {
    check_proofs(30, 2, 3);
}

TEST_CASE("amazons: a best-first search repeats exactly") {
    Random random{4};
    for (const int plies : {4, 30}) {
        const auto line = random_line<Rules>({10, 10}, plies, random);
        const Report first = search_puct(line.current(), 40'000, 14, 1);
        const Report second = search_puct(line.current(), 40'000, 14, 1);
        CHECK(first.nodes == second.nodes);
        CHECK(first.value == second.value);
        CHECK(first.pv == second.pv);
    }
}

TEST_CASE("amazons: the best-first search ends at a depth, an exact search is not one") {
    const Position start;
    Search<Engine> search;
    SearchSettings settings;
    settings.driver = Driver::puct;
    const Report best_first = search_to<Engine>(Line<Rules>{start}, 2, settings, search);
    CHECK(best_first.depth >= 2);
    settings.exact = true;
    settings.driver = Driver::puct;
    const Position small{Variant{4, 4}};
    const Report exact = search_to<Engine>(Line<Rules>{small}, 2, settings, search);
    CHECK(exact.value == minimax<Engine>(small, Evaluation{}, 2));
}

TEST_CASE("amazons: a best-first search by nodes ends where most of a position is decided") {
    Random random{6};
    const auto line = random_line<Rules>({10, 10}, 40, random);
    Position at = line.current();
    for (int ply = 0; ply < 12 && !at.is_over(); ++ply) {
        const Report report = search_puct(at, 20'000, 14, 1);
        check_legal(at, report.pv);
        at.play(report.pv[0]);
    }
}
