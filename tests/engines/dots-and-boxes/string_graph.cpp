// Strings and coins: the graph, its keys, and the value of what stands alone.
#include "engines/dots-and-boxes/string_graph.hpp"

#include <functional>
#include <map>
#include <unordered_map>

#include "engines/dots-and-boxes/bounds_table.hpp"
#include "engines/dots-and-boxes/cuts.hpp"
#include "engines/dots-and-boxes/loony_endgame.hpp"
#include "engines/dots-and-boxes/notation.hpp"
#include "tests/catch.hpp"
#include "tests/engines/dots-and-boxes/value_table.hpp"
#include "tests/engines/random.hpp"

using namespace sparring;
using namespace sparring::dots_and_boxes;

namespace {

/// Calls `visit` with all positions of a board in which nothing can be taken.
template <class Visit>
void each_quiet_position(Board board, std::size_t step, const Visit& visit) {
    for (std::size_t drawn = 0; drawn + 1 < std::size_t{1} << board.edges(); drawn += step) {
        const Position position{board, drawn, 0, 0, Side::first};
        if (position.freedom_one() == 0) visit(position);
    }
}

std::uint64_t key_of(const StringGraph& graph, const StringKeys& keys) {
    return StringKeys::key(keys.lanes(graph));
}

/// Positions with equal keys have equal values; returns how many positions there are to a key.
std::size_t check_keys(Board board, std::size_t step) {
    const auto values = value_table(board);
    const StringKeys keys{board};
    std::unordered_map<std::uint64_t, std::pair<int, int>> known;
    std::size_t positions = 0;
    each_quiet_position(board, step, [&](const Position& position) {
        const StringGraph graph{position};
        const std::pair content{graph.coins(), int{values[position.drawn()]}};
        const auto [at, is_new] = known.try_emplace(key_of(graph, keys), content);
        if (!is_new && at->second != content) FAIL(Rules::to_fen(position));
        ++positions;
    });
    return positions / known.size();
}

using Parts = std::map<std::pair<bool, int>, int>;  // (loop, length) -> how many

/// For the side that takes, by opening any of the parts, as in loony_endgame.hpp.
int plain_loony_value(const Parts& parts, std::map<Parts, int>& memory) {
    if (parts.empty()) return 0;
    if (const auto known = memory.find(parts); known != memory.end()) return known->second;
    int least = kMaxBoxes;
    for (const auto& [part, count] : parts) {
        Parts rest = parts;
        if (--rest[part] == 0) rest.erase(part);
        const int back = part.first ? 4 : part.second > 2 ? 2 : 0;
        const int value = plain_loony_value(rest, memory);
        least = std::min(
            least, back > 0 ? part.second - back + std::abs(value - back) : part.second - value);
    }
    return memory[parts] = least;
}

void each_partition(int coins, Parts& parts, std::pair<bool, int> least,
                    const std::function<void(const Parts&)>& visit) {
    visit(parts);
    for (int loop = least.first; loop <= 1; ++loop) {
        for (int n = loop == least.first ? least.second : loop ? 4 : 1; n <= coins; n += 1 + loop) {
            ++parts[{loop != 0, n}];
            each_partition(coins - n, parts, {loop != 0, n}, visit);
            if (--parts[{loop != 0, n}] == 0) parts.erase({loop != 0, n});
        }
    }
}

}  // namespace

TEST_CASE("dots-and-boxes: in the loony endgame the shortest chain or loop is best") {
    std::map<Parts, int> memory;
    Parts parts;
    int count = 0;
    each_partition(19, parts, {false, 1}, [&](const Parts& all) {
        LooseParts loose;
        for (const auto& [part, number] : all) {
            for (int i = 0; i < number; ++i) {
                part.first ? loose.add_loop(part.second) : loose.add_chain(part.second);
            }
        }
        if (loony_value(loose) != -plain_loony_value(all, memory)) FAIL("wrong value");
        ++count;
    });
    CHECK(count > 3000);
}

// Berlekamp's controlled value: sum of (c - 4) and (l - 8) and a bonus for what is opened last.
TEST_CASE("dots-and-boxes: a controlled value of two or more is the value") {
    for (int threes = 0; threes < 3; ++threes) {
        for (int fives = 0; fives < 3; ++fives) {
            for (int eights = 0; eights < 2; ++eights) {
                LooseParts loose;
                for (int i = 0; i < threes; ++i) loose.add_chain(3);
                for (int i = 0; i < fives; ++i) loose.add_chain(5);
                for (int i = 0; i < eights; ++i) loose.add_loop(8);
                const int bonus = threes + fives == 0        ? 8 * (eights > 0)
                                  : eights == 0 || fives > 0 ? 4
                                                             : 6;
                const int controlled = fives - threes + bonus;
                if (controlled >= 2) CHECK(loony_value(loose) == -controlled);
            }
        }
    }
}

