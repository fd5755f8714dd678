#include "engines/draughts/tables.hpp"

#include <unistd.h>

#include <fstream>
#include <map>

#include "engines/draughts/engine.hpp"
#include "engines/draughts/table_builder.hpp"
#include "tests/engines/search_properties.hpp"

using namespace sparring;
using namespace sparring::draughts;
using namespace sparring::test;

namespace {

constexpr Variant kVariants[] = {Variant::international, Variant::killer};

Tables made(Variant variant, int pieces) {
    Tables tables{variant};
    while (tables.pieces() < pieces) add_pieces(tables);
    return tables;
}

Position board(std::string_view fen, Variant variant = Variant::international) {
    const auto position = Rules::parse_fen(variant, fen);
    if (!position) FAIL(fen << ": " << position.error());
    return *position;
}

/// Whether the side to move can win (+1), or must lose (-1), within so many plies; else 0. By the
/// rules alone.
int brute_force(const Position& position, int plies) {
    if (position.is_over()) return -1;
    if (plies == 0) return 0;
    int best = -1;
    for (const Move move : legal_moves<Rules>(position)) {
        Position next = position;
        next.play(move);
        best = std::max(best, -brute_force(next, plies - 1));
        if (best > 0) break;
    }
    return best;
}

/// A folder of this test's own.
class Folder {
  public:
    Folder()
        : path_{std::filesystem::temp_directory_path() /
                ("sparring-tables-" + std::to_string(getpid()))} {
        std::filesystem::create_directories(path_);
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

/// Writes two and three pieces of international draughts.
void fill(const Folder& folder) {
    Tables tables{Variant::international};
    for (int pieces = 2; pieces <= 3; ++pieces) {
        add_pieces(tables);
        REQUIRE(!tables.write(folder.path()));
    }
}

}  // namespace

TEST_CASE("draughts tables: an ending's numbers are its positions") {
    for (int pieces = 2; pieces <= 4; ++pieces) {
        for (const Ending& ending : endings_of(pieces)) {
            std::size_t seen = 0;
            for (std::size_t index = 0; index < ending.size(); index += 1 + ending.size() / 999) {
                const auto at = ending.at(index);
                if (!at) continue;
                ++seen;
                REQUIRE(ending.index(*at) == index);
                REQUIRE(bits::count(at->own() | at->opp()) == pieces);
                const Position position = position_of(*at, Variant::international);
                // The same seen from the other side of the board.
                const Pieces back = turned(*at);
                const Position other{back.opp(), back.own(), back.own_kings | back.opp_kings,
                                     Side::second, Variant::international};
                REQUIRE(ending.index(seen_by_mover(other)) == index);
                REQUIRE(other.count_moves() == position.count_moves());
            }
            CHECK(seen > std::min<std::size_t>(600, ending.size() / 2));
        }
    }
}

TEST_CASE("draughts tables: two and three pieces follow from their moves") {
    for (const Variant variant : kVariants) {
        Tables tables{variant};
        add_pieces(tables);
        const Checked two = check_pieces(tables);
        CHECK(two.positions == 8845);
        CHECK(two.wrong == 0);
        add_pieces(tables);
        const Checked three = check_pieces(tables);
        CHECK(three.positions == 806300);
        CHECK(three.wrong == 0);
        CHECK(three.won == (variant == Variant::killer ? 432324 : 265795));
        CHECK(three.lost == (variant == Variant::killer ? 313086 : 146342));
        CHECK(check_pieces(tables, 7).positions < three.positions / 6);
        // The check sees an error.
        const auto& endings = endings_of(3);
        std::size_t index = 3000;
        while (!endings[0].at(index)) ++index;
        tables.set(0, index, tables.get(0, index) == 1 ? 0 : 1);
        CHECK(check_pieces(tables).wrong > 0);
    }
}

TEST_CASE("draughts tables: four pieces follow from their moves", "[long]") {
    for (const Variant variant : kVariants) {
        const Tables tables = made(variant, 4);
        const Checked four = check_pieces(tables, 11);
        CHECK(four.positions > 3'500'000);
        CHECK(four.wrong == 0);
    }
}

TEST_CASE("draughts tables: two pieces, by the rules alone") {
    // Values of n plies from those of n - 1, until nothing changes.
    using Key = std::pair<std::uint64_t, std::uint64_t>;
    for (const Variant variant : kVariants) {
        const Tables tables = made(variant, 2);
        std::map<Key, int> values, before;
        const auto value_of = [&](const Position& p) {
            const auto found = before.find({p.own(), p.hash()});
            return p.is_over() ? -1 : found == before.end() ? 0 : found->second;
        };
        do {
            before = values;
            for (const Ending& ending : endings_of(2)) {
                for (std::size_t i = 0; i < ending.size(); ++i) {
                    const auto at = ending.at(i);
                    if (!at) continue;
                    for (const Side side : {Side::first, Side::second}) {
                        const Pieces seen = side == Side::first ? *at : turned(*at);
                        const Position position =
                            side == Side::first
                                ? position_of(seen, variant)
                                : Position{seen.opp(), seen.own(), seen.own_kings | seen.opp_kings,
                                           side, variant};
                        int best = -1;
                        for (const Move move : legal_moves<Rules>(position)) {
                            Position next = position;
                            next.play(move);
                            best = std::max(best, -value_of(next));
                        }
                        values[{position.own(), position.hash()}] = best;
                    }
                }
            }
        } while (values != before);
        for (const Ending& ending : endings_of(2)) {
            for (std::size_t i = 0; i < ending.size(); ++i) {
                const auto at = ending.at(i);
                if (!at) continue;
                const Position position = position_of(*at, variant);
                REQUIRE(values.at({position.own(), position.hash()}) == tables.probe(position));
            }
        }
    }
}

TEST_CASE("draughts tables: no search contradicts three pieces") {
    for (const Variant variant : kVariants) {
        const Tables tables = made(variant, 3);
        Random random{1};
        int decided = 0;
        for (int i = 0; i < 400; ++i) {
            const auto& endings = endings_of(2 + static_cast<int>(random.below(2)));
            const Ending& ending = endings[random.below(endings.size())];
            const auto at = ending.at(random.below(ending.size()));
            if (!at) continue;
            const Position position = position_of(*at, variant);
            const int proved = brute_force(position, 4);
            if (proved == 0) continue;
            ++decided;
            REQUIRE(tables.probe(position) == proved);
        }
        CHECK(decided > 50);
    }
}

TEST_CASE("draughts tables: endings that every player knows") {
    const Tables tables = made(Variant::international, 3), killer = made(Variant::killer, 3);
    CHECK(tables.probe(board("B:WK46:BK5")) == -1);
    CHECK(tables.probe(board("W:WK46:BK5")) == -1);
    CHECK(tables.probe(board("W:WK46:BK1")) == 0);
    CHECK(tables.probe(board("W:W28:B23")) == 1);
    // Two kings do not catch one, except in killer draughts.
    CHECK(tables.probe(board("W:WK1,K50:BK48")) == 0);
    CHECK(killer.probe(board("W:WK1,K50:BK48", Variant::killer)) == 1);
    CHECK(!tables.probe(board("W:W31-50:B1-20")));
    CHECK(!tables.probe(board("W:WK1,K2:BK48,K49")));
    CHECK(!tables.probe(Position{bits::bit(5), 0, 0, Side::first, Variant::international}));
}

TEST_CASE("draughts tables: three kings against one", "[long]") {
    const Tables tables = made(Variant::international, 4);
    // Not only from the main road, 5 to 46, one king holds the draw against three,
    // unless it is caught at once.
    CHECK(tables.probe(board("W:WK1,K2,K3:BK5")) == 0);
    CHECK(tables.probe(board("W:WK6,K26,K45:BK46")) == 0);
    CHECK(tables.probe(board("W:WK1,K2,K3:BK47")) == 0);
    CHECK(tables.probe(board("W:WK5,K50,K45:BK26")) == 0);
    CHECK(tables.probe(board("W:WK46,K6,K1:BK50")) == 1);
    CHECK(tables.probe(board("W:WK5,K6,K7:BK49")) == 1);
}

TEST_CASE("draughts tables: what is written is read") {
    const Folder folder;
    fill(folder);
    const auto loaded = load_tables(folder.path(), Variant::international);
    REQUIRE(loaded.tables);
    CHECK(loaded.tables->pieces() == 3);
    CHECK(loaded.problem.find("international-4.wdl: cannot be read") != std::string::npos);
    const Checked checked = check_pieces(*loaded.tables);
    CHECK(checked.wrong == 0);
    CHECK(checked.won == 265795);
    const auto none = load_tables(folder.path(), Variant::killer);
    CHECK(!none.tables);
    CHECK(none.problem.find("killer-2.wdl: cannot be read") != std::string::npos);
}

TEST_CASE("draughts tables: damaged files are told apart and left out") {
    const Folder folder;
    fill(folder);
    const auto file = Tables::file(folder.path(), Variant::international, 3);
    const auto size = std::filesystem::file_size(file);
    const auto problem = [&] {
        const auto loaded = load_tables(folder.path(), Variant::international);
        REQUIRE(loaded.tables);
        CHECK(loaded.tables->pieces() == 2);
        CHECK(loaded.problem.find("international-3.wdl: ") != std::string::npos);
        return loaded.problem.substr(loaded.problem.find(".wdl: ") + 6);
    };
    const auto change = [&](std::size_t at, char by) {
        std::fstream stream{file, std::ios::in | std::ios::out | std::ios::binary};
        stream.seekg(static_cast<std::streamoff>(at));
        const char byte = static_cast<char>(stream.get());
        stream.seekp(static_cast<std::streamoff>(at));
        stream.put(static_cast<char>(byte ^ by));
    };
    change(5000, 1);
    CHECK(problem() == "its checksum is wrong");
    change(5000, 1);
    change(8, 1);  // the variant
    CHECK(problem() == "its checksum is wrong");
    change(8, 1);
    change(0, 1);
    CHECK(problem() == "no tables of this version");
    change(0, 1);
    CHECK(load_tables(folder.path(), Variant::international).tables->pieces() == 3);
    std::filesystem::resize_file(file, size + 1);
    CHECK(problem() == "it is too long");
    std::filesystem::resize_file(file, size - 1);
    CHECK(problem() == "it is too short");
    std::filesystem::resize_file(file, 20);
    CHECK(problem() == "it ends within its header");
}

TEST_CASE("draughts tables: the search asks them, but not in exact mode nor with Solve 0") {
    const Folder folder;
    fill(folder);
    Evaluation with;
    REQUIRE(with.load_tables(folder.path(), Variant::international));  // four pieces are missing
    const auto search = [](const Position& position, const Evaluation& evaluation, bool exact,
                           int solve, int depth) {
        SearchSettings settings;
        settings.exact = exact;
        settings.solve = solve;
        Limits limits;
        limits.depth = depth;
        Search<Engine> fresh;
        fresh.set_hash(1);
        return fresh.run(Line<Rules>{position}, evaluation, settings, limits, [](const auto&) {});
    };
    // A man just out of the king's reach wins, but not within four plies.
    const Position won = board("W:W16,K50:BK48");
    const Tables tables = made(Variant::international, 3);
    REQUIRE(tables.probe(won).has_value());
    const Position drawn = board("W:WK1,K50:BK48");
    CHECK(search(drawn, with, false, 4, 4).value == 0);
    for (const Position& position : {won, drawn}) {
        for (const bool exact : {false, true}) {
            const auto a = search(position, with, exact, exact ? 4 : 0, 4);
            const auto b = search(position, Evaluation{}, exact, 4, 4);
            CHECK(a.value == b.value);
            CHECK(a.nodes == b.nodes);
            CHECK(a.value != 0);
        }
    }
    CHECK(!with.known(drawn, 2));
    CHECK(with.known(drawn, 3) == 0);
}

TEST_CASE("draughts tables: a won ending is played to its end") {
    const Folder folder;
    Tables tables{Variant::killer};
    for (int pieces = 2; pieces <= 3; ++pieces) {
        add_pieces(tables);
        REQUIRE(!tables.write(folder.path()));
    }
    Evaluation evaluation;
    evaluation.load_tables(folder.path(), Variant::killer);
    SearchSettings settings;
    settings.solve = 4;
    for (const char* fen : {"W:WK1,K50:BK48", "W:WK46,40:BK4", "W:WK16,K27:BK49"}) {
        Line<Rules> line{board(fen, Variant::killer)};
        REQUIRE(tables.probe(line.current()) == 1);
        Search<Engine> search;
        search.set_hash(8);
        while (line.outcome() == Outcome::none) {
            Limits limits;
            limits.depth = 11;
            search.arm();
            const auto report = search.run(line, evaluation, settings, limits, [](const auto&) {});
            line.play(report.pv.front());
            INFO(fen << " after " << line.moves().size() << " plies");
            if (!line.current().is_over()) {
                const bool white = line.current().side_to_move() == Side::first;
                REQUIRE(tables.probe(line.current()).value_or(white ? 1 : -1) == (white ? 1 : -1));
            }
        }
        CHECK(line.outcome() == Outcome::first_wins);
    }
}
