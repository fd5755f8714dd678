// Moves, positions and games as text, and the words for what is wrong with them.
#include "engines/draughts/notation.hpp"

#include "engines/draughts/route.hpp"
#include "tests/engines/rules_properties.hpp"

using namespace sparring;
using namespace sparring::draughts;
using namespace sparring::test;

namespace {

Position parsed(std::string_view fen) {
    const auto position = Rules::parse_fen(Variant::international, fen);
    if (!position) FAIL(fen << ": " << position.error());
    return *position;
}

std::string read_move(std::string_view fen, std::string_view text) {
    const auto move = Rules::parse_move(parsed(fen), text);
    return move ? Rules::to_text(parsed(fen), *move) : fmt::format("error: {}", move.error());
}

std::string read_fen(std::string_view fen) {
    const auto position = Rules::parse_fen(Variant::international, fen);
    return position ? Rules::to_fen(*position) : fmt::format("error: {}", position.error());
}

constexpr const char* kStart = "W:W31-50:B1-20";
/// PDN 3.0's example: 47x36 may take either 14 or 19.
constexpr const char* kTwoWays = "W:WK47:B14,19,22,33,42";

}  // namespace

TEST_CASE("draughts: every spelling of a step") {
    for (const char* text : {"32-28", "032-028", "3228", "322800", "32-28!", "32-28?!"}) {
        INFO(text);
        CHECK(read_move(kStart, text) == "32-28");
    }
    CHECK(read_move("W:W7:B1", "07-02") == "7-2");
}

TEST_CASE("draughts: every spelling of a capture") {
    const char* fen = "W:W28,32:B1,23";
    for (const char* text :
         {"28x19x23", "28x19", "28:19", "28X19", "2819", "28190123", "28:19:23"}) {
        INFO(text);
        CHECK(read_move(fen, text) == "28x19x23");
    }
    fen = "W:W33:B8,19,29";
    for (const char* text :
         {"33x2x8x19x29", "33x2x29x8x19", "33x2", "33x24x13x2", "3302", "330203081929"}) {
        INFO(text);
        CHECK(read_move(fen, text) == "33x2x8x19x29");
    }
}

TEST_CASE("draughts: captures that start and end alike are told apart by what they take") {
    CHECK(read_move(kTwoWays, "47x36") ==
          "error: ambiguous: 47x36 may be 47x36x19x22x33x42 or 47x36x14x22x33x42");
    CHECK(read_move(kTwoWays, "47x36x42x33x19x22") == "47x36x19x22x33x42");
    CHECK(read_move(kTwoWays, "47x38x24x13x36") == "47x36x19x22x33x42");
    CHECK(read_move(kTwoWays, "47x38x20x9x36") == "47x36x14x22x33x42");
    CHECK(read_move(kTwoWays, "47:38:20:09:36") == "47x36x14x22x33x42");
    CHECK(read_move(kTwoWays, "47360442331422") == "47x36x14x22x33x42");
}

