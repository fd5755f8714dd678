#include "engines/amazons/notation.hpp"

#include "tests/catch.hpp"

using namespace sparring;
using namespace sparring::amazons;

TEST_CASE("amazons: every spelling of a move") {
    const Position start;
    for (const char* text : {"d1-d7/g7", "d1-d7(g7)", "d1-d7xg7", "D1-D7XG7", "d1d7g7", "d1d7(g7)",
                             "d1d7/g7", "d1d7,d7g7", "d1-d7,d7g7", "DJDDGD"}) {
        INFO(text);
        const auto move = Rules::parse_move(start, text);
        if (!move) FAIL(move.error());
        CHECK(Rules::to_text(start, *move) == "d1-d7/g7");
    }
    // Squares of rank 10, with and without anything between them.
    for (const char* text : {"a4-a10/j1", "a4a10j1"}) {
        INFO(text);
        CHECK(Rules::parse_move(start, text).error() ==
              "not legal: the amazon on a4 cannot reach a10");
    }
    const Position turned = *Rules::parse_fen({}, "10/10/10/10/10/10/10/10/10/Q8q w");
    CHECK(Rules::to_text(turned, *Rules::parse_move(turned, "a1a10j10")) == "a1-a10/j10");
    CHECK(Rules::to_text(turned, *Rules::parse_move(turned, "a1-a10/a1")) == "a1-a10/a1");
}

TEST_CASE("amazons: SAU letters count rows from the top of the board in play") {
    const Position start = Rules::start({6, 5});
    const auto move = Rules::parse_move(start, "BEBBDB");  // second column, fifth row from the top
    if (!move) FAIL(move.error());
    CHECK(Rules::to_text(start, *move) == "b1-b4/d4");
    CHECK(Rules::parse_move(start, "BFBBDB").error() == "no such square 'BF' on a 6x5 board");
}

TEST_CASE("amazons: moves that are refused, and why") {
    const Position start;
    const auto error = [&](std::string_view text) {
        return Rules::parse_move(start, text).error();
    };
    const std::string malformed = "expected from, to and arrow as in d1-d7/g7";
    for (const char* text : {"", "d1", "d1-d7", "d1-d7/", "d1-d7(g7", "d1-d7/g7x", "d1--d7/g7",
                             "d1-d7//g7", "pass", "d1 d7 g7", "DJDDG", "1d7d7g"}) {
        INFO(text);
        CHECK(error(text) == malformed);
    }
    CHECK(error("d1-d7/k7") == "no such square 'k7' on a 10x10 board");
    CHECK(error("d11-d7/g7") == "no such square 'd11' on a 10x10 board");
    CHECK(error("d1-d99999999999999999999/g7") ==
          "no such square 'd99999999999999999999' on a 10x10 board");
    CHECK(error("d0-d7/g7") == "no such square 'd0' on a 10x10 board");
    CHECK(error("DKDDGD") == "no such square 'DK' on a 10x10 board");
    CHECK(error("d1d7,d6g7") == "the arrow starts on d6, not where the amazon went, d7");
    CHECK(error("e1-e7/g7") == "not legal: no amazon of the side to move stands on e1");
    CHECK(error("d10-d7/g7") == "not legal: no amazon of the side to move stands on d10");
    CHECK(error("d1-e3/g7") == "not legal: the amazon on d1 cannot reach e3");
    CHECK(error("d1-d1/g7") == "not legal: the amazon on d1 cannot reach d1");
    CHECK(error("d1-d10/g7") == "not legal: the amazon on d1 cannot reach d10");
    CHECK(error("d1-d7/e9") == "not legal: an arrow from d7 cannot reach e9");
    CHECK(error("d1-d7/d7") == "not legal: an arrow from d7 cannot reach d7");
    CHECK(error("d1-d7/d10") == "not legal: an arrow from d7 cannot reach d10");
}

TEST_CASE("amazons: FEN in both letter conventions") {
    const Position start;
    CHECK(Rules::to_fen(start) == "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1");
    for (const char* fen :
         {"3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w", "3b2b3/10/10/b8b/10/10/w8w/10/10/3w2w3 w",
          "3B2B3/10/10/B8B/10/10/W8W/10/10/3W2W3 W - - 7 9 and more"}) {
        const auto position = Rules::parse_fen({}, fen);
        if (!position) FAIL(fen << ": " << position.error());
        CHECK(*position == start);
    }
    Position later = start;
    later.play(*Rules::parse_move(later, "d1-d7/g7"));
    CHECK(Rules::to_fen(later) == "3q2q3/10/10/q2Q2*2q/10/10/Q8Q/10/10/6Q3 b - - 1 1");
    CHECK(*Rules::parse_fen({}, "3q2q3/10/10/q2Q2x2q/10/10/Q8Q/10/10/6Q3 b") == later);
    CHECK(*Rules::parse_fen({}, "3q2q3/10/10/q2Q2X2q/10/10/Q8Q/10/10/6Q3 B") == later);
    later.play(*Rules::parse_move(later, "d10-d8/d10"));
    CHECK(Rules::to_fen(later) == "3*2q3/10/3q6/q2Q2*2q/10/10/Q8Q/10/10/6Q3 w - - 2 2");
}

