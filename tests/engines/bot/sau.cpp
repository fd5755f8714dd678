// What docs/platforms.md does not show: the platform's own end of amazons, and a host in a hurry.
#include "tests/engines/engine_under_test.hpp"

using namespace sparring::test;

TEST_CASE("sau: amazons does not block itself while there is another move") {
    EngineUnderTest engine{"amazons", {"sau", "--set", "Variant=4x4", "--depth", "3"}};
    engine.send("new white\nmove ACCCAA");
    CHECK(engine.line() == "move ABBCCB");
    engine.send("move BDACAB");
    const auto move = engine.line();
    REQUIRE(move);
    CHECK(move->starts_with("move "));
    CHECK(*move != "move BCADBC");  // what the usual rules find
}

TEST_CASE("sau: amazons waits for the end once either side is blocked") {
    EngineUnderTest engine{"amazons", {"sau", "--set", "Variant=4x4", "--depth", "1"}};
    engine.send("new white\nmove CDCCCD");
    CHECK(engine.line() == "move BACBBB");
    engine.send("move ACBCAD");
    CHECK(engine.line() == "move ABACAB");
    engine.send("move DCDDDC\nname?");  // Black has blocked itself, White could still move
    CHECK(engine.line() == "name Sparring");
}

TEST_CASE("sau: a new game, the end of one and quit come through a search") {
    for (const char* game : {"amazons", "dots-and-boxes"}) {
        INFO(game);
        EngineUnderTest engine{game, {"sau", "--move", "1000", "--set", "Solve=0"}};
        engine.send("new black\nname?");
        CHECK(engine.line() == "name Sparring");
        engine.send("new black\nend white\nnew white\nname?\nerror\nnew black\nname?");
        CHECK(engine.line() == "name Sparring");
        CHECK(engine.line() == "name Sparring");
        engine.send("quit");
        CHECK(!engine.line());
        CHECK(engine.exit_status() == 0);
    }
}
