#include "tests/engines/rules_properties.hpp"

#include "engines/reversi/notation.hpp"

using namespace sparring;
using namespace sparring::reversi;
using namespace sparring::test;

TEST_CASE("reversi: perft from the start, a pass is a ply") {
    const std::vector<std::uint64_t> counts{1,    4,     12,     56,      244,     1396,
                                            8200, 55092, 390216, 3005288, 24571284};
    for (std::size_t depth = 0; depth < counts.size(); ++depth) {
        REQUIRE(perft<Rules>(Position{}, static_cast<int>(depth)) == counts[depth]);
        REQUIRE(perft<Rules>(Position{Variant::reversed}, static_cast<int>(depth)) ==
                counts[depth]);
    }
}

TEST_CASE("reversi: deep perft from the start", "[long]") {
    REQUIRE(perft<Rules>(Position{}, 11) == 212258800);
    REQUIRE(perft<Rules>(Position{}, 12) == 1939886636);
}

TEST_CASE("reversi: what holds for every game") {
    for (const std::string& variant : Rules::variants()) check_random_games<Rules>(variant, 100, 1);
}

TEST_CASE("reversi: playthroughs") {
    for (const std::string& variant : Rules::variants()) check_playthrough<Rules>(variant);
}

TEST_CASE("reversi: symmetric positions have symmetric perft") {
    const auto mapped = [](auto from) {
        return [from](std::string fen) {
            const std::string old = fen;
            for (int row = 0; row < 8; ++row) {
                for (int column = 0; column < 8; ++column)
                    fen[8 * row + column] = old[from(row, column)];
            }
            return fen;
        };
    };
    check_symmetry<Rules>("othello", mapped([](int r, int c) { return 8 * c + r; }), 3, 2);
    check_symmetry<Rules>("othello", mapped([](int r, int c) { return 8 * (7 - r) + c; }), 3, 3);
    check_symmetry<Rules>("othello", mapped([](int r, int c) { return 8 * r + 7 - c; }), 3, 4);
}

TEST_CASE("reversi: flips and mobility of this CPU equal the portable ones") {
    Random random{5};
    for (int i = 0; i < 200'000; ++i) {
        // Boards of all densities, not only those that games reach.
        const Board occupied = random.next() | (i % 2 != 0 ? random.next() : 0);
        const Board own = occupied & random.next(), opp = occupied & ~own;
        REQUIRE(bits::mobility(own, opp) == bits::portable::mobility(own, opp));
        const int square = static_cast<int>(random.below(64));
        if (occupied >> square & 1) continue;
        REQUIRE(bits::flips(square, own, opp) == bits::portable::flips(square, own, opp));
        const bool legal = bits::mobility(own, opp) >> square & 1;
        REQUIRE(legal == (bits::flips(square, own, opp) != 0));
    }
}

TEST_CASE("reversi: final score gives the empties to the leader, reversed negates it") {
    // X wiped O out with 4 discs: +64 for X, although it is O's turn.
    const auto fen = std::string{"XXXX"} + std::string(60, '-');
    const auto normal = Rules::parse_fen(Variant::othello, fen + " X");
    REQUIRE(normal->is_over());
    REQUIRE(normal->final_score() == 64);
    REQUIRE(Rules::parse_fen(Variant::othello, fen + " O")->final_score() == -64);
    REQUIRE(Rules::parse_fen(Variant::reversed, fen + " X")->final_score() == -64);
    // A draw with empties stays a draw.
    const auto draw = std::string{"XX------OO"} + std::string(54, '-');
    REQUIRE(Rules::parse_fen(Variant::othello, draw + " X")->final_score() == 0);
}

TEST_CASE("reversi: a side without a move must pass") {
    // A position where the side to move must pass, may not do anything else, and then play goes on.
    const auto position = Rules::parse_fen(
        Variant::othello, "OXXXXXX-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X");
    REQUIRE(position);
    auto moves = legal_moves<Rules>(*position);
    REQUIRE(moves.size() == 1);
    REQUIRE(moves[0].is_pass());
    auto next = *position;
    next.play(moves[0]);
    REQUIRE(Rules::to_text(next, legal_moves<Rules>(next)[0]) == "h1");
}

TEST_CASE("reversi: every spelling of a move") {
    const Position start;
    for (const char* text : {"d3", "D3", "P@d3", "(2,3)", "D3//1.2", "d3/-0.5/3"}) {
        INFO(text);
        const auto move = Rules::parse_move(start, text);
        REQUIRE(move);
        REQUIRE(Rules::to_text(start, *move) == "d3");
    }
    const auto passing = *Rules::parse_fen(
        Variant::othello, "OXXXXXX-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X");
    for (const char* text : {"pass", "PASS", "PA", "pa", "ps", "--", "@@@@"}) {
        INFO(text);
        REQUIRE(Rules::parse_move(passing, text));
    }
}

TEST_CASE("reversi: errors say what is wrong") {
    const Position start;
    CHECK(Rules::parse_move(start, "h9").error() == "no such square (expected a1 to h8 or pass)");
    CHECK(Rules::parse_move(start, "a1").error() == "not legal: it turns no disc");
    CHECK(Rules::parse_move(start, "d4").error() == "not legal: the square is taken");
    CHECK(Rules::parse_move(start, "pass").error() ==
          "not legal: a side that has a move may not pass");
    const auto error = [](std::string_view fen) {
        return Rules::parse_fen(Variant::othello, fen).error();
    };
    CHECK(error("") == "expected 64 squares, a blank and the side to move, found 0 words");
    CHECK(error("X X") == "expected 64 squares, found 1");
    CHECK(error(std::string(64, '-') + " W") == "side to move 'W': expected X or O");
    CHECK(error("--Q" + std::string(61, '-') + " X") == "square c1: 'Q' is none of X O -");
    CHECK(Rules::parse_variant("chess").error() ==
          "reversi has no variant 'chess'; it has othello and reversed");
}

TEST_CASE("reversi: symmetric positions have the same key") {
    for (const std::string& variant : Rules::variants()) {
        CHECK(check_images<Rules>(variant, 2, 1) == 8);
    }
}
