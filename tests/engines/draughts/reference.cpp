#include "tests/engines/draughts/reference.hpp"

#include "tests/engines/rules_properties.hpp"

namespace sparring::draughts::test {

Reference::Reference(const Position& position)
    : squares_(100, '.'),
      own_man_{position.side_to_move() == Side::first ? 'w' : 'b'},
      own_king_{position.side_to_move() == Side::first ? 'W' : 'B'},
      forward_{position.side_to_move() == Side::first ? -1 : 1},
      killer_{position.variant() == Variant::killer} {
    const std::string board = Rules::to_board(position);
    // Lines of 28 characters: the first square's number, ten squares of two, the last one's number.
    std::istringstream lines{board};
    for (int row = 0; row < 10; ++row) {
        std::string line;
        std::getline(lines, line);
        for (int column = 0; column < 10; ++column) {
            const char piece = line[static_cast<std::size_t>(5 + 2 * column)];
            if (piece != ' ') squares_[static_cast<std::size_t>(10 * row + column)] = piece;
        }
    }
}

char Reference::at(Place place) const {
    if (place.row < 0 || place.row > 9 || place.column < 0 || place.column > 9) return '#';
    return squares_[static_cast<std::size_t>(10 * place.row + place.column)];
}

std::set<std::string> Reference::moves() const {
    std::set<std::string> steps, captures;
    std::size_t most = 0;
    for (int row = 0; row < 10; ++row) {
        for (int column = 0; column < 10; ++column) {
            const Place from{row, column};
            const char piece = at(from);
            if (!is_own(piece)) continue;
            add_steps(from, steps);
            Reference lifted = *this;
            lifted.squares_[static_cast<std::size_t>(10 * row + column)] = '.';
            std::set<std::pair<int, Captured>> ends;
            lifted.jump(from, piece == own_king_, {}, ends);
            for (const auto& [to, captured] : ends) {
                if (captured.size() > most) {
                    most = captured.size();
                    captures.clear();
                }
                if (captured.size() < most) continue;
                std::string text = fmt::format("{}x{}", number(from), to);
                for (const Place place : captured) text += fmt::format("x{}", number(place));
                captures.insert(text);
            }
        }
    }
    return captures.empty() ? steps : captures;
}

void Reference::add_steps(Place from, std::set<std::string>& texts) const {
    const bool king = at(from) == own_king_;
    for (const int down : {-1, 1}) {
        for (const int right : {-1, 1}) {
            if (!king && down != forward_) continue;
            for (int n = 1; n <= (king ? 9 : 1); ++n) {
                const Place to{from.row + n * down, from.column + n * right};
                if (at(to) != '.') break;
                texts.insert(fmt::format("{}-{}", number(from), number(to)));
            }
        }
    }
}

void Reference::jump(Place here, bool king, const Captured& captured,
                     std::set<std::pair<int, Captured>>& ends) {
    for (const int down : {-1, 1}) {
        for (const int right : {-1, 1}) {
            const auto ahead = [&](int n) {
                return Place{here.row + n * down, here.column + n * right};
            };
            int n = 1;
            while (king && at(ahead(n)) == '.') ++n;
            const Place enemy = ahead(n);
            if (!is_enemy(at(enemy)) || captured.count(enemy) != 0) continue;
            Captured more = captured;
            more.insert(enemy);
            const bool enemy_king = at(enemy) == 'W' || at(enemy) == 'B';
            for (int landing = n + 1; at(ahead(landing)) == '.'; ++landing) {
                const bool behind = landing == n + 1;
                if (behind || !(killer_ && enemy_king)) ends.emplace(number(ahead(landing)), more);
                jump(ahead(landing), king, more, ends);
                if (!king) break;
            }
        }
    }
}

}  // namespace sparring::draughts::test

using namespace sparring;
using namespace sparring::draughts;
using namespace sparring::test;
using sparring::draughts::test::Reference;

