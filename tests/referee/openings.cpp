#include "referee/schedule/openings.hpp"

#include <stdlib.h>
#include <unistd.h>

#include <cstdio>
#include <set>

#include "tests/catch.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;

const games::Choice& reversed() {
    static const games::Choice choice = *games::find("reversi/reversed");
    return choice;
}

Expected<std::vector<Opening>> random_openings(const games::Choice& choice, int plies,
                                               std::uint64_t seed, std::size_t count) {
    OpeningSettings settings;
    settings.source = OpeningSettings::Source::random;
    settings.plies = plies;
    settings.seed = seed;
    return make_openings(choice, settings, count);
}

TEST_CASE("random openings are different, legal and unfinished") {
    for (const char* name : {"reversi/reversed", "amazons/6x6", "dots-and-boxes/3x3", "draughts"}) {
        const auto choice = *games::find(name);
        const auto openings = random_openings(choice, 8, 1, 200);
        REQUIRE(openings);
        REQUIRE(openings->size() == 200);
        std::set<std::string> seen;
        for (const Opening& opening : *openings) {
            CHECK(opening.moves.size() == 8);
            const auto position = set_up(choice, opening);
            REQUIRE(position);
            CHECK((*position)->outcome() == Outcome::none);
            CHECK(seen.insert((*position)->symmetry_key()).second);
        }
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
    // Black's four moves are one but for symmetry, White's three answers to it are not.
    const auto openings = random_openings(reversed(), 2, 1, 5);
    REQUIRE_FALSE(openings);
    CHECK(openings.error() == "random plies=2 gives only 3 different openings, 4 are needed");
    CHECK(random_openings(reversed(), 1, 1, 1));
    CHECK_FALSE(random_openings(reversed(), 1, 1, 2));
    // Of 12 edges there are two kinds: those of the rim and the inner ones.
    CHECK(random_openings(*games::find("dots-and-boxes/2x2"), 1, 1, 2));
    CHECK_FALSE(random_openings(*games::find("dots-and-boxes/2x2"), 1, 1, 3));
    CHECK_FALSE(random_openings(reversed(), 70, 1, 1));  // no game is that long
}

TEST_CASE("an openings file holds positions and moves, in several spellings") {
    const std::string start = "---------------------------OX------XO--------------------------- X";
    const std::string fen = "-------------------X-------XX------XO--------------------------- O";
    const auto openings =
        parse_openings(reversed(),
                       "\xef\xbb\xbf# a comment\n"
                       "\n"
                       "d3 c5 f6   # moves\r\n"
                       "D3 C5\n"
                       "startpos\n"
                       "startpos moves d3\n" +
                           fen + "\nfen " + fen + " moves c3 c4\n" + start + " moves d3");
    REQUIRE(openings);
    REQUIRE(openings->size() == 7);
    CHECK((*openings)[0].moves == std::vector<std::string>{"d3", "c5", "f6"});
    CHECK((*openings)[1].moves == std::vector<std::string>{"d3", "c5"});
    CHECK((*openings)[2] == Opening{});
    CHECK((*openings)[3].moves == std::vector<std::string>{"d3"});
    CHECK((*openings)[4].fen == fen);
    CHECK((*openings)[5].fen == fen);
    CHECK((*openings)[5].moves == std::vector<std::string>{"c3", "c4"});
    CHECK((*openings)[6] == (*openings)[3]);
    CHECK(position_command((*openings)[2]) == "position startpos");
    CHECK(position_command((*openings)[5]) == "position fen " + fen + " moves c3 c4");
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

/// A file of its own for a test.
struct OpeningsFile {
    explicit OpeningsFile(const std::string& text) {
        const int descriptor = mkstemp(path.data());
        REQUIRE(descriptor >= 0);
        REQUIRE(write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
        close(descriptor);
    }
    ~OpeningsFile() { std::remove(path.c_str()); }

    OpeningSettings settings() const {
        OpeningSettings result;
        result.source = OpeningSettings::Source::file;
        result.file = path;
        return result;
    }

    std::string path = "/tmp/openings-XXXXXX";
};

std::string first_moves(const OpeningSettings& settings, std::size_t count) {
    const auto openings = make_openings(reversed(), settings, count);
    REQUIRE(openings);
    std::string text;
    for (const Opening& opening : *openings) text += opening.moves.front() + " ";
    return text;
}

TEST_CASE("a file of openings is begun again at its end") {
    const OpeningsFile file{"d3\nc4 c3\nf5\n"};
    auto settings = file.settings();
    CHECK(first_moves(settings, 7) == "d3 c4 f5 d3 c4 f5 d3 ");
    settings.start = 3;
    CHECK(first_moves(settings, 4) == "f5 d3 c4 f5 ");
    settings.start = 4;
    const auto openings = make_openings(reversed(), settings, 1);
    REQUIRE_FALSE(openings);
    CHECK(openings.error() == file.path + ": start=4, but there are 3 openings");
    settings.start = 1;
    settings.plies = 1;
    CHECK((*make_openings(reversed(), settings, 2))[1].moves == std::vector<std::string>{"c4"});
}

TEST_CASE("a file of openings in random order holds the same ones, in an order of its seed") {
    const OpeningsFile file{"d3\nc4\nf5\ne6\nd3 c3\nd3 c5\nd3 e3\n"};
    auto settings = file.settings();
    settings.order = OpeningSettings::Order::random;
    const auto one = *make_openings(reversed(), settings, 7);
    CHECK(one == *make_openings(reversed(), settings, 7));
    std::set<std::vector<std::string>> moves, orders;
    for (const Opening& opening : one) moves.insert(opening.moves);
    CHECK(moves.size() == 7);
    for (settings.seed = 0; settings.seed < 10; ++settings.seed) {
        std::vector<std::string> order;
        const auto list = *make_openings(reversed(), settings, 7);
        for (const Opening& opening : list) {
            order.push_back(position_command(opening));
        }
        orders.insert(order);
    }
    CHECK(orders.size() > 5);
}

TEST_CASE("a suite of openings grows on demand and knows how many there can be") {
    OpeningSettings settings;
    auto start = OpeningSuite::open(reversed(), settings);
    REQUIRE(start);
    CHECK(start->distinct() == 1U);
    CHECK(*start->at(5) == Opening{});

    const OpeningsFile file{"d3 c3 c4\nc4 c3 d3\nd3\n"};  // the first two meet
    auto listed = OpeningSuite::open(reversed(), file.settings());
    REQUIRE(listed);
    CHECK(listed->distinct() == 2U);

    settings.source = OpeningSettings::Source::random;
    settings.plies = 6;
    settings.seed = 3;
    auto suite = OpeningSuite::open(reversed(), settings);
    REQUIRE(suite);
    CHECK_FALSE(suite->distinct());
    const auto list = make_openings(reversed(), settings, 30);
    REQUIRE(list);
    for (const std::size_t index : {10U, 3U, 29U, 0U}) CHECK(*suite->at(index) == (*list)[index]);
    CHECK(suite->size() == 30);
    settings.plies = 1;
    auto few = OpeningSuite::open(reversed(), settings);
    CHECK(few->at(0));
    CHECK(few->at(1).error() == "random plies=1 gives only 1 different opening, 2 are needed");
}

TEST_CASE("who asks a suite for openings may choose among the candidates") {
    const OpeningsFile file{"d3\nd3 c3\nf5\nf5 d6\n"};
    auto suite = OpeningSuite::open(reversed(), file.settings());
    REQUIRE(suite);
    while (auto candidate = suite->candidate()) {
        if (candidate->moves.size() == 2) suite->accept(*candidate);
    }
    REQUIRE(suite->size() == 2);
    CHECK(suite->at(1)->moves.front() == "f5");
    CHECK(suite->at(2)->moves.front() == "d3");

    auto nothing = OpeningSuite::open(reversed(), file.settings());
    while (nothing->candidate()) {
    }
    CHECK(nothing->at(0).error() == "there is no suitable opening");
}

}  // namespace
