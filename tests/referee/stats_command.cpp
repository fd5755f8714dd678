#include <sstream>
#include <string>
#include <vector>

#include "referee/cli/arguments.hpp"
#include "referee/cli/run.hpp"
#include "referee/cli/stats.hpp"
#include "referee/play/shell_text.hpp"
#include "referee/view/ratings_text.hpp"
#include "tests/catch.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;

std::string answer(const std::string& words) {
    const auto text = stats_text(*shell_words(words));
    return text ? *text : "error: " + text.error();
}

TEST_CASE("the calculator on games") {
    CHECK(answer("136 96 111 -sprt elo0=0 elo1=5") ==
          "Games        343: 136 won, 96 lost, 111 drawn\n"
          "Score        55.83 % (191.5 points)\n"
          "Elo          +40.70 +/- 30.43\n"
          "nElo         +49.77 +/- 36.77\n"
          "LOS          99.60 %\n"
          "Draw ratio   32.4 %\n"
          "SPRT: LLR +0.66 (-2.94, +2.94) [0, 5] normalized: running\n");
}

TEST_CASE("the calculator on pairs, with the estimate after the stop") {
    CHECK(answer("-pairs 379 10170 21828 10640 343 --sprt elo1=2") ==
          "Pairs        43360 (86720 games)\n"
          "By points    0: 379, 0.5: 10170, 1: 21828, 1.5: 10640, 2: 343\n"
          "Score        50.23 % (43559.0 points)\n"
          "Elo          +1.59 +/- 1.21\n"
          "nElo         +3.05 +/- 2.31\n"
          "LOS          99.51 %\n"
          "Pairs ratio  1.04: 10983 above 1 point, 10549 below\n"
          "Draw ratio   50.3 % of the pairs ended 1 to 1\n"
          "SPRT: LLR +2.95 (-2.94, +2.94) [0, 2] normalized: H1 accepted\n"
          "After stop   Elo +1.42 [+0.15, +2.66], LOS 98.53 %\n");
}

TEST_CASE("the calculator where games cannot be drawn, and where all pairs are alike") {
    CHECK(answer("-pairs 0 0 45 0 0 -sprt elo1=10") ==
          "Pairs        45 (90 games)\n"
          "By points    0: 0, 1: 45, 2: 0\n"
          "Score        50.00 % (45.0 points)\n"
          "Elo          +0.00, no variance yet\n"
          "nElo         no variance yet\n"
          "LOS          no variance yet\n"
          "Pairs ratio  0 above 1 point, 0 below\n"
          "Draw ratio   100.0 % of the pairs ended 1 to 1\n"
          "SPRT: LLR -0.07 (-2.94, +2.94) [0, 10] normalized: running, all results alike\n");
}

TEST_CASE("the calculator always has numbers to show") {
    for (const char* model : {"logistic", "normalized", "bayeselo"}) {
        for (const char* counts :
             {"0 0 0", "1 0 0", "0 1 0", "0 0 1", "10 0 0", "0 5000 0", "0 0 1000000000000",
              "1 1 0", "9 0 1", "1000000000000 1 1", "1 1000000000000 0", "1000000 0 1000000"}) {
            const std::string text = answer(std::string{counts} + " -sprt elo1=50 model=" + model);
            CAPTURE(text);
            CHECK(text.find("SPRT: LLR") != text.npos);
            CHECK(text.find("nan") == text.npos);
            CHECK(text.find("inf") == text.npos);
        }
    }
    CHECK(answer("0 0 0") == "Games        0: 0 won, 0 lost, 0 drawn\n");
}

