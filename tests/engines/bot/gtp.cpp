// What docs/platforms.md does not show: a controller that asks everything at once, from a pipe.
#include "tests/engines/engine_under_test.hpp"

using namespace sparring::test;

TEST_CASE("gtp: commands that came before the end of the input are all answered") {
    for (const bool quit : {true, false}) {
        INFO((quit ? "quit" : "end of input"));
        EngineUnderTest engine{"reversi", {"gtp", "--depth", "6"}};
        engine.send("1 genmove b\n2 genmove w\n3 name");
        if (quit) engine.send("4 quit");
        engine.close_input();
        for (const char* answer : {"=1 ", "", "=2 ", "", "=3 Sparring", ""}) {
            const auto line = engine.line();
            REQUIRE(line);
            CHECK(line->starts_with(answer));
            CHECK(line->empty() == (*answer == 0));
        }
        if (quit) CHECK(engine.line() == "=4");
        CHECK(engine.exit_status() == 0);
    }
}
