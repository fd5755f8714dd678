#include <map>

#include "tests/engines/rules_properties.hpp"

#include "engines/dots-and-boxes/notation.hpp"
#include "engines/games/erase.hpp"

using namespace sparring;
using namespace sparring::dots_and_boxes;
using namespace sparring::test;

namespace {

Move random_move(const Position& position, Random& random) {
    const auto moves = legal_moves<Rules>(position);
    return moves[random.below(moves.size())];
}

/// How often each number of boxes of the first player occurs over all orders of all edges.
void count_orders(const Position& position, std::map<int, std::uint64_t>& counts) {
    if (position.is_over()) {
        ++counts[position.points(Side::first)];
        return;
    }
    for (const Move move : legal_moves<Rules>(position)) {
        Position next = position;
        next.play(move);
        count_orders(next, counts);
    }
}

TEST_CASE("dots-and-boxes: symmetric positions have the same key") {
    CHECK(check_images<Rules>("5x5", 2, 1) == 8);
    CHECK(check_images<Rules>("3x3", 2, 2) == 8);
    CHECK(check_images<Rules>("2x6", 2, 3) == 4);
}

}  // namespace

TEST_CASE("dots-and-boxes: every undrawn edge is a move, whoever has it") {
    const Position blank{Board{5, 5}};
    CHECK(perft<Rules>(blank, 1) == 60);
    CHECK(perft<Rules>(blank, 2) == 60 * 59);
    CHECK(perft<Rules>(blank, 3) == 60 * 59 * 58);
    CHECK(perft<Rules>(blank, 4) == 60ull * 59 * 58 * 57);
    // A finished game has no leaf beyond it.
    CHECK(perft<Rules>(Position{Board{1, 1}}, 4) == 24);
    CHECK(perft<Rules>(Position{Board{1, 1}}, 5) == 0);
    CHECK(perft<Rules>(Position{Board{1, 2}}, 7) == 5040);
}

// From an independent enumeration in another language.
TEST_CASE("dots-and-boxes: the first player's boxes over all orders of the edges",
          "[dots-and-boxes]") {
    using Counts = std::map<int, std::uint64_t>;
    const auto orders = [](Board board) {
        Counts counts;
        count_orders(Position{board}, counts);
        return counts;
    };
    CHECK(orders({1, 1}) == Counts{{0, 24}});
    CHECK(orders({1, 2}) == Counts{{0, 3168}, {1, 1152}, {2, 720}});
    CHECK(orders({1, 3}) == Counts{{0, 1415808}, {1, 932544}, {2, 569088}, {3, 711360}});
    CHECK(orders({3, 1}) == orders({1, 3}));
}

TEST_CASE("dots-and-boxes: a closed box is a point and another move") {
    Position position{Board{1, 2}};  // edges: top 0 1, bottom 2 3, vertical 4 5 6
    for (const Move move : {Move{0}, Move{2}, Move{4}}) position.play(move);
    CHECK(position.side_to_move() == Side::second);
    CHECK(position.closes({5}) == 0b01);
    CHECK(position.closes({6}) == 0);
    position.play({5});
    CHECK(position.side_to_move() == Side::second);
    CHECK(position.points(Side::second) == 1);
    CHECK(position.banked() == 1);
    position.play({1});
    CHECK(position.side_to_move() == Side::first);
    CHECK(position.banked() == -1);
    position.play({3});
    position.play({6});
    CHECK(position.is_over());
    CHECK(position.side_to_move() == Side::second);
    CHECK(position.final_score() == 2);
}

TEST_CASE("dots-and-boxes: one edge may close two boxes, for one more move") {
    Position position{Board{1, 2}, 0b1011111, 0, 0, Side::first};
    CHECK(position.closes({5}) == 0b11);
    position.play({5});
    CHECK(position.points(Side::first) == 2);
    CHECK(position.is_over());
    CHECK(position.final_score() == 2);
}

// E. Berlekamp: dots + doublecrosses = turns, where a doublecross is a move that closed two boxes.
TEST_CASE("dots-and-boxes: dots and doublecrosses add up to turns") {
    Random random{20};
    for (const Board board : {Board{2, 2}, Board{3, 3}, Board{4, 4}, Board{5, 5}, Board{3, 5},
                              Board{1, 21}, Board{12, 2}, Board{8, 3}}) {
        int doublecrosses_seen = 0;
        for (int game = 0; game < 1000; ++game) {
            const bool greedy = game % 2 == 1;
            Position position{board};
            int turns = 1, doublecrosses = 0;
            while (!position.is_over()) {
                Move move = random_move(position, random);
                if (greedy) {  // closes boxes where it can
                    for (const Move other : legal_moves<Rules>(position)) {
                        if (position.closes(other) != 0) move = other;
                    }
                }
                doublecrosses += std::popcount(position.closes(move)) == 2 ? 1 : 0;
                const Side side = position.side_to_move();
                position.play(move);
                turns += position.side_to_move() != side ? 1 : 0;
            }
            REQUIRE(turns == board.dots() + doublecrosses);
            REQUIRE(position.points(Side::first) + position.points(Side::second) == board.boxes());
            doublecrosses_seen += doublecrosses;
        }
        CHECK(doublecrosses_seen > 0);
    }
}

