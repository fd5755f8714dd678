#include "engines/dots-and-boxes/notation.hpp"

#include <fmt/format.h>

#include <set>

#include "tests/catch.hpp"
#include "tests/engines/random.hpp"

using namespace sparring;
using namespace sparring::dots_and_boxes;

namespace {

std::string parsed(const Position& position, std::string_view text) {
    const auto move = Rules::parse_move(position, text);
    return move ? Rules::to_text(position, *move) : move.error();
}

std::string fen_error(std::string_view variant, std::string_view fen) {
    const auto position = Rules::parse_fen(*Rules::parse_variant(variant), fen);
    return position ? "accepted" : position.error();
}

const Position kBlank{Board{5, 5}};

}  // namespace

TEST_CASE("dots-and-boxes: variants") {
    const auto variants = Rules::variants();
    REQUIRE(variants.size() == 79);
    CHECK(variants[0] == "5x5");
    CHECK(variants[1] == "1x1");
    CHECK(std::set<std::string>(variants.begin(), variants.end()).size() == 79);
    for (const std::string& name : variants)
        CHECK(Rules::variant_name(*Rules::parse_variant(name)) == name);
    CHECK(*Rules::parse_variant("3X4") == Board{3, 4});
    for (const std::string_view bad : {"", "x", "5", "5x", "x5", "0x5", "5x0", "5x6", "1x22",
                                       "22x1", "-1x3", "5x5x5", "4294967297x5", "5 x5", "a"}) {
        CAPTURE(bad);
        CHECK(!Rules::parse_variant(bad));
    }
    CHECK(Rules::parse_variant("6x6").error() ==
          "dots-and-boxes has no variant '6x6'; it has boards of ROWSxCOLUMNS boxes with up to 64 "
          "edges: "
          "5x5, 3x3, 4x6, 1x21");
}

TEST_CASE("dots-and-boxes: edges are named by their left or lower dot") {
    const Board board{5, 5};
    const auto text = [&](int edge) {
        return Rules::to_text(kBlank, {static_cast<std::uint8_t>(edge)});
    };
    CHECK(text(board.horizontal(0, 0)) == "a6h");
    CHECK(text(board.horizontal(2, 2)) == "c4h");
    CHECK(text(board.horizontal(5, 4)) == "e1h");
    CHECK(text(board.vertical(0, 0)) == "a5v");
    CHECK(text(board.vertical(3, 0)) == "a2v");
    CHECK(text(board.vertical(4, 5)) == "f1v");
}

TEST_CASE("dots-and-boxes: all spellings of a move") {
    // SAU and contest names: A I J is (a+J, 6-I, h), B I J is (a+I, 5-J, v).
    for (const std::string_view text : {"c4h", "C4H", "(c4,h)", "r(c4,h)", "R(C4,H)", "ACC", "acc",
                                        "P1(h,2,2)", "(h,2,2)", "c04h"}) {
        CAPTURE(text);
        CHECK(parsed(kBlank, text) == "c4h");
    }
    for (const std::string_view text : {"b3v", "(b3,v)", "BBC", "P1(v,2,1)"}) {
        CAPTURE(text);
        CHECK(parsed(kBlank, text) == "b3v");
    }
    CHECK(parsed(kBlank, "AFE") == "e1h");
    CHECK(parsed(kBlank, "BFE") == "f1v");
    const Position second{Board{5, 5}, 0, 0, 0, Side::second};
    CHECK(parsed(second, "b(c4,h)") == "c4h");
    CHECK(parsed(second, "P2(h,2,2)") == "c4h");
    CHECK(parsed(second, "b4v") == "b4v");
    const Position wide{Board{1, 21}};
    CHECK(parsed(wide, "v1v") == "v1v");
    CHECK(parsed(wide, "u2h") == "u2h");
    const Position tall{Board{21, 1}};
    CHECK(parsed(tall, "a22h") == "a22h");
    CHECK(parsed(tall, "(b21,v)") == "b21v");
}

TEST_CASE("dots-and-boxes: texts of moves round-trip on every board") {
    for (const Board board : boards()) {
        const Position position{board};
        std::set<std::string> texts;
        Position::MoveList moves;
        position.generate(moves);
        for (const Move move : moves) {
            const std::string text = Rules::to_text(position, move);
            REQUIRE(*Rules::parse_move(position, text) == move);
            texts.insert(text);
        }
        CHECK(texts.size() == moves.size());
    }
}

TEST_CASE("dots-and-boxes: refused moves say why") {
    const std::string no_edge = "no such edge (expected a1h to e6h or a1v to f5v)";
    for (const std::string_view text : {"",          "c",
                                        "c4",        "4h",
                                        "c4x",       "c4hh",
                                        "f1h",       "a6v",
                                        "a0h",       "a-1h",
                                        "a7h",       "g1v",
                                        "ch",        "()",
                                        "(,)",       "(c4,h",
                                        "c4,h)",     "r",
                                        "r(",        "r()",
                                        "x(c4,h)",   "(c4,h,)",
                                        "(h,2)",     "(h,2,9)",
                                        "(h,-1,0)",  "(h,,)",
                                        "P3(h,2,2)", "ACF",
                                        "AGA",       "BAF",
                                        "CAA",       "A\xff\x80",
                                        "{4h",       "c99999999999h",
                                        "1-2"}) {
        CAPTURE(text);
        CHECK(parsed(kBlank, text) == no_edge);
    }
    CHECK(parsed(Position{Board{2, 3}}, "d1h") ==
          "no such edge (expected a1h to c3h or a1v to d2v)");
    Position position{Board{5, 5}};
    position.play(*Rules::parse_move(position, "c4h"));
    CHECK(parsed(position, "c4h") == "not legal: the edge is drawn");
    CHECK(parsed(position, "r(a1,h)") == "not legal: second is to move");
    CHECK(parsed(kBlank, "P2(h,0,0)") == "not legal: first is to move");
}