TEST_CASE("draughts: errors of moves say what is wrong") {
    const auto error = [](std::string_view fen, std::string_view text) {
        const auto move = Rules::parse_move(parsed(fen), text);
        return move ? "legal" : move.error();
    };
    const std::string expected = "expected a move such as 32-28 or 28x19x23";
    for (const char* text :
         {"", "-", "x", "32", "32-", "-28", "32--28", "32-28-23", "32x28-23", "32/28", "a1-b2",
          "32-28x", "328", "32 28", "!", "32-28\n", "\xff\xfe", "-32-28", "+32-28"}) {
        INFO(text);
        CHECK(error(kStart, text) == expected);
    }
    CHECK(error(kStart, std::string(100'000, '1')) == expected);
    CHECK(error(kStart, "32-51") == "no such square: 51 (expected 1 to 50)");
    CHECK(error(kStart, "0-5") == "no such square: 0 (expected 1 to 50)");
    CHECK(error(kStart, "99999999999-5") == "no such square: 99999999999 (expected 1 to 50)");
    CHECK(error(kStart, "322801") == "'01': expected the number of captured squares that follow");
    CHECK(error(kStart, "19-23") == "not legal: the piece on 19 is the opponent's");
    CHECK(error(kStart, "28-23") == "not legal: there is no piece on 28");
    CHECK(error(kStart, "32-29") == "not legal: the piece on 32 cannot go there");
    CHECK(error(kStart, "32x28") == "not legal: there is nothing to capture");
    CHECK(error("W:W28,32:B23", "32-27") == "not legal: a capture is compulsory, such as 28x19x23");
    CHECK(error("W:W28,32:B23", "28-19") == "not legal: a capture is compulsory, such as 28x19x23");
    CHECK(error("W:W28,33:B13,23,29", "28x19x23") ==
          "not legal: the longest capture is compulsory, such as 28x8x13x23");
    CHECK(error("W:W46:B37,41", "46-42") == "not legal: no piece can move");
    CHECK(error(kTwoWays, "47x24x36") ==
          "not legal: the longest capture is compulsory, such as 47x27x19x22x33x42");
}

TEST_CASE("draughts: every spelling of a position") {
    CHECK(Rules::to_fen(Position{}) ==
          "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:"
          "B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20");
    CHECK(parsed(kStart) == Position{});
    const std::string kings = "B:WK5,31,32:B7,K46";
    for (const char* text :
         {"B:WK5,31,32:B7,K46", "B:WK5,31-32:B7,K46", "b:wk5,31,32:b7,k46", "B:B7,K46:WK5,31,32",
          "B:WK5,31,32:B7,K46.", "B:WK5,31,32:B7,K46:H0:F1", "B:WK5,31,32:B7,K46:H12:F40",
          " B:WK5, 31, 32 : B7, K46 ", "B:WK05,31,32:B07,K46", "B:W31,32,K5:BK46,7"}) {
        INFO(text);
        CHECK(read_fen(text) == kings);
    }
    CHECK(parsed("B:WK5,31,32:B7,K46:H12:F40").reversible_plies() == 0);
    CHECK(read_fen("W:WK1-3:BK48-50") == "W:WK1,K2,K3:BK48,K49,K50");
    CHECK(read_fen("W:W:B1-20").starts_with("W:W:B1,2,"));
    CHECK(read_fen("W:W:B") == "W:W:B");
    CHECK(read_fen("Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww") ==
          Rules::to_fen(Position{}));
    CHECK(read_fen("BWeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeB") == "B:WK1:BK50");
    // Castles in the air are refused, odd but possible positions are not.
    CHECK(read_fen("W:WK1-20:BK31-50").starts_with("W:WK1"));
}

TEST_CASE("draughts: errors of positions say what is wrong") {
    const auto error = [](std::string_view fen) {
        const auto position = Rules::parse_fen(Variant::international, fen);
        return position ? "accepted" : position.error();
    };
    CHECK(error("") == "expected a position such as W:W31-50:B1-20, found nothing");
    CHECK(error("X:W1:B2") == "side to move 'X': expected W or B and a colon");
    CHECK(error("?:W31:B2") == "side to move '?': expected W or B and a colon");
    CHECK(error("W") == "side to move 'W': expected W or B and a colon");
    CHECK(error("W:W31-50") == "the black pieces are missing: expected :B and the squares");
    CHECK(error("W:B1-20") == "the white pieces are missing: expected :W and the squares");
    CHECK(error("W:") == "':': expected :W or :B and the squares");
    CHECK(error("W:W31:B2:Q3") == "':Q3': expected :W or :B and the squares");
    CHECK(error("W:W31:B2:H") == "':H': expected :W or :B and the squares");
    CHECK(error("W:W31:B2:W33") == "the white pieces are given twice");
    const std::string item =
        ": expected a square from 1 to 50 or a range such as 31-50, with K before it for kings";
    for (const char* bad : {"51", "0", "x", "K", "50-31", "31-", "-31", "31-50-50", "K1-K5", "1.5",
                            "+31", "99999999999"}) {
        INFO(bad);
        CHECK(error(fmt::format("W:W{}:B2", bad)) == fmt::format("'{}'{}", bad, item));
    }
    CHECK(error("W:W31,,32:B2") == fmt::format("''{}", item));
    CHECK(error("W:W31,31:B2") == "square 31 is named twice");
    CHECK(error("W:W31:B2,31") == "square 31 is named twice");
    CHECK(error("W:W3:B20") == "square 3: a white man cannot stand there, only a king (K3)");
    CHECK(error("W:W31:B48") == "square 48: a black man cannot stand there, only a king (K48)");
    CHECK(error("W:W30-50:B1") == "white has more than 20 pieces");
    CHECK(error("W:W50:BK1-21") == "black has more than 20 pieces");
    CHECK(error("Wzeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee") ==
          "square 1: 'z' is none of w b W B e");
    CHECK(Rules::parse_variant("chess").error() ==
          "draughts has no variant 'chess'; it has international and killer");
    for (const char* name : {"international", "normal", "Standard"}) {
        CHECK(*Rules::parse_variant(name) == Variant::international);
    }
}

TEST_CASE("draughts: the board for people") {
    CHECK(Rules::to_board(parsed("B:WK1,31:B20,K50")) ==
          "  1    W   .   .   .   .   5\n"
          "  6  .   .   .   .   .    10\n"
          " 11    .   .   .   .   .  15\n"
          " 16  .   .   .   .   b    20\n"
          " 21    .   .   .   .   .  25\n"
          " 26  .   .   .   .   .    30\n"
          " 31    w   .   .   .   .  35\n"
          " 36  .   .   .   .   .    40\n"
          " 41    .   .   .   .   .  45\n"
          " 46  .   .   .   .   B    50\n"
          "B to move, international, men+kings W 1+1 B 1+1, 0 of 50 plies to a draw\n");
}

TEST_CASE("draughts: PDN records") {
    const auto record = [](Variant variant, std::string_view fen,
                           const std::vector<std::string>& texts, Outcome outcome) {
        const Position start = *Rules::parse_fen(variant, fen);
        Position position = start;
        std::vector<Move> moves;
        for (const auto& text : texts) {
            const auto move = Rules::parse_move(position, text);
            if (!move) FAIL(text << ": " << move.error());
            moves.push_back(*move);
            position.play(*move);
        }
        RecordHeader header;
        header.first = "Anna";
        header.second = "Bert";
        header.outcome = outcome;
        header.termination = "normal";
        header.from_start = start == Position{variant};
        return Rules::to_record(header, start, moves);
    };
    CHECK(record(Variant::international, kStart, {"32-28", "19-23", "28x19", "14x23"},
                 Outcome::draw) ==
          "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Anna\"]\n"
          "[Black \"Bert\"]\n[Result \"1-1\"]\n[GameType \"20\"]\n[TimeControl \"?\"]\n"
          "[Termination \"normal\"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n");
    const std::string long_form =
        record(Variant::killer, kTwoWays, {"47x36x14x22x33x42"}, Outcome::first_wins);
    CHECK(long_form.find(
              "[GameType \"20\"]\n[Variant \"killer\"]\n[FEN \"W:WK47:B14,19,22,33,42\"]\n") !=
          long_form.npos);
    CHECK(long_form.ends_with("\n\n1. 47x38x20x9x36 *\n"));
    CHECK(record(Variant::international, "B:W31:B20", {"20-24"}, Outcome::second_wins)
              .ends_with("1... 20-24 *\n"));
    CHECK(record(Variant::international, "B:W31:B20", {"20-24"}, Outcome::none)
              .ends_with("1... 20-24 *\n"));
}

TEST_CASE("draughts: a route leads back to its capture") {
    Random random{4};
    int captures = 0;
    for (int i = 0; i < 4000; ++i) {
        Board taken = 0;
        const auto place = [&](std::size_t n, Board allowed) {
            Board board = 0;
            for (std::size_t k = 0; k < n; ++k) {
                const Board bit = bits::bit(bits::cell_of(1 + static_cast<int>(random.below(50))));
                if ((bit & allowed & ~taken) != 0) board |= bit;
                taken |= board;
            }
            return board;
        };
        const Board own = place(3, bits::kBoard & ~bits::kTopRow);
        const Board opp = place(16, bits::kBoard & ~bits::kBottomRow);
        const Position position{own, opp, random.below(2) == 0 ? own : 0, Side::first,
                                Variant::international};
        for (const auto& move : legal_moves<Rules>(position)) {
            if (!move.is_capture()) continue;
            ++captures;
            const auto route = route_of(position, move);
            INFO(Rules::to_fen(position) << " " << Rules::to_text(position, move));
            REQUIRE(route.size() == static_cast<std::size_t>(bits::count(move.captured())) + 1);
            REQUIRE(follow(position, route) == move);
        }
    }
    CHECK(captures > 3000);
}
