#include "engines/reversi/solver.hpp"

#include "tests/engines/search_properties.hpp"

#include "engines/reversi/engine.hpp"

using namespace sparring;
using namespace sparring::reversi;
using namespace sparring::test;

namespace {

/// Alpha-beta over the rules and nothing else.
int brute_force(const Position& position, int alpha, int beta) {
    if (position.is_over()) return position.final_score();
    for (const Move move : legal_moves<Rules>(position)) {
        Position next = position;
        next.play(move);
        alpha = std::max(alpha, -brute_force(next, -beta, -alpha));
        if (alpha >= beta) break;
    }
    return alpha;
}

int brute_force(const Position& position) {
    return brute_force(position, -64, 64);
}

using Way = decltype(&Solver::solve);

Solution<Move> solve(Solver& solver, const Position& position, int threads = 1,
                     Way way = &Solver::solve) {
    std::atomic<bool> stop{false};
    Watch watch{stop, {}, {}};
    Solution<Move> last;
    (solver.*way)(position, threads, watch, [&](const Solution<Move>& solution) {
        REQUIRE(!last.proved);
        REQUIRE(!solution.pv.empty());
        REQUIRE(std::abs(solution.score) <= 64);
        last = solution;
    });
    REQUIRE(last.proved);
    return last;
}

/// The line is legal, goes to the end of the game and reaches the score.
void check_line(const Position& root, const Solution<Move>& solution) {
    Position position = root;
    for (const Move move : solution.pv) {
        const auto moves = legal_moves<Rules>(position);
        REQUIRE(std::find(moves.begin(), moves.end(), move) != moves.end());
        position.play(move);
    }
    REQUIRE(position.is_over());
    const int sign = position.side_to_move() == root.side_to_move() ? 1 : -1;
    REQUIRE(sign * position.final_score() == solution.score);
}

Variant variant_of(std::uint64_t i) {
    return i % 2 == 0 ? Variant::othello : Variant::reversed;
}

/// With at most `most` empty squares: from random games, and every fourth any two sets of discs,
/// few of them one side's, so that passes, wipe-outs and early ends come up.
Position late_position(Variant variant, int most, Random& random) {
    for (;;) {
        const int empties = 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(most)));
        if (random.below(4) == 0) {
            Board empty = 0;
            while (std::popcount(empty) < empties) empty |= Board{1} << random.below(64);
            const Board few = random.next() & random.next() & (random.next() | random.next());
            const Board own = (random.below(2) == 0 ? few : ~few) & ~empty;
            const Position position{own, ~own & ~empty, Side::first, variant};
            if (!position.is_over()) return position;
            continue;
        }
        Position position{variant};
        while (position.moves_left() > empties && !position.is_over()) {
            const auto moves = legal_moves<Rules>(position);
            position.play(moves[random.below(moves.size())]);
        }
        if (!position.is_over()) return position;
    }
}

void check_against_brute_force(int positions, int most, Variant variant, int threads,
                               std::uint64_t seed) {
    Random random{seed};
    Solver solver;
    solver.set_hash(1);
    for (int i = 0; i < positions; ++i) {
        const Position position = late_position(variant, most, random);
        INFO(Rules::variant_name(variant) << " " << Rules::to_fen(position));
        const int expected = brute_force(position);
        for (const Way way : {&Solver::solve, &Solver::attempt}) {
            const auto solution = solve(solver, position, threads, way);
            REQUIRE(solution.score == expected);
            check_line(position, solution);
        }
    }
}

/// Boards of the FFO suite (Edax's problem files), the normal game's score and all best moves that
/// the source lists.
struct Ffo {
    const char* board;
    int score;
    std::vector<std::string> best;
};