TEST_CASE("amazons: a FEN that is refused, and why") {
    const auto error = [](std::string_view fen) {
        return Rules::parse_fen(Variant{4, 4}, fen).error();
    };
    CHECK(error("") == "expected 4 rows, a blank and the side to move, found nothing");
    CHECK(error("4/4/4/4") ==
          "expected 4 rows, a blank and the side to move, found no side to move");
    CHECK(error("4/4/4 w") == "found 3 rows, a 4x4 board has 4");
    CHECK(error("4/4/4/4/4 w") == "found 5 rows, a 4x4 board has 4");
    CHECK(error("4/5/4/4 w") == "rank 3: too many squares, a 4x4 board has 4 columns");
    CHECK(error("4/4/3/4 w") == "rank 2: too few squares, a 4x4 board has 4 columns");
    CHECK(error("4/4/4/ w") == "rank 1: too few squares, a 4x4 board has 4 columns");
    CHECK(error("4/4/4/QQQQq w") == "rank 1: too many squares, a 4x4 board has 4 columns");
    CHECK(error("4/4/4/99 w") == "rank 1: too many squares, a 4x4 board has 4 columns");
    CHECK(error("4/4/4/22 w") == "rank 1: too many squares, a 4x4 board has 4 columns");
    CHECK(error("4/4/4/04 w") == "rank 1: a run of 0 empty squares");
    CHECK(error("4/4/4/3k w") == "rank 1: 'k' is none of Q q w b * x or a number");
    CHECK(error("4/4/4/3\x01 w") == "rank 1: '\\x01' is none of Q q w b * x or a number");
    CHECK(error("4/4/4/Q0QQQ w") == "rank 1: a run of 0 empty squares");
    CHECK(error("4/4/4/4 x") == "side to move 'x': expected w or b");
    CHECK(error("QQQQ/Q3/4/4 w") == "5 amazons of the first player (Q), at most 4 are possible");
    CHECK(error("bbbb/b3/4/4 w") == "5 amazons of the second player (q), at most 4 are possible");
}

TEST_CASE("amazons: variants by name") {
    CHECK(*Rules::parse_variant("10x10") == Variant{10, 10});
    CHECK(*Rules::parse_variant("5X7") == Variant{5, 7});
    for (const char* text :
         {"", "x", "10", "3x4", "4x11", "10x", "x10", "10x10x10", "-4x4", "4 x4"}) {
        INFO(text);
        const auto variant = Rules::parse_variant(text);
        REQUIRE(!variant);
        CHECK(variant.error() == "amazons has no variant '" + std::string{text} +
                                     "'; it has 4x4 to 10x10, columns x rows");
    }
}

TEST_CASE("amazons: the board for people") {
    Position position = Rules::start({5, 4});
    position.play(*Rules::parse_move(position, "b1-b3/d3"));
    CHECK(Rules::to_board(position) ==
          "    a b c d e\n"
          "  4 . q . q .\n"
          "  3 q Q . * q\n"
          "  2 Q . . . Q\n"
          "  1 . . . Q .\n"
          "q to move, 5x4, 11 empty, 82 moves\n");
}

TEST_CASE("amazons: records") {
    Position position;
    std::vector<Move> moves;
    for (const char* text : {"d1-d7/g7", "g10-g8/d8", "g1-b6/b8"}) {
        const auto move = Rules::parse_move(position, text);
        if (!move) FAIL(move.error());
        moves.push_back(*move);
        position.play(*move);
    }
    RecordHeader header;
    header.first = "A";
    header.second = "B \"the\" second";
    header.outcome = Outcome::first_wins;
    header.termination = "time";
    header.comments = {"", "depth 3"};
    CHECK(Rules::to_record(header, Position{}, moves) ==
          "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A\"]\n"
          "[Black \"B \\\"the\\\" second\"]\n[Result \"1-0\"]\n[Variant \"amazons/10x10\"]\n"
          "[TimeControl \"?\"]\n[Termination \"time\"]\n\n"
          "1. d1-d7/g7 g10-g8/d8 {depth 3} 2. g1-b6/b8 1-0\n");
    header.from_start = false;
    header.outcome = Outcome::none;
    const Position second = *Rules::parse_fen({4, 4}, "Q1xx/xxxx/4/3q b");
    const std::string record =
        Rules::to_record(header, second, std::vector{*Rules::parse_move(second, "d1-a1/d1")});
    CHECK(
        record.ends_with("[SetUp \"1\"]\n[FEN \"Q1**/****/4/3q b - - 6 4\"]\n\n"
                         "1... d1-a1/d1 *\n"));
}
