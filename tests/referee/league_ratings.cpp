// Ratings that a league carries from night to night, its page and its logs.
#include "referee/league/carry.hpp"
#include "referee/league/folder.hpp"
#include "referee/league/pages.hpp"
#include "referee/league/standings.hpp"
#include "tests/catch.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;
using namespace sparring::referee::league;
using Catch::Matchers::Contains;

/// A night in which each pair of players met twice; `points` of the first of each pair.
Night night(const std::string& name, std::vector<std::string> players, double points = 2) {
    Night result;
    result.name = name;
    result.players = std::move(players);
    result.finished = true;
    int number = 0;
    for (int a = 0; a < static_cast<int>(result.players.size()); ++a) {
        for (int b = a + 1; b < static_cast<int>(result.players.size()); ++b) {
            result.games.push_back({++number,
                                    a,
                                    b,
                                    points > 0 ? Outcome::first_wins : Outcome::second_wins,
                                    "normal",
                                    "",
                                    {},
                                    60});
            result.games.push_back({++number,
                                    b,
                                    a,
                                    points > 1 ? Outcome::second_wins : Outcome::first_wins,
                                    "normal",
                                    "",
                                    {},
                                    60});
        }
    }
    return result;
}

TEST_CASE("ratings are joint over the nights that count") {
    const std::vector<Night> nights{night("1", {"a#1", "b#1"}, 0), night("2", {"a#1", "b#1"}),
                                    night("3", {"a#1", "b#1"})};
    const auto all = carry(nights, {3, ""});
    CHECK(all.at("a#1").games == 6);
    CHECK(all.at("a#1").points == 4);
    CHECK(all.at("a#1").elo > 0);
    CHECK(all.at("a#1").elo == Approx(-all.at("b#1").elo));
    const auto last = carry(nights, {2, ""});
    CHECK(last.at("a#1").games == 4);
    CHECK(last.at("a#1").elo > all.at("a#1").elo);
    CHECK(carry({}, {2, ""}).empty());
}

TEST_CASE("a changed submission is another player that begins near the old one") {
    // x was far better than y, both are new in the second night and meet each other's like.
    std::vector<Night> nights;
    for (const char* name : {"1", "2", "3", "4"}) nights.push_back(night(name, {"x#1", "y#1"}));
    nights.push_back(night("5", {"x#2", "z#1"}, 1));
    nights.push_back(night("6", {"y#2", "w#1"}, 1));
    const auto ratings = carry(nights, {14, ""});
    for (const auto& [player, rating] : ratings) CHECK(rating.rated);
    CHECK(ratings.at("x#2").elo > ratings.at("y#2").elo);
    CHECK(ratings.at("x#2").elo < ratings.at("x#1").elo);
    CHECK(ratings.at("x#2").games == 2);
    CHECK(ratings.at("x#2").points == 1);
}

TEST_CASE("the anchor's newest version has rating 0") {
    const std::vector<Night> nights{night("1", {"a#1", "b#1", "c#1"}), night("2", {"a#1", "b#2"})};
    const auto ratings = carry(nights, {14, "b"});
    CHECK(ratings.at("b#2").elo == Approx(0).margin(1e-9));
    CHECK(ratings.at("a#1").elo > 0);
}

TEST_CASE("the newest version stands for a submitter, whoever left keeps the past") {
    auto first = night("1", {"a#1", "b#1", "gone#1"});
    first.games[0].offender = Side::second;  // a against b
    const std::vector<Night> nights{first, night("2", {"a#1", "b#2"})};
    const Version second{2, "digest", "", {}};
    const League league =
        make_league(nights, {}, {{"a", Version{1, "", "", {}}}, {"b", second}, {"new", {}, "why"}});
    REQUIRE(league.standings.size() == 4);
    CHECK(league.standings[0].player == "a#1");
    CHECK(league.standings[0].change);
    CHECK(league.standings[0].last->points == 2);
    CHECK(league.standings[1].player == "b#2");
    CHECK(league.standings[2].submitter == "new");
    CHECK(league.standings[2].left_out == "why");
    CHECK_FALSE(league.standings[3].current);
    CHECK(league.standings[3].player == "gone#1");
    CHECK(league.past.at("b").front().faults == 1);
    CHECK(league.past.at("gone").size() == 1);

    SECTION("on the page") {
        const std::string page =
            html(standings_page(league, {"<Cup>", "reversi", "swiss", "tc=1"}));
        CHECK_THAT(page, Contains("&lt;Cup&gt;") && Contains("results/2.html") &&
                             Contains("gone#1, last played on 1") &&
                             Contains("<strong>new</strong>: why"));
    }
    SECTION("in the file") {
        const std::string text = standings_csv(league);
        CHECK_THAT(text, Contains("\r\n1,a,1,") && Contains(",gone,1,") && Contains(",why\r\n"));
    }
}

TEST_CASE("a log says what was found, what was played and what was said last") {
    auto played = night("1", {"a#1", "b#1"});
    played.games[1].offender = Side::first;
    played.games[1].reason = "crash";
    played.games[1].detail = "exited with status 3";
    const Entry entry{
        "b", Version{1, "0123456789abcdef0123", "", Verdict{true, "", "", "all well", ""}}, "", ""};
    const League league = make_league({played}, {}, {entry});
    const Traces traces{{{2, "< go\n> \x01\n"}}, "Traceback\nValueError"};
    const std::string log =
        submitter_log(league, {"Cup", "reversi", "swiss", "tc=1"}, entry, traces, "now");
    CHECK_THAT(log, Contains("b in Cup, now\n") && Contains("passed: all well") &&
                        Contains("0 points in 2 games as b#1, 1 lost by faults") &&
                        Contains("crash (yours)") && Contains("results/1.html") &&
                        Contains("game 2: crash: exited with status 3\n") &&
                        Contains("    > \\x01\n") && Contains("    ValueError\n"));
}

TEST_CASE("every game of a night has a page") {
    Night many = night("2026-11-21", {"a#1", "b#1"});
    CHECK(page_names("n", 500) == std::vector<std::string>{"n.html"});
    CHECK(page_names("n", 501) == std::vector<std::string>{"n.html", "n-games-from-501.html"});
    CHECK(replay_link(many, 1) == "2026-11-21.html#game-2");
}

TEST_CASE("nights come one after the other") {
    CHECK(earlier("2026-11-21", "2026-11-22"));
    CHECK(earlier("2026-11-21", "2026-11-21.2"));
    CHECK(earlier("2026-11-21.9", "2026-11-21.10"));
    CHECK_FALSE(earlier("2026-11-21.2", "2026-11-21.2"));
}

}  // namespace