const std::vector<Ffo> kFfo{
    {"--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X", 18, {"g8"}},
    {"-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X", 10, {"a4"}},
    {"----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X", 2, {"d1"}},
    {"-XXXXXX-X-XXXOO-XOXXXOOXXXOXOOOX-OXOOXXX--OOOXXX--OOXX----XOXXO- X", 0, {"h8", "a5"}},
    {"-OOOOO----OXXO-XXXOXOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOOO---XXXXX-- X", 32, {"g8"}},
    {"--OXXX--OOOXXX--OOOXOXO-OOXOOOX-OOXXXXXXXOOXXOX--OOOOX---XXXXXX- X", 14, {"a1", "h3"}},
    {"--OXXO--XOXXXX--XOOOXXXXXOOXXXXXXOOOOXXX-XXXXXXX--XXOOO----XXOO- X", 8, {"a6"}},
    {"---X-X--X-XXXX--XXXXOXXXXXXOOOOOXXOXXXO-XOXXXXO-XOOXXX--XOOXXO-- O", 8, {"e1"}},
    {"--XOXX--O-OOXXXX-OOOXXXX-XOXXXOXXXOXOOOXOXXOXOXX--OXOO----OOOO-- O", -8, {"g7", "a4"}},
    {"-XXXX-----OXXX--XOXOXOXXOXOXXOXXOXXOXOOOXXXOXOOX--OXXO---OOOOO-- O", 10, {"b2"}},
    {"---O-XOX----XXOX---XXOOXO-XXOXOXXXXOOXOX-XOOXXXXXOOOXX-XOOOOOOO- O", 30, {"b3"}},
    {"--O--O--X-OOOOX-XXOOOXOOXXOXOXOOXXOXXOOOXXXXOOOO--OXXX---XXXXX-- O", -8, {"b7"}},
    {"--XXXXX--OOOXX---OOOXXXX-OXOXOXXOXXXOXXX--XOXOXX--OXOOO--OOOOO-- X", 14, {"b7"}},
    {"--XXXXX---OOOX---XOOXXXX-OOOOOOOOOOXXXOOOOOXXOOX--XXOO----XXXXX- X", 18, {"a3"}},
    {"----O------OOX---OOOXX-XOOOXOOOOOXXOXXOOOXXXOOOOOXXXOOXO--OOOOOX X", 4, {"g3", "b8"}},
    {"-XXXXXX-X-XXXOO-XOXXXOOXXOOXXXOX-OOOXXXX--OOXXXX---OOO----XOX-O- X", 24, {"f8"}},
    {"-OOOOO----OXXO-XXXOOOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOO----XXXX--- X", 8, {"f8"}},
    {"-XXX------OOOX--XOOOOOXXOXOXOOXXOXXOOOOOXXXOXOOX--OXXO---OOOOO-- X", -2, {"g2"}},
    {"--OXXO--XOXXXX--XOOOOXXXXOOOXXXXX-OOOXXX--OOOOXX--XXOOO----XXOO- X", 8, {"b6"}},
};

const std::vector<Ffo> kFfoFrom40{
    {"O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38, {"a2"}},
    {"-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X", 0, {"h4"}},
    {"--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X", 6, {"g2"}},
    {"--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O", -12, {"g3", "c7"}},
    {"--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O", -14, {"d2", "b8"}},
};

/// Reversed scores of the first boards of kFfo, from an independent plain solver.
const std::vector<Ffo> kReversed{
    {kFfo[0].board, 0, {"g2"}},  {kFfo[1].board, 2, {"h2", "h7"}},  {kFfo[2].board, -2, {"g3"}},
    {kFfo[3].board, 0, {"b2"}},  {kFfo[4].board, -4, {"b2", "g8"}}, {kFfo[5].board, -4, {"h4"}},
    {kFfo[6].board, -8, {"a6"}}, {kFfo[7].board, 22, {"g7"}},
};

void check_table(const std::vector<Ffo>& rows, Variant variant, int threads) {
    Solver solver;
    for (const Ffo& row : rows) {
        INFO(row.board << " " << Rules::variant_name(variant));
        const Position position = *Rules::parse_fen(variant, row.board);
        const auto solution = solve(solver, position, threads);
        REQUIRE(solution.score == row.score);
        check_line(position, solution);
        const auto best = Rules::to_text(position, solution.pv.front());
        REQUIRE(std::find(row.best.begin(), row.best.end(), best) != row.best.end());
    }
}

}  // namespace

TEST_CASE("reversi: the last square's flips are those of the board") {
    Random random{3};
    for (int i = 0; i < 100'000; ++i) {
        const int square = static_cast<int>(random.below(64));
        const Board own = random.next() & ~(Board{1} << square);
        const Board opp = ~own & ~(Board{1} << square);
        const int expected = std::popcount(bits::portable::flips(square, own, opp));
        REQUIRE(bits::last_flips(square, own) == expected);
        REQUIRE(bits::portable::last_flips(square, own) == expected);
    }
}

TEST_CASE("reversi: the solver returns brute force's value and a line that reaches it") {
    for (const std::uint64_t i : {0, 1}) {
        check_against_brute_force(1000, 7, variant_of(i), 1, 11 + i);
        check_against_brute_force(15, 10, variant_of(i), 2, 21 + i);
    }
}

