#include <algorithm>
#include <tuple>

#include "tests/engines/rules_properties.hpp"

#include "engines/amazons/notation.hpp"
#include "tests/engines/amazons/naive.hpp"

using namespace sparring;
using namespace sparring::amazons;
using namespace sparring::test;

namespace {

Position position_of(std::string_view variant, std::string_view fen) {
    const auto position = Rules::parse_fen(*Rules::parse_variant(variant), fen);
    if (!position) FAIL(position.error());
    return *position;
}

/// A board of any density with up to four amazons a side, such as no game reaches.
Position random_position(Variant variant, Random& random) {
    Board left = bits::area(variant.columns, variant.rows);
    const auto take = [&] {
        std::size_t skip = random.below(static_cast<std::size_t>(left.count()));
        Board rest = left;
        for (; skip > 0; --skip) rest.remove_lowest();
        const Board square = Board::of(rest.lowest());
        left ^= square;
        return square;
    };
    Board first, second, arrows;
    for (std::size_t i = random.below(kMostAmazons + 1); i > 0; --i) first |= take();
    for (std::size_t i = random.below(kMostAmazons + 1); i > 0; --i) second |= take();
    const std::size_t empty = static_cast<std::size_t>(left.count());
    for (std::size_t i = random.below(empty + 1); i > 0; --i) arrows |= take();
    return Position{first, second, arrows, random.below(2) == 0 ? Side::first : Side::second,
                    variant};
}

std::vector<std::tuple<int, int, int>> engine_moves(const Position& position) {
    std::vector<std::tuple<int, int, int>> all;
    for (const Move move : legal_moves<Rules>(position)) {
        all.emplace_back(move.from, move.to, move.arrow);
    }
    return all;
}

std::vector<std::tuple<int, int, int>> naive_moves(const Position& position) {
    std::vector<std::tuple<int, int, int>> all;
    const auto square = [](int at) {
        return bits::square_of(at % naive::Board::kWidth - 1, at / naive::Board::kWidth - 1);
    };
    for (const auto& move : naive::moves(naive::board(Rules::to_fen(position)))) {
        all.emplace_back(square(move.from), square(move.to), square(move.arrow));
    }
    std::sort(all.begin(), all.end());
    return all;
}

const std::vector<std::string> kSomeVariants{"10x10", "8x8", "4x4", "5x6", "4x10", "10x4", "7x9"};

struct PerftRow {
    const char* variant;
    const char* fen;                    ///< empty: the start
    std::vector<std::uint64_t> counts;  ///< from depth 1
};

// The starts of 10x10 agree with the literature to depth 2; the rest is from an independent
// counter.
const std::vector<PerftRow> kPerft{
    {"10x10", "", {2176, 4307152, 8350439170}},
    {"8x8", "", {1232, 1331198, 1358441750}},
    {"5x5", "", {260, 50422, 7940210, 970203644}},
    {"4x4", "", {88, 4336, 139500}},
    {"4x5", "", {170, 18704, 1504390}},
    {"5x4", "", {170, 19114, 1525212}},
    {"4x6", "", {256, 46264, 6570118}},
    {"6x4", "", {256, 46584, 6629664}},
    {"5x6", "", {410, 129436, 33443332}},
    {"6x5", "", {410, 128094, 33207636}},
    {"10x10",
     "5bx3/1x8/w3b5/x3w1x3/1x2w2x2/5w3x/2bxxxxxx1/1xxxbx4/x4x4/6x3 w",
     {652, 377031, 212731292}},
    {"10x10",
     "5x4/1bxxb2x2/1x2xxx1xx/x1xxxwxx2/xb1xx2w1x/x2xxw1xxx/3xx3x1/3xxx1x1b/2x4x1x/5xxxwx w",
     {94, 13616, 990781}},
};

/// Checks the rows whose count lies in (more_than, at_most].
void check_perft(std::uint64_t more_than, std::uint64_t at_most) {
    for (const PerftRow& row : kPerft) {
        const auto variant = *Rules::parse_variant(row.variant);
        const std::string_view fen = row.fen;
        const Position position =
            fen.empty() ? Rules::start(variant) : position_of(row.variant, fen);
        for (std::size_t i = 0; i < row.counts.size(); ++i) {
            if (row.counts[i] <= more_than || row.counts[i] > at_most) continue;
            INFO(row.variant << " " << fen << " depth " << i + 1);
            REQUIRE(perft<Rules>(position, static_cast<int>(i + 1)) == row.counts[i]);
        }
    }
}

TEST_CASE("amazons: symmetric positions have the same key") {
    CHECK(check_images<Rules>("10x10", 1, 1) == 8);
    CHECK(check_images<Rules>("5x5", 2, 2) == 8);
    CHECK(check_images<Rules>("4x6", 2, 3) == 4);
}

}  // namespace

TEST_CASE("amazons: perft up to ten million leaves") {
    check_perft(0, 10'000'000);
}