namespace {

void compare(const Position& position) {
    INFO(Rules::variant_name(position.variant()) << " " << Rules::to_fen(position));
    std::set<std::string> texts;
    const auto moves = legal_moves<Rules>(position);
    for (const auto& move : moves) texts.insert(Rules::to_text(position, move));
    REQUIRE(texts.size() == moves.size());
    REQUIRE(texts == Reference{position}.moves());
    REQUIRE(position.count_moves() == moves.size());
    REQUIRE(position.is_over() == moves.empty());
    REQUIRE(position.can_capture(position.side_to_move()) ==
            (!moves.empty() && moves[0].is_capture()));
}

/// Up to `most` pieces a side anywhere; of them `kings` percent kings.
Position random_position(Random& random, int most, int kings, Variant variant) {
    std::array<Board, 2> pieces{};
    Board all_kings = 0;
    for (const Side side : {Side::first, Side::second}) {
        const auto wanted = 1 + random.below(static_cast<std::size_t>(most));
        for (std::size_t i = 0; i < wanted; ++i) {
            const Board bit = bits::bit(bits::cell_of(1 + static_cast<int>(random.below(50))));
            if (((pieces[0] | pieces[1]) & bit) != 0) continue;
            pieces[static_cast<std::size_t>(side)] |= bit;
            const Board far = side == Side::first ? bits::kTopRow : bits::kBottomRow;
            if ((bit & far) != 0 || static_cast<int>(random.below(100)) < kings) all_kings |= bit;
        }
    }
    const Side turn = random.below(2) == 0 ? Side::first : Side::second;
    const auto own = static_cast<std::size_t>(turn);
    return {pieces[own], pieces[1 - own], all_kings, turn, variant};
}

}  // namespace

TEST_CASE("draughts: the generator equals the reference in games") {
    for (const Variant variant : {Variant::international, Variant::killer}) {
        Random random{1};
        for (int game = 0; game < 30; ++game) {
            Line<Rules> line{Position{variant}};
            while (line.outcome() == Outcome::none) {
                compare(line.current());
                const auto moves = legal_moves<Rules>(line.current());
                line.play(moves[random.below(moves.size())]);
            }
            compare(line.current());
        }
    }
}

TEST_CASE("draughts: the generator equals the reference in random positions") {
    Random random{2};
    for (const Variant variant : {Variant::international, Variant::killer}) {
        for (const int kings : {0, 10, 50, 100}) {
            for (int i = 0; i < 1500; ++i)
                compare(random_position(random, i % 2 == 0 ? 20 : 8, kings, variant));
        }
    }
}

TEST_CASE("draughts: the generator equals the reference in many random positions", "[long]") {
    Random random{3};
    for (const Variant variant : {Variant::international, Variant::killer}) {
        for (const int kings : {0, 5, 20, 50, 80, 100}) {
            for (int i = 0; i < 50'000; ++i)
                compare(random_position(random, 3 + i % 18, kings, variant));
        }
    }
}

TEST_CASE("draughts: positions with as many captures as could be found") {
    // Found by annealing over all placements of up to 20 kings and 20 men: the most moves, and the
    // most routes (12916 jumps that make 28 moves).
    const Position moves =
        *Rules::parse_fen(Variant::international,
                          "W:WK5,K13,K15,K46,K47,K48,K49:B8,9,18,19,22,24,27,30,31,40,41,42,43,44");
    CHECK(moves.count_moves() == 407);
    std::set<std::uint32_t> codes;
    for (const auto& move : legal_moves<Rules>(moves)) codes.insert(move.code());
    CHECK(codes.size() == 407);
    compare(moves);
    const Position routes = *Rules::parse_fen(
        Variant::international,
        "W:WK1,K3,K5,K25,K26,K45,K46,K48:B8,9,10,11,12,20,21,22,28,30,31,33,34,41,42,43,44");
    CHECK(routes.count_moves() == 28);
    compare(routes);
}