TEST_CASE("reversi: the solver equals brute force on 10,000 late positions a variant", "[long]") {
    for (const std::uint64_t i : {0, 1}) {
        check_against_brute_force(9'000, 8, variant_of(i), 1, 31 + i);
        check_against_brute_force(1'000, 10, variant_of(i), 2, 41 + i);
    }
}

TEST_CASE("reversi: the solver knows the FFO endgames from 14 to 16 empty squares") {
    check_table(kFfo, Variant::othello, 1);
}

TEST_CASE("reversi: the solver knows reversed scores of FFO endgames") {
    check_table(kReversed, Variant::reversed, 1);
}

TEST_CASE("reversi: the solver knows the FFO endgames 40 to 44", "[long]") {
    check_table(kFfoFrom40, Variant::othello, 2);
}

TEST_CASE("reversi: one table serves both variants in turn") {
    Solver solver;
    for (std::size_t i = 0; i < kReversed.size(); ++i) {
        for (const auto& [rows, variant] :
             {std::pair{&kFfo, Variant::othello}, std::pair{&kReversed, Variant::reversed}}) {
            const auto position = *Rules::parse_fen(variant, (*rows)[i].board);
            REQUIRE(solve(solver, position).score == (*rows)[i].score);
        }
    }
}

TEST_CASE("reversi: a solver with one thread repeats itself") {
    const auto position = *Rules::parse_fen(Variant::reversed, kFfo[2].board);
    const auto nodes = [&] {
        std::atomic<bool> stop{false};
        Watch watch{stop, {}, {}};
        Solver{}.solve(position, 1, watch, [](const auto&) {});
        return watch.nodes();
    };
    REQUIRE(nodes() == nodes());
}

TEST_CASE("reversi: guesses come before the proof") {
    const Position position = *Rules::parse_fen(Variant::othello, kFfoFrom40[0].board);
    std::atomic<bool> stop{false};
    Watch watch{stop, {}, {}};
    std::vector<Solution<Move>> all;
    Solver solver;
    solver.solve(position, 1, watch,
                 [&](const Solution<Move>& solution) { all.push_back(solution); });
    REQUIRE(all.size() > 1);
    for (const auto& solution : all) {
        REQUIRE(solution.proved == (&solution == &all.back()));
        Position at = position;
        for (const Move move : solution.pv) {
            const auto moves = legal_moves<Rules>(at);
            REQUIRE(std::find(moves.begin(), moves.end(), move) != moves.end());
            at.play(move);
        }
    }
    REQUIRE(all.back().score == kFfoFrom40[0].score);
}

TEST_CASE("reversi: a solver that is stopped proves nothing") {
    const auto position = *Rules::parse_fen(Variant::othello, kFfoFrom40[4].board);
    for (const int threads : {1, 2}) {
        std::atomic<bool> stop{false};
        Watch watch{stop, {}, 100'000};
        Solver solver;
        solver.solve(position, threads, watch,
                     [&](const Solution<Move>& solution) { REQUIRE(!solution.proved); });
        REQUIRE(stop);
        REQUIRE(watch.nodes() < 200'000);
    }
}

TEST_CASE("reversi: an attempt knows who wins before by how much") {
    for (const bool won : {true, false}) {
        const Ffo& row = kFfoFrom40[won ? 0 : 4];
        const auto position = *Rules::parse_fen(Variant::othello, row.board);
        std::atomic<bool> stop{false};
        Watch watch{stop, {}, 20'000'000};
        std::vector<Solution<Move>> all;
        Solver solver;
        solver.attempt(position, 1, watch,
                       [&](const Solution<Move>& solution) { all.push_back(solution); });
        REQUIRE(!all.empty());
        for (const auto& solution : all) REQUIRE((solution.score > 0) == won);
        if (won) REQUIRE(all.front().score < row.score);
        const auto moves = legal_moves<Rules>(position);
        REQUIRE(std::find(moves.begin(), moves.end(), all.back().pv.front()) != moves.end());
    }
}

TEST_CASE("reversi: attempts are made the earlier the more time there is, and never with Solve 0") {
    using namespace std::chrono_literals;
    const auto far = *Rules::parse_fen(Variant::othello, kFfoFrom40[3].board);
    const auto near = *Rules::parse_fen(Variant::othello, kFfo[0].board);
    CHECK(Solver::attempts(far, 16, 100ms));
    CHECK_FALSE(Solver::attempts(far, 16, 1ms));
    CHECK_FALSE(Solver::attempts(far, 10, 1h));
    CHECK_FALSE(Solver::attempts(near, 0, 1h));
    CHECK(Solver::attempts(near, 16, 0s));
}

TEST_CASE("reversi: an engine with a clock finds the winner earlier than it solves") {
    const Line<Rules> line{*Rules::parse_fen(Variant::othello, kFfoFrom40[0].board)};
    Search<Engine> search;
    SearchSettings settings;
    settings.solve = 16;
    Limits limits;
    limits.move_time_ms = 4000;
    const auto report = search.run(line, Evaluation{}, settings, limits, [](const auto&) {});
    REQUIRE(report.depth == line.current().moves_left());
    REQUIRE(report.value > 0);
}

TEST_CASE("reversi: an engine reports what its solver has proved") {
    for (const Ffo& row : kReversed) {
        const Line<Rules> line{*Rules::parse_fen(Variant::reversed, row.board)};
        Search<Engine> search;
        SearchSettings settings;
        settings.solve = 16;
        const auto report = search_to<Engine>(line, 64, settings, search);
        REQUIRE(report.final_score == row.score);
    }
}