TEST_CASE("dots-and-boxes: FEN of known positions") {
    CHECK(Rules::to_fen(Position{Board{1, 1}}) == "1x1 0000 0-0 1");
    CHECK(Rules::to_fen(kBlank) == "5x5 " + std::string(60, '0') + " 0-0 1");
    Position position{Board{2, 2}};
    for (const char* text : {"a3h", "a2h", "a2v", "b2v"})
        position.play(*Rules::parse_move(position, text));
    CHECK(Rules::to_fen(position) == "2x2 101000110000 0-1 2");
}

TEST_CASE("dots-and-boxes: FEN round-trips through random games") {
    test::Random random{22};
    for (const Board board : boards()) {
        Position position{board};
        while (!position.is_over()) {
            const auto read = Rules::parse_fen(board, Rules::to_fen(position));
            REQUIRE(read);
            REQUIRE(*read == position);
            Position::MoveList moves;
            position.generate(moves);
            position.play(moves[random.below(moves.size())]);
        }
        REQUIRE(*Rules::parse_fen(board, Rules::to_fen(position)) == position);
    }
}

TEST_CASE("dots-and-boxes: refused FENs say why") {
    CHECK(fen_error("1x1", "") ==
          "expected the board, its edges, the boxes made and the side to move, found 0 words");
    CHECK(fen_error("1x1", "1x1 0000 0-0 1 x") ==
          "expected the board, its edges, the boxes made and the side to move, found 5 words");
    CHECK(fen_error("1x1", "1x 0000 0-0 1")
              .starts_with("dots-and-boxes has no variant '1x'; it has"));
    CHECK(fen_error("1x1", "1x2 0000000 0-0 1") == "the board is 1x2, the variant is 1x1");
    CHECK(fen_error("1x1", "1x1 00000 0-0 1") == "expected 4 edges, found 5");
    CHECK(fen_error("1x1", "1x1 00-0 0-0 1") == "edge 3 (a1v): '-' is neither 0 nor 1");
    CHECK(fen_error("1x1", "1x1 000\xff 0-0 1") == "edge 4 (b1v): '\\xff' is neither 0 nor 1");
    for (const std::string_view made : {"0", "0-", "-0", "a-0", "0-0-0", "0--0", "0:0", "-1-1"}) {
        CAPTURE(made);
        CHECK(fen_error("1x1", fmt::format("1x1 1111 {} 1", made)) ==
              fmt::format("boxes made '{}': expected FIRST-SECOND, as in 3-2", made));
    }
    CHECK(fen_error("1x1", "1x1 1111 0-0 1") ==
          "boxes made 0-0: they must add up to the closed boxes, 1");
    CHECK(fen_error("1x1", "1x1 0000 1-0 1") ==
          "boxes made 1-0: they must add up to the closed boxes, 0");
    CHECK(fen_error("1x1", "1x1 1111 1-1 1") ==
          "boxes made 1-1: they must add up to the closed boxes, 1");
    CHECK(fen_error("1x1", "1x1 1111 4294967295-2 1") ==
          "boxes made 4294967295-2: they must add up to the closed boxes, 1");
    CHECK(fen_error("1x1", "1x1 1111 1-0 w") == "side to move 'w': expected 1 or 2");
    CHECK(fen_error("1x1", "  1X1 1111\t1-0 2 ") == "accepted");
}

TEST_CASE("dots-and-boxes: the board for people") {
    Position position{Board{2, 3}};
    for (const char* text : {"a3h", "a2h", "a2v", "b2v", "d1v"}) {
        position.play(*Rules::parse_move(position, text));
    }
    CHECK(Rules::to_board(position) ==
          "  3 +---+   +   +\n"
          "    |   |\n"
          "  2 +---+   +   +\n"
          "                |\n"
          "  1 +   +   +   +\n"
          "    a   b   c   d\n"
          "first to move, 2x3 boxes, first 0 second 1\n");
}

TEST_CASE("dots-and-boxes: a record numbers turns, not plies") {
    RecordHeader header;
    header.first = "A";
    header.second = "B";
    header.outcome = Outcome::second_wins;
    header.margin = -2;
    header.termination = "normal";
    header.comments = {"depth 9"};
    std::vector<Move> moves;
    Position position{Board{1, 2}};
    for (const char* text : {"a2h", "b2h", "a1h", "a1v", "b1h", "b1v", "c1v"}) {
        moves.push_back(*Rules::parse_move(position, text));
        position.play(moves.back());
    }
    REQUIRE(position.points(Side::second) == 2);
    CHECK(Rules::to_record(header, Position{Board{1, 2}}, moves) ==
          "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[First \"A\"]\n"
          "[Second \"B\"]\n[Result \"0-1\"]\n[Game \"dots-and-boxes\"]\n[Variant \"1x2\"]\n"
          "[Boxes \"0-2\"]\n[TimeControl \"?\"]\n[Termination \"normal\"]\n\n"
          "1. a2h {depth 9} 1... b2h 2. a1h 2... a1v 3. b1h 3... b1v c1v 0-1\n");

    header.from_start = false;
    header.comments.clear();
    const Position later{Board{1, 1}, 0b0011, 0, 0, Side::second};
    const std::string record = Rules::to_record(
        header, later,
        std::vector{*Rules::parse_move(later, "a1v"), *Rules::parse_move(later, "b1v")});
    CHECK(record.find("[FEN \"1x1 1100 0-0 2\"]") != record.npos);
    CHECK(record.ends_with("\n\n1... a1v 2. b1v 0-1\n"));
}