TEST_CASE("dots-and-boxes: playing moves and setting up give the same position",
          "[dots-and-boxes]") {
    Random random{21};
    for (const Board board : boards()) {
        Position position{board};
        for (;;) {
            const Position set_up{board, position.drawn(), position.points(Side::first),
                                  position.points(Side::second), position.side_to_move()};
            REQUIRE(position == set_up);
            REQUIRE(position.moves_left() == static_cast<int>(position.count_moves()));
            for (int box = 0; box < board.boxes(); ++box) {
                const int freedom =
                    std::popcount(position.undrawn() & position.geometry().sides[box]);
                const Boxes bit = Boxes{1} << box;
                REQUIRE(((position.closed() & bit) != 0) == (freedom == 0));
                REQUIRE(((position.freedom_one() & bit) != 0) == (freedom == 1));
                REQUIRE(((position.freedom_two() & bit) != 0) == (freedom == 2));
                REQUIRE(((position.freedom_three() & bit) != 0) == (freedom == 3));
                REQUIRE(((position.freedom_four() & bit) != 0) == (freedom == 4));
                const int column = box % board.columns;
                const auto undrawn = [&](int edge) {
                    return (position.undrawn() >> edge & 1) != 0;
                };
                const int row = box / board.columns;
                REQUIRE(((position.joined_right() & bit) != 0) ==
                        (column + 1 < board.columns && undrawn(board.vertical(row, column + 1))));
                REQUIRE(((position.joined_down() & bit) != 0) ==
                        (row + 1 < board.rows && undrawn(board.horizontal(row + 1, column))));
            }
            if (position.is_over()) break;
            position.play(random_move(position, random));
        }
    }
}

TEST_CASE("dots-and-boxes: the hash is of edges and side, not of points") {
    const Edges drawn =
        0b1111001;  // 1x2: the left box is open at the bottom and the right one closed
    const auto hash = [&](int first, int second, Side side) {
        return Position{Board{1, 2}, drawn, first, second, side}.hash();
    };
    CHECK(hash(1, 0, Side::first) == hash(0, 1, Side::first));
    CHECK(hash(1, 0, Side::first) != hash(1, 0, Side::second));
    CHECK(Position{Board{1, 2}}.hash() != Position{Board{2, 1}}.hash());
}

TEST_CASE("dots-and-boxes: boards go up to 64 edges") {
    CHECK(boards().size() == 79);
    for (const Board board : boards()) {
        CHECK(board.edges() <= kMaxEdges);
        CHECK(board.boxes() <= kMaxBoxes);
        CHECK(std::popcount(Position{board}.undrawn()) == board.edges());
    }
}

TEST_CASE("dots-and-boxes: what holds for every game") {
    for (const Board board : boards()) check_random_games<Rules>(Rules::variant_name(board), 3, 1);
    check_random_games<Rules>("5x5", 50, 2);
}

TEST_CASE("dots-and-boxes: playthroughs") {
    for (const char* variant : {"5x5", "2x3"}) check_playthrough<Rules>(variant);
}

TEST_CASE("dots-and-boxes: symmetric positions have equal canonical hashes") {
    Random random{4};
    for (const Board board : {Board{5, 5}, Board{3, 4}, Board{1, 6}}) {
        const int h = board.horizontals(), width = board.columns;
        std::vector<std::function<int(int)>> maps{
            [&](int e) {  // upside down
                return e < h ? board.horizontal(board.rows - e / width, e % width)
                             : board.vertical(board.rows - 1 - (e - h) / (width + 1),
                                              (e - h) % (width + 1));
            },
            [&](int e) {  // left to right
                return e < h ? board.horizontal(e / width, width - 1 - e % width)
                             : board.vertical((e - h) / (width + 1), width - (e - h) % (width + 1));
            }};
        if (board.rows == board.columns) {
            maps.push_back([&](int e) {  // along the diagonal
                return e < h ? board.vertical(e % width, e / width)
                             : board.horizontal((e - h) % (width + 1), (e - h) / (width + 1));
            });
        }
        Position position{board};
        std::vector<Position> images(maps.size(), position);
        std::set<std::uint64_t> seen;
        while (!position.is_over()) {
            REQUIRE(seen.insert(position.canonical_hash()).second);
            const Move move = random_move(position, random);
            position.play(move);
            for (std::size_t i = 0; i < maps.size(); ++i) {
                images[i].play({static_cast<std::uint8_t>(maps[i](move.edge))});
                REQUIRE(images[i].canonical_hash() == position.canonical_hash());
                REQUIRE((images[i].hash() == position.hash()) == (images[i] == position));
            }
        }
    }
}

TEST_CASE("dots-and-boxes: a game is decided when one side has more than half of the boxes") {
    const games::ErasedGame<Rules> game;
    CHECK(game.length("1x3") == 10);
    auto position = game.start("1x3");
    // Boxes from left to right: the first two sides of all, then one box after the other.
    for (const char* move : {"a1h", "b1h", "c1h", "a2h", "b2h", "c2h", "a1v", "b1v", "c1v"})
        REQUIRE(position->play(move));
    CHECK(position->outcome() == Outcome::none);
    CHECK(position->decided() == 9);
    REQUIRE(position->play("d1v"));
    CHECK(position->outcome() != Outcome::none);
    CHECK(position->decided() == 9);
}

TEST_CASE("dots-and-boxes: edges that an opening shows count before the decision") {
    auto position = games::ErasedGame<Rules>{}.parse_fen("1x1", "1x1 1110 0-0 2");
    REQUIRE(position);
    CHECK((*position)->decided() == 3);
    REQUIRE((*position)->play("b1v"));
    CHECK((*position)->decided() == 4);
}