TEST_CASE("amazons: deep perft", "[long]") {
    check_perft(10'000'000, 10'000'000'000);
}

TEST_CASE("amazons: the naive counter knows the same numbers") {
    CHECK(naive_perft(Position{}, 1) == 2176);
    CHECK(naive_perft(Position{}, 2) == 4307152);
    CHECK(naive_perft(Position{Variant{6, 4}}, 3) == 6629664);
}

TEST_CASE("amazons: moves of random games equal the naive generator's") {
    Random random{11};
    for (const std::string& name : kSomeVariants) {
        for (int game = 0; game < 3; ++game) {
            Position position{*Rules::parse_variant(name)};
            while (!position.is_over()) {
                INFO(name << " " << Rules::to_fen(position));
                REQUIRE(engine_moves(position) == naive_moves(position));
                if (position.count_moves() < 150) {
                    REQUIRE(perft<Rules>(position, 2) == naive_perft(position, 2));
                }
                const auto moves = legal_moves<Rules>(position);
                position.play(moves[random.below(moves.size())]);
            }
            REQUIRE(naive_moves(position).empty());
        }
    }
}

TEST_CASE("amazons: moves of random boards equal the naive generator's") {
    Random random{12};
    for (int i = 0; i < 2000; ++i) {
        const Variant variant{static_cast<std::uint8_t>(4 + random.below(7)),
                              static_cast<std::uint8_t>(4 + random.below(7))};
        const Position position = random_position(variant, random);
        INFO(Rules::variant_name(variant) << " " << Rules::to_fen(position));
        const auto moves = engine_moves(position);
        REQUIRE(moves == naive_moves(position));
        REQUIRE(position.count_moves() == moves.size());
        REQUIRE(position.is_over() == moves.empty());
    }
}

TEST_CASE("amazons: what holds for every game") {
    for (const std::string& variant : kSomeVariants) check_random_games<Rules>(variant, 2, 1);
    check_random_games<Rules>("4x5", 40, 2);
}

TEST_CASE("amazons: playthroughs") {
    for (const char* variant : {"10x10", "8x8", "4x7"}) check_playthrough<Rules>(variant);
}

TEST_CASE("amazons: symmetric positions have symmetric perft") {
    const auto turned = [](bool files, bool ranks) {
        return [=](const std::string& fen) {
            const std::size_t blank = fen.find(' ');
            std::vector<std::string> rows{""};
            for (std::size_t i = 0; i < blank; ++i) {
                if (fen[i] == '/') {
                    rows.emplace_back();
                } else if (fen.compare(i, 2, "10") == 0) {
                    rows.back() += 'T';  // to be turned round as one letter
                    ++i;
                } else {
                    rows.back() += fen[i];
                }
            }
            if (ranks) std::reverse(rows.begin(), rows.end());
            std::string result;
            for (std::string& row : rows) {
                if (files) std::reverse(row.begin(), row.end());
                if (row == "T") row = "10";
                result += (result.empty() ? "" : "/") + row;
            }
            return result + fen.substr(blank);
        };
    };
    check_symmetry<Rules>("6x5", turned(true, false), 2, 2);
    check_symmetry<Rules>("5x8", turned(false, true), 2, 3);
    check_symmetry<Rules>("10x10", turned(true, true), 1, 4);
}

TEST_CASE("amazons: starting positions") {
    const auto start = [](const char* variant) {
        const std::string fen = Rules::to_fen(Rules::start(*Rules::parse_variant(variant)));
        return fen.substr(0, fen.find(' '));
    };
    CHECK(start("10x10") == "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3");  // ICGA
    CHECK(start("8x8") == "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2");              // Botzone
    CHECK(start("6x6") == "1q2q1/q4q/6/6/Q4Q/1Q2Q1");                  // OpenSpiel
    CHECK(start("5x5") == "1q1q1/q3q/5/Q3Q/1Q1Q1");                    // Alberta
    CHECK(start("4x4") == "1qq1/q2q/Q2Q/1QQ1");
    CHECK(start("7x9") == "2q1q2/7/q5q/7/7/7/Q5Q/7/2Q1Q2");
    REQUIRE(Rules::variants().size() == 49);
    REQUIRE(Rules::variants().front() == "10x10");
    for (const std::string& name : Rules::variants()) {
        const Position position = Rules::start(*Rules::parse_variant(name));
        INFO(name);
        CHECK(position.own().count() == 4);
        CHECK(position.opp().count() == 4);
        CHECK(!position.arrows().any());
        CHECK(position.moves_left() == position.variant().columns * position.variant().rows - 8);
        CHECK(Rules::variant_name(position.variant()) == name);
    }
}

TEST_CASE("amazons: the move list holds the moves of any position") {
    // One amazon on each of the four best squares, as if the others were not in its way.
    const std::string most = "10/10/10/10/4Q5/10/10/10/10/10 w";
    CHECK(4 * position_of("10x10", most).count_moves() == Position::MoveList::capacity);
    Random random{13};
    std::uint64_t seen = 0;
    for (int i = 0; i < 2000; ++i) {
        Board own;
        while (own.count() < kMostAmazons) {
            own |= Board::of(bits::square_of(static_cast<int>(random.below(10)),
                                             static_cast<int>(random.below(10))));
        }
        seen = std::max(seen, Position{own, {}, {}, Side::first, {}}.count_moves());
    }
    CHECK(seen > 3000);
    CHECK(seen <= Position::MoveList::capacity);
}

TEST_CASE("amazons: who cannot move has lost") {
    const Position shut = position_of("4x4", "Qx2/xx2/4/3q w");
    CHECK(shut.is_over());
    CHECK(shut.final_score() == -1);
    CHECK(position_of("4x4", "Qx2/xx2/4/3q b").count_moves() > 0);
    // One square to step to: the only arrow goes back to where the amazon came from.
    const Position single = position_of("4x4", "Q1xx/xxxx/4/3q w");
    REQUIRE(single.count_moves() == 1);
    CHECK(Rules::to_text(single, legal_moves<Rules>(single)[0]) == "a4-b4/a4");
    CHECK(position_of("4x4", "4/4/4/4 b").is_over());  // no amazons, no moves
}