TEST_CASE("dots-and-boxes: a cut leaves the graph of what is left") {
    const Board board{3, 3};
    const StringKeys keys{board};
    std::size_t cuts = 0;
    each_quiet_position(board, 97, [&](const Position& position) {
        const StringGraph graph{position};
        for (unsigned end = 0; end < StringGraph::kEnds; ++end) {
            if (graph.across(end) == StringGraph::kNone) continue;
            StringGraph next = graph;
            const int taken = next.cut(end);
            // Pairs of chains of one or two that cancel are gone besides.
            const int gone = graph.coins() - next.coins() - taken;
            if (gone < 0 || gone > 6 || gone % 2 != 0) FAIL(Rules::to_fen(position) << " " << gone);
            if (graph.length(end) > 0) continue;
            // Of an edge: the same as drawing it. Sides are top, left, bottom, right.
            const int row = static_cast<int>(end) / 4 / 3, column = static_cast<int>(end) / 4 % 3;
            const std::array<int, 4> edges{
                board.horizontal(row, column), board.vertical(row, column),
                board.horizontal(row + 1, column), board.vertical(row, column + 1)};
            Position drawn = position;
            drawn.play({static_cast<std::uint8_t>(edges[end % 4])});
            if (key_of(next, keys) != key_of(StringGraph{drawn}, keys)) {
                FAIL(Rules::to_fen(position) << " cut at " << end);
            }
            ++cuts;
        }
    });
    CHECK(cuts > 10'000);
}

TEST_CASE("dots-and-boxes: the keys of what moves leave are those of the graphs that they leave") {
    for (const Board board : {Board{3, 3}, Board{2, 4}, Board{1, 7}}) {
        const StringKeys keys{board};
        CutGenerator generator{keys};
        const auto cuts = std::make_unique<Cuts>();
        std::size_t count = 0, wrong = 0, strings = 0, moves = 0;
        each_quiet_position(board, 97, [&](const Position& position) {
            const StringGraph graph{position};
            generator.generate(graph, keys.lanes(graph), *cuts);
            graph.each_string([&](unsigned) { ++strings; });
            for (const Cut& cut : *cuts) {
                StringGraph next = graph;
                cut.apply(next);
                wrong += cut.key != key_of(next, keys) ||
                         StringKeys::key(cuts->lanes_after(cut)) != cut.key;
                moves += cut.kind == Cut::Kind::string;
                ++count;
            }
        });
        CHECK(wrong == 0);
        CHECK(strings == moves);
        CHECK(count > 10'000);
    }
}

TEST_CASE("dots-and-boxes: two chains of one cancel out, and two of two") {
    // Of 1x7: `ones` chains of one, then `twos` of two, the other boxes closed.
    const auto graph_of = [](int ones, int twos) {
        const Board board{1, 7};
        Edges undrawn = 0;
        for (int box = 0; box < ones; ++box) {
            undrawn |= Edges{1} << board.horizontal(0, box) | Edges{1} << board.horizontal(1, box);
        }
        for (int box = ones; box < ones + 2 * twos; box += 2) {
            undrawn |= Edges{1} << board.horizontal(0, box) |
                       Edges{1} << board.vertical(0, box + 1) |
                       Edges{1} << board.horizontal(0, box + 1);
        }
        const Edges drawn = ((Edges{1} << board.edges()) - 1) & ~undrawn;
        return StringGraph{Position{board, drawn, 7 - ones - 2 * twos, 0, Side::first}};
    };
    for (int ones = 0; ones <= 7; ++ones) {
        for (int twos = 0; ones + 2 * twos <= 7; ++twos) {
            const StringGraph graph = graph_of(ones, twos);
            CHECK(graph.coins() == ones % 2 + 2 * (twos % 2));
            CHECK(graph.loose().chains[1] == ones % 2);
            CHECK(graph.loose().chains[2] == twos % 2);
        }
    }
}

TEST_CASE("dots-and-boxes: positions with equal keys have equal values") {
    CHECK(check_keys({2, 2}, 1) > 8);
    CHECK(check_keys({3, 2}, 1) > 8);
    check_keys({1, 5}, 1);
}

TEST_CASE("dots-and-boxes: positions of larger boards with equal keys have equal values",
          "[long]") {
    check_keys({2, 4}, 1);
    check_keys({3, 3}, 1);
}

TEST_CASE("dots-and-boxes: the keys are the same for all images of a position") {
    test::Random random{1};
    for (const Board board : {Board{3, 3}, Board{3, 4}, Board{5, 5}}) {
        const StringKeys keys{board};
        for (int i = 0; i < 50; ++i) {
            Position position{board};
            for (int drawn = static_cast<int>(random.below(20)); drawn > 0; --drawn) {
                Position::MoveList moves, safe;
                position.generate(moves);
                for (const Move move : moves) {
                    const Boxes boxes = position.geometry().edge[move.edge].boxes;
                    if ((boxes & position.freedom_two()) == 0) safe.push_back(move);
                }
                if (safe.empty()) break;
                position.play(safe[random.below(safe.size())]);
            }
            const StringGraph graph{position};
            for (int symmetry = 1; symmetry < Rules::symmetries(position); ++symmetry) {
                const StringGraph image{Rules::image(position, symmetry)};
                REQUIRE(key_of(image, keys) == key_of(graph, keys));
            }
        }
    }
}

TEST_CASE("dots-and-boxes: the table of bounds gives back what it was told") {
    BoundsTable table;
    table.resize(1);
    table.reserve();
    for (int coins = 1; coins <= kMaxBoxes; ++coins) {
        for (int lower = -coins; lower <= coins; lower += 2) {
            for (int upper = lower; upper <= coins; upper += 2) {
                const std::uint64_t key =
                    mix64(static_cast<std::uint64_t>(coins * 10'000 + lower * 100 + upper));
                table.store(key, coins, {lower, upper}, 100);
                Bounds bounds{-coins, coins};
                table.probe(key, coins, bounds);
                REQUIRE(bounds.lower == lower);
                REQUIRE(bounds.upper == upper);
            }
        }
    }
}
