#include "engines/draughts/engine.hpp"
#include "tests/engines/search_properties.hpp"

using namespace sparring;
using namespace sparring::draughts;
using namespace sparring::test;

namespace {

Position parsed(std::string_view fen, Variant variant = Variant::international) {
    const auto position = Rules::parse_fen(variant, fen);
    if (!position) FAIL(fen << ": " << position.error());
    return *position;
}

}  // namespace

TEST_CASE("draughts: all drivers return minimax's value in exact mode") {
    check_drivers_agree<Engine>("international", 25, 100, 3, 1);
    check_drivers_agree<Engine>("killer", 25, 100, 3, 2);
}

TEST_CASE("draughts: a search repeats exactly") {
    check_deterministic<Engine>("international", 9, 3);
}

TEST_CASE("draughts: unquiet is who can capture, or is threatened within two plies") {
    const Position can = parsed("W:W28:B23"), threatened = parsed("W:W44,28:B22,17,12,11"),
                   quiet = parsed("W:W45:B1");
    CHECK(Tactics::is_unquiet(can, 0));
    CHECK(Tactics::is_unquiet(can, 20));
    CHECK(!Tactics::is_unquiet(quiet, 0));
    CHECK(threatened.can_capture(Side::second));
    CHECK(!threatened.can_capture(Side::first));
    CHECK(Tactics::is_unquiet(threatened, 1));
    CHECK(!Tactics::is_unquiet(threatened, 2));
}

TEST_CASE("draughts: a king against a king can be lost") {
    // Black, on the long diagonal with White, must step in front of the white king.
    for (const Variant variant : {Variant::international, Variant::killer}) {
        Search<Engine> search;
        const Line<Rules> lost{parsed("B:WK46:BK5", variant)};
        CHECK(search_to<Engine>(lost, 8, SearchSettings{}, search).final_score == -1);
        const Line<Rules> drawn{parsed("W:WK46:BK1", variant)};
        CHECK(search_to<Engine>(drawn, 8, SearchSettings{}, search).final_score == std::nullopt);
    }
}

TEST_CASE("draughts: the search knows draws by counter, unless told to be exact") {
    Line<Rules> line{parsed("W:WK1:BK46,K47")};
    for (const char* text : {"1-6", "46-41", "6-1", "41-37", "1-6", "37-32", "6-1", "32-19"}) {
        line.play(*Rules::parse_move(line.current(), text));
    }
    REQUIRE(line.current().reversible_plies() == 8);
    SearchSettings settings;
    Search<Engine> search;
    CHECK(search_to<Engine>(line, 6, settings, search).value == 0);
    settings.exact = true;
    search.clear();
    CHECK(search_to<Engine>(line, 6, settings, search).value < 0);
}

TEST_CASE("draughts: the bench positions are positions") {
    const auto [fens, depth] = Tactics::bench();
    CHECK(depth > 0);
    for (const auto& fen : fens) CHECK(!parsed(fen).is_over());
}