TEST_CASE("the calculator says what is wrong with its words") {
    CHECK(answer("") == "error: expected 3 counts, W L D (or -pairs LL LD DD WD WW), not 0");
    CHECK(answer("1 2") == "error: expected 3 counts, W L D (or -pairs LL LD DD WD WW), not 2");
    CHECK(answer("1 2 x") == "error: 'x' is not a count (a whole number from 0 to 1000000000000)");
    CHECK(answer("1 -2 3") ==
          "error: '-2' is not a count (a whole number from 0 to 1000000000000)");
    CHECK(answer("1 2 99999999999999999999").starts_with("error: '99999999999999999999' is not"));
    CHECK(answer("-pairs 1 2 3") == "error: -pairs: expected 5 counts, LL LD DD WD WW, not 3");
    CHECK(answer("1 2 3 -pairs 1 2 3 4 5") == "error: give either W L D or -pairs, not both");
    CHECK(answer("-pair 1") == "error: unknown option -pair; did you mean -pairs?");
    CHECK(answer("1 2 3 -sprt -sprt") == "error: -sprt is given twice");
    CHECK(answer("-pairs 1 2 3 4 5 -sprt model=bayeselo") ==
          "error: -sprt: model=bayeselo is for games; pairs have logistic and normalized");
    CHECK(stats_command(Words{"1", "2"}) == kWrongUsage);
}

TEST_CASE("the words of a sequential test") {
    const auto settings =
        parse_sprt(Words{"elo0=-1.5", "elo1=3", "alpha=0.01", "beta=0.1", "model=logistic"});
    REQUIRE(settings);
    CHECK(*settings == SprtSettings{-1.5, 3, 0.01, 0.1, EloModel::logistic});
    CHECK(*parse_sprt(Words{}) == SprtSettings{0, 5, 0.05, 0.05, EloModel::normalized});

    const auto reason = [](const std::string& words) {
        const auto parsed = parse_sprt(*shell_words(words));
        return parsed ? std::string{"fine"} : parsed.error();
    };
    CHECK(reason("elo2=3") ==
          "'elo2=3' is none of elo0=, elo1=, alpha=, beta=, model=; did you mean elo0?");
    CHECK(reason("5") == "'5' is none of elo0=, elo1=, alpha=, beta=, model=");
    CHECK(reason("elo1=five") == "elo1=five is not a number");
    CHECK(reason("elo1=1e999") == "elo1=1e999 is not a number");
    CHECK(reason("elo1=nan") == "elo0 and elo1 must lie between -1000 and 1000");
    CHECK(reason("elo1=5 elo1=6") == "elo1= is given twice");
    CHECK(reason("elo0=9") == "elo0=9 must be less than elo1=5");
    CHECK(reason("model=elo") == "model=elo is none of normalized, logistic, bayeselo");
    CHECK(reason("alpha=0.6 beta=0.6") ==
          "alpha=0.6 and beta=0.6 must be positive, their sum less than 1");
}

TEST_CASE("the line of a sequential test") {
    const SprtSettings settings{.elo0 = 0, .elo1 = 5};
    CHECK(sprt_line({1.234, {-2.944, 2.944}, Decision::running, false}, settings) ==
          "SPRT: LLR +1.23 (-2.94, +2.94) [0, 5] normalized: running");
    CHECK(sprt_line({-0.001, {-2.944, 2.944}, Decision::running, true}, settings) ==
          "SPRT: LLR +0.00 (-2.94, +2.94) [0, 5] normalized: running, all results alike");
    CHECK(sprt_line({-3, {-2.944, 2.944}, Decision::accept_h0, false},
                    {.elo0 = -1.5, .elo1 = 2.5, .model = EloModel::logistic}) ==
          "SPRT: LLR -3.00 (-2.94, +2.94) [-1.5, 2.5] logistic: H0 accepted");
}

/// A against B and B against C, 20 pairs each; D wins its only pair, against C; E has no games.
std::vector<RatedGame> games() {
    std::vector<RatedGame> result;
    int pair = 0;
    for (const auto& [player, other] : {std::pair{0, 1}, {1, 2}}) {
        for (int i = 0; i < 20; ++i, ++pair) {
            using enum Outcome;
            result.push_back({player, other, i < 13 ? first_wins : draw, pair});
            result.push_back({other, player, i % 3 == 0 ? first_wins : draw, pair});
        }
    }
    result.push_back({3, 2, Outcome::first_wins, pair});
    result.push_back({2, 3, Outcome::second_wins, pair});
    return result;
}

