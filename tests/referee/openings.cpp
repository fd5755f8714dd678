#include "referee/schedule/openings.hpp"

#include <set>

#include "tests/catch.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;

const games::Choice& reversed() {
    static const games::Choice choice = *games::find("reversi/reversed");
    return choice;
}

TEST_CASE("random openings are different, legal and unfinished") {
    const auto openings = random_openings(reversed(), 8, 1, 500);
    REQUIRE(openings);
    REQUIRE(openings->size() == 500);
    std::set<std::string> seen;
    for (const Opening& opening : *openings) {
        CHECK(opening.moves.size() == 8);
        const auto position = set_up(reversed(), opening);
        REQUIRE(position);
        CHECK((*position)->outcome() == Outcome::none);
        CHECK(seen.insert((*position)->fen()).second);
    }
}

TEST_CASE("the same seed gives the same openings, a longer list the same beginning") {
    const auto few = random_openings(reversed(), 8, 7, 20),
               more = random_openings(reversed(), 8, 7, 50);
    REQUIRE(few);
    REQUIRE(more);
    CHECK(std::equal(few->begin(), few->end(), more->begin()));
    const auto other = random_openings(reversed(), 8, 8, 20);
    REQUIRE(other);
    CHECK(*few != *other);
}

TEST_CASE("random openings that do not exist are asked for in vain") {
    const auto openings = random_openings(reversed(), 1, 1, 5);  // Black has four moves
    REQUIRE_FALSE(openings);
    CHECK(openings.error() == "random plies=1 gives only 4 different openings, 5 are needed");
    CHECK_FALSE(random_openings(reversed(), 70, 1, 1));  // no game is that long
}

TEST_CASE("an openings file holds positions and moves, in several spellings") {
    const std::string fen = "---------------------------OX------XO--------------------------- X";
    const auto openings =
        parse_openings(reversed(),
                       "# a comment\n"
                       "\n"
                       "d3 c5 f6   # moves\r\n"
                       "D3 C5\n"
                       "startpos\n"
                       "startpos moves d3\n" +
                           fen + "\nfen " + fen + " moves d3 c3\n" + fen + " moves d3");
    REQUIRE(openings);
    REQUIRE(openings->size() == 7);
    CHECK((*openings)[0].moves == std::vector<std::string>{"d3", "c5", "f6"});
    CHECK((*openings)[1].moves == std::vector<std::string>{"d3", "c5"});
    CHECK((*openings)[2] == Opening{});
    CHECK((*openings)[3].moves == std::vector<std::string>{"d3"});
    CHECK((*openings)[4].fen == fen);
    CHECK((*openings)[5].fen == fen);
    CHECK((*openings)[5].moves == std::vector<std::string>{"d3", "c3"});
    CHECK((*openings)[6].moves == std::vector<std::string>{"d3"});
    CHECK(position_command((*openings)[2]) == "position startpos");
    CHECK(position_command((*openings)[5]) == "position fen " + fen + " moves d3 c3");
}

std::string problem(const std::string& text) {
    const auto openings = parse_openings(reversed(), text);
    REQUIRE_FALSE(openings);
    return openings.error();
}

TEST_CASE("a bad line of an openings file is named with its reason") {
    CHECK(problem("d3\n\nd3 h9\n") ==
          "line 3: move 2 'h9': no such square (expected a1 to h8 or pass)");
    CHECK(problem("d3 d3\n").starts_with("line 1: move 2 'd3': not legal"));
    CHECK(problem("---X O\n") ==
          "line 1: move 1 '---X': no such square (expected a1 to h8 or pass)");
    CHECK(problem(std::string(63, '-') + " X\n") ==
          "line 1: position: expected 64 squares, found 63");
    CHECK(problem("fen nonsense\n").starts_with("line 1: expected 64 squares, a blank"));
    CHECK(problem("fen\n") == "line 1: fen: the position is missing");
    CHECK(problem("fen moves d3\n") == "line 1: fen: the position is missing");
    CHECK(problem("moves\n").starts_with("line 1: "));
    CHECK(problem(std::string(64, 'X') + " X\n").find("the game is over") != std::string::npos);
    CHECK(problem("# nothing\n") == "there is no opening in it");
    CHECK(problem("").starts_with("there is no opening"));
}

TEST_CASE("a file that cannot be read is named") {
    OpeningSettings settings;
    settings.source = OpeningSettings::Source::file;
    settings.file = "/nowhere/openings.txt";
    const auto openings = make_openings(reversed(), settings, 1);
    REQUIRE_FALSE(openings);
    CHECK(openings.error() == "/nowhere/openings.txt: No such file or directory");
}

}  // namespace
