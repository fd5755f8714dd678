// What the rules say beyond move generation: ends, draws, and what holds for every game.
#include <map>

#include "engines/draughts/notation.hpp"
#include "protocol/text.hpp"
#include "tests/engines/rules_properties.hpp"

using namespace sparring;
using namespace sparring::draughts;
using namespace sparring::test;

namespace {

Position parsed(std::string_view fen, Variant variant = Variant::international) {
    const auto position = Rules::parse_fen(variant, fen);
    if (!position) FAIL(fen << ": " << position.error());
    return *position;
}

Line<Rules> played(const Position& start, std::string_view moves) {
    Line<Rules> line{start};
    for (const auto word : text::words(moves)) {
        INFO(word << " in " << Rules::to_fen(line.current()));
        REQUIRE(line.outcome() == Outcome::none);
        const auto move = Rules::parse_move(line.current(), word);
        if (!move) FAIL(move.error());
        line.play(*move);
    }
    return line;
}

/// Plies counted and plies that make a draw, after the moves.
std::pair<int, int> counted(std::string_view fen, std::string_view moves,
                            Variant variant = Variant::international) {
    const auto line = played(parsed(fen, variant), moves);
    return {line.current().reversible_plies(), line.current().draw_limit()};
}

using Counted = std::pair<int, int>;

const std::vector<std::string> kToAndFro{"1-6", "50-45", "6-1", "45-50"};

/// Lets kings go to and fro, whatever the repetitions, until a counter ends the game.
int plies_to_draw(std::string_view fen, const std::vector<std::string>& cycle,
                  Variant variant = Variant::international) {
    Position position = parsed(fen, variant);
    for (int plies = 0; plies <= 200; ++plies) {
        if (position.drawn_by_counter()) return plies;
        const auto move =
            Rules::parse_move(position, cycle[static_cast<std::size_t>(plies) % cycle.size()]);
        if (!move) FAIL(move.error());
        position.play(*move);
    }
    return -1;
}

/// The board turned by half a circle with the colours exchanged.
std::string turned(std::string fen) {
    const Position p = parsed(fen);
    std::array<std::string, 2> pieces;
    for (const Side side : {Side::first, Side::second}) {
        auto& text = pieces[static_cast<std::size_t>(other(side))];
        for (Board left = p.pieces(side); left != 0; left &= left - 1) {
            if (!text.empty()) text += ',';
            if ((p.kings() & bits::lowest_bit(left)) != 0) text += 'K';
            text += std::to_string(51 - bits::square_of(bits::lowest(left)));
        }
    }
    return fmt::format("{}:W{}:B{}", fen[0] == 'W' ? 'B' : 'W', pieces[0], pieces[1]);
}

TEST_CASE("draughts: a position is its own only image") {
    CHECK(check_images<Rules>("international", 2, 1) == 1);
}

}  // namespace

TEST_CASE("draughts: what holds for every game") {
    for (const std::string& variant : Rules::variants()) check_random_games<Rules>(variant, 60, 1);
}

TEST_CASE("draughts: playthroughs") {
    for (const std::string& variant : Rules::variants()) check_playthrough<Rules>(variant);
}

TEST_CASE("draughts: turned positions have the same perft") {
    check_symmetry<Rules>("international", turned, 4, 2);
    check_symmetry<Rules>("killer", turned, 4, 3);
}

