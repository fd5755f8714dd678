#include "protocol/sau.hpp"

#include "tests/catch.hpp"

using namespace sparring;
using namespace sparring::sau;

TEST_CASE("sau: what hosts say, in any case and with any line end") {
    CHECK(std::holds_alternative<NameQuery>(parse_command("name?")));
    CHECK(std::get<NewGame>(parse_command("new black\r")).black);
    CHECK(!std::get<NewGame>(parse_command(" NEW  White")).black);
    CHECK(std::get<Move>(parse_command("move DJDDGD\r")).text == "DJDDGD");
    CHECK(std::get<Move>(parse_command("move 3 BADAADAAC")).text == "3 BADAADAAC");
    CHECK(std::holds_alternative<Refused>(parse_command("error")));
    CHECK(std::get<End>(parse_command("end")).winner.empty());
    CHECK(std::get<End>(parse_command("end Black")).winner == "black");
    CHECK(std::holds_alternative<Quit>(parse_command("quit")));
    for (const char* line : {"", " ", "new", "new red", "move", "name", "accept", "taked 2 AA"})
        CHECK(std::get<Unknown>(parse_command(line)).line == line);
}

TEST_CASE("sau: commands and replies are written as the platform does") {
    for (const char* line :
         {"name?", "new black", "new white", "move DJDDGD", "error", "end", "end white", "quit"}) {
        CHECK(to_text(parse_command(line)) == line);
    }
    CHECK(to_text(Reply{Name{"Sparring"}}) == "name Sparring");
    CHECK(to_text(Reply{Move{"1 ACC"}}) == "move 1 ACC");
}

TEST_CASE("sau: only lines that begin with the word are replies") {
    CHECK(std::get<Name>(parse_reply("name MTack\r")).name == "MTack");
    CHECK(std::get<Move>(parse_reply("move DADGIG")).text == "DADGIG");
    CHECK(std::get<Move>(parse_reply("move")).text.empty());
    for (const char* line : {"| Best Moves     | From (0,3)\tTo (6,3)\tPut (6,8)",
                             "error! check it!", "a move DADGIG", "name", "moved A", ""})
        CHECK(std::holds_alternative<Unknown>(parse_reply(line)));
}

TEST_CASE("sau: turns of dots-and-boxes") {
    using Edges = std::vector<std::string>;
    const auto turn = parse_turn("3 BADAADAAC");
    REQUIRE(turn);
    CHECK(*turn == Edges{"BAD", "AAD", "AAC"});
    CHECK(turn_text(*turn) == "3 BADAADAAC");
    CHECK(*parse_turn("2 ACC BAA") == Edges{"ACC", "BAA"});
    CHECK(parse_turn("2 ACC").error() == "3 letters are not 2 edges of three letters");
    CHECK(parse_turn("1 ACCBAA").error() == "6 letters are not 1 edges of three letters");
    CHECK(parse_turn("1 ACCB").error() == "4 letters are not 1 edges of three letters");
    for (const char* text : {"", "ACC", "0", "0 ", "-1 ACC", "x ACC"}) CHECK(!parse_turn(text));
    CHECK(!parse_turn("18446744073709551615 ACC"));
    CHECK(!parse_turn("6148914691236517206 AC"));  // whose three letters each overflow
}