TEST_CASE("the table of ratings") {
    const std::vector<std::string> names{"A", "B", "C", "D", "E"};
    const Ratings ratings = rate(5, games(), {.draws = DrawModel::half_wins});
    CHECK(ratings_text(ratings, names, false) ==
          "#  Player    Elo   +/-  LOS %  Points  Games      %\n"
          "1  D       above     -      -     2.0      2  100.0\n"
          "2  A       +71.2  53.8   97.6    23.0     40   57.5\n"
          "3  B        +0.0  32.0   97.6    40.0     80   50.0\n"
          "4  C       -71.2  53.8      -    17.0     42   40.5\n"
          "-  E           -     -      -     0.0      0      -\n"
          "First move: worth +198.2 +/- 56.3 Elo.\n"
          "Draws count as half wins.\n"
          "Errors: 95 %, from pairs of games. LOS: chance to be stronger than the next.\n"
          "above: no finite rating, no rated player has scored against it.\n");
    CHECK(superiority_text(ratings, names, false) ==
          "Stronger than, %    A     B     C\n"
          "A                   .  97.6  99.7\n"
          "B                 2.4     .  97.6\n"
          "C                 0.3   2.4     .\n");
    CHECK(ratings_text(ratings, names, true).starts_with("\x1b[1m#"));
    CHECK(ratings_text(rate(5, {}, {}), names, false).empty());
    CHECK(superiority_text(rate(5, {}, {}), names, false).empty());
}

TEST_CASE("the table of ratings says what it cannot say") {
    const std::vector<std::string> names{"A", "B"};
    std::vector<RatedGame> won(10, RatedGame{0, 1, Outcome::first_wins});
    CHECK(ratings_text(rate(2, won, {}), names, false) ==
          "#  Player    Elo  +/-  LOS %  Points  Games      %\n"
          "1  A       above    -      -    10.0     10  100.0\n"
          "2  B       below    -      -     0.0     10    0.0\n"
          "above: no finite rating, it has won all its games.\n"
          "below: no finite rating, it has lost all its games.\n");
    std::vector<RatedGame> alike;
    for (int i = 0; i < 10; ++i) alike.push_back({i % 2, 1 - i % 2, Outcome::first_wins, i / 2});
    CHECK(ratings_text(rate(2, alike, {}), names, false) ==
          "#  Player   Elo  +/-  LOS %  Points  Games     %\n"
          "1  A       +0.0    -      -     5.0     10  50.0\n"
          "2  B       +0.0    -      -     5.0     10  50.0\n"
          "First move: these games do not tell what it is worth.\n"
          "No errors yet: results that are all alike have no variance.\n");
    const std::vector<std::string> five{"A", "B", "C", "D", "E"};
    const std::string given =
        ratings_text(rate(5, games(), {.advantage = 12.0, .draw_elo = 150.0}), five, false);
    CAPTURE(given);
    CHECK(given.find("First move: worth +12.0 Elo (given).\n"
                     "Draw parameter: +150.0 Elo (given); equals draw 40.7 % of their games.\n") !=
          given.npos);
}

TEST_CASE("ratings of many players with long names fit 80 columns") {
    const int players = 20;
    std::vector<std::string> names;
    std::vector<RatedGame> all;
    for (int i = 0; i < players; ++i) {
        names.push_back("an engine with quite a long name " + std::to_string(i));
        for (int k = 0; k < i; ++k) {
            for (int n = 0; n < 1000; ++n)
                all.push_back({i, k,
                               n % 7 == 0   ? Outcome::draw
                               : n % 3 == 0 ? Outcome::second_wins
                                            : Outcome::first_wins,
                               kNoPair});
        }
    }
    const Ratings ratings = rate(players, all, {});
    std::istringstream lines{ratings_text(ratings, names, false) +
                             superiority_text(ratings, names, false)};
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
        CAPTURE(line);
        CHECK(line.size() <= 80);
    }
    CHECK(count > 4 * players);
}

}  // namespace