TEST_CASE("draughts: different positions have different hashes") {
    std::map<std::uint64_t, std::string> seen;
    const std::function<void(const Position&, int)> walk = [&](const Position& position,
                                                               int depth) {
        const auto [entry, is_new] = seen.emplace(position.hash(), Rules::to_fen(position));
        if (!is_new) REQUIRE(entry->second == Rules::to_fen(position));
        if (depth == 0) return;
        for (const auto& move : legal_moves<Rules>(position)) {
            Position next = position;
            next.play(move);
            walk(next, depth - 1);
        }
    };
    walk(Position{}, 5);
    walk(parsed("B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24"), 4);
    CHECK(seen.size() > 10'000);
}

TEST_CASE("draughts: who cannot move has lost") {
    for (const char* fen : {"W:W:B1", "W:W46:B37,41", "W:WK46:B37,41", "W:W:B"}) {
        INFO(fen);
        const Line<Rules> line{parsed(fen)};
        CHECK(line.current().is_over());
        CHECK(line.outcome() == Outcome::second_wins);
        CHECK(line.margin() == -1);
    }
    const Line<Rules> black{parsed("B:WK1:B")};
    CHECK(black.outcome() == Outcome::first_wins);
    CHECK(black.margin() == 1);
}

TEST_CASE("draughts: a third occurrence is a draw") {
    const auto start = parsed("W:WK1,K2:BK49,K50");
    const char* cycle = "1-6 50-45 6-1 45-50 ";
    CHECK(played(start, std::string{cycle} + "1-6 50-45 6-1").outcome() == Outcome::none);
    const auto line = played(start, std::string{cycle} + cycle);
    CHECK(line.outcome() == Outcome::draw);
    CHECK(line.margin() == 0);
    // The same squares with the other side to move are another position.
    CHECK(played(start, "1-6 50-45 6-1 45-50 1-7 50-45 7-1 45-50").outcome() == Outcome::draw);
    CHECK(played(start, "1-6 50-45 6-11 45-50 11-6 50-45 6-1 45-50").outcome() == Outcome::none);
    // So they are in killer draughts.
    CHECK(played(parsed("W:WK1,K2:BK49,K50", Variant::killer), std::string{cycle} + cycle)
              .outcome() == Outcome::draw);
}

TEST_CASE("draughts: 25 moves each with kings only") {
    for (const Variant variant : {Variant::international, Variant::killer}) {
        CHECK(plies_to_draw("W:WK1,K2:BK49,K50", kToAndFro, variant) == 50);
        CHECK(plies_to_draw("W:WK1,K2,31:B20,K49,K50", kToAndFro, variant) == 50);
    }
    // A capture, a man's move and a promotion begin anew.
    CHECK(counted("W:WK1,K2,36:B17,K49,K50", "1-7 50-45") == Counted{2, 50});
    CHECK(counted("W:WK1,K2,36:B17,K49,K50", "1-6 50-45 6x22x17") == Counted{0, 50});
    CHECK(counted("W:WK1,K2,36:B17,K49,K50", "1-7 50-45 36-31") == Counted{0, 50});
    CHECK(counted("W:WK1,K2,8:B25,K49,K50", "1-6 50-45 8-3") == Counted{0, 50});
}

TEST_CASE("draughts: 16 moves each against a lone king") {
    for (const char* fen : {"W:WK1:BK48,K49,K50", "W:WK1:BK50,K49,26", "W:WK1:BK50,26,27"}) {
        CHECK(plies_to_draw(fen, kToAndFro) == 32);
        CHECK(plies_to_draw(fen, kToAndFro, Variant::killer) == 50);
    }
    // The capture that leaves the four pieces is not counted; men's moves are from then on.
    const char* five = "W:WK15,28:BK50,K49,26";
    CHECK(counted(five, "15-10") == Counted{1, 50});
    CHECK(counted(five, "15-10 50x22x28") == Counted{0, 32});
    CHECK(counted(five, "15-10 50x22x28 10-15 26-31") == Counted{2, 32});
    CHECK(counted(five, "15-10 50x22x28 10-15 26-31", Variant::killer) == Counted{0, 50});
    // The first promotion is not counted, the second is.
    const char* men = "B:WK1:B41,42,43";
    CHECK(counted(men, "41-46") == Counted{0, 32});
    CHECK(counted(men, "41-46 1-6 42-48") == Counted{2, 32});
    CHECK(counted("W:W6:BK50,K49,K48", "6-1 50-45") == Counted{1, 32});
}

TEST_CASE("draughts: 5 moves each against a lone king") {
    for (const char* fen : {"W:WK1:BK49,K50", "W:WK1:BK50,26", "W:WK1:BK50"}) {
        CHECK(plies_to_draw(fen, kToAndFro) == 10);
        CHECK(plies_to_draw(fen, kToAndFro, Variant::killer) == 50);
    }
    // From three pieces to two the count starts again, from two to one it goes on.
    CHECK(counted("B:WK1:BK46,29,K50", "50-45") == Counted{1, 32});
    CHECK(counted("B:WK1:BK46,29,K50", "50-45 1x34x29") == Counted{0, 10});
    CHECK(counted("B:WK1:BK46,29", "46-41 1x34x29") == Counted{2, 10});
}

TEST_CASE("draughts: men alone, or two pieces each, have the 25 moves") {
    CHECK(counted("W:WK46:B1,2,3", "46-41") == Counted{1, 50});
    CHECK(counted("W:WK46:B1,2,3", "46-41 1-6") == Counted{0, 50});
    CHECK(counted("W:W31:BK1,K2,K3", "31-26") == Counted{0, 50});
    CHECK(counted("W:WK1,K2:BK49,K50", "1-6") == Counted{1, 50});
    // The lone king takes the last king.
    CHECK(counted("B:WK1:BK29,26,36", "26-31 1x34x29") == Counted{0, 50});
}

TEST_CASE("draughts: counters end the game, and equality of positions sees them") {
    const auto line = played(parsed("W:WK1:BK46"), "1-6 46-41 6-1 41-37 1-6 37-32 6-1 32-19 1-6");
    CHECK(line.outcome() == Outcome::none);
    CHECK(played(line.current(), "19-14").outcome() == Outcome::draw);
    CHECK(line.current().hash() == parsed("B:WK6:BK19").hash());
    CHECK(!(line.current() == parsed("B:WK6:BK19")));
}
