#include "protocol/dialect.hpp"

#include "tests/catch.hpp"

using namespace sparring;

TEST_CASE("dialect: the first line tells which one the host speaks") {
    const auto is = [](std::string_view line, std::optional<Dialect> dialect) {
        INFO(line);
        CHECK(recognise(line, kDialects) == dialect);
    };
    is("ugi", Dialect::ugi);
    is("uci\r", Dialect::uci);
    is("hub", Dialect::hub);
    is("name?", Dialect::sau);
    is("new black", Dialect::sau);
    is("nboard 2", Dialect::nboard);
    is("protocol_version", Dialect::gtp);
    is("1 list_commands", Dialect::gtp);
    is("name", Dialect::gtp);
    is("boardsize 8", Dialect::gtp);
    is("1", Dialect::botzone);
    is("{\"requests\":[]}", Dialect::botzone);
    is("", {});
    is("new", {});
    is("d", {});
    is("go depth 3", {});
    is("12 34", {});
    is("ugi now", {});
}

TEST_CASE("dialect: a greeting changes it at any time, other lines only as the first") {
    CHECK(greeted("uci", kDialects) == Dialect::uci);
    CHECK(greeted(" nboard 2\r", kDialects) == Dialect::nboard);
    CHECK(!greeted("name", kDialects));
    CHECK(!greeted("1", kDialects));
}

TEST_CASE("dialect: only what the game has is recognised") {
    constexpr std::array known{Dialect::ugi, Dialect::hub};
    CHECK(recognise("hub", known) == Dialect::hub);
    CHECK(!recognise("nboard 2", known));
    CHECK(!recognise("7", known));
}

TEST_CASE("dialect: names, with dashes and in any case") {
    for (const Dialect dialect : kDialects) CHECK(parse_dialect(word(dialect)) == dialect);
    CHECK(parse_dialect("-gtp") == Dialect::gtp);
    CHECK(parse_dialect("--NBoard") == Dialect::nboard);
    CHECK(!parse_dialect("-"));
    CHECK(!parse_dialect(""));
    CHECK(!parse_dialect("xboard"));
}
