// Games that end before their end, and games that only their engines understand.
#include "referee/play/adjudication.hpp"

#include "referee/play/traffic.hpp"
#include "tests/catch.hpp"
#include "tests/referee/referee_run.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;
using sparring::test::lines_with;
using sparring::test::run_referee;

std::optional<ugi::Score> cp(int value) {
    return ugi::Score{ugi::Score::Kind::cp, value};
}
std::optional<ugi::Score> final_score(int value) {
    return ugi::Score{ugi::Score::Kind::final, value};
}

TEST_CASE("nothing is adjudicated unless it is asked for") {
    const AdjudicationRules rules;
    ScoreWatch watch{rules};
    for (std::size_t ply = 1; ply < 200; ++ply)
        CHECK(watch.add(ply % 2 == 1 ? Side::first : Side::second, cp(0), ply) == Outcome::none);
}

TEST_CASE("a draw needs both scores near zero for long enough, late enough") {
    AdjudicationRules rules;
    rules.draw = DrawRule{10, 3, 20};
    ScoreWatch watch{rules};
    std::size_t ply = 0;
    const auto move = [&](int score) {
        ++ply;
        return watch.add(ply % 2 == 1 ? Side::first : Side::second, cp(score), ply);
    };
    while (ply < 18) CHECK(move(0) == Outcome::none);  // not before ten moves of each side
    CHECK(move(21) == Outcome::none);                  // the first side's count begins anew
    CHECK(move(20) == Outcome::none);
    CHECK(move(-20) == Outcome::none);
    CHECK(move(0) == Outcome::none);
    CHECK(move(5) == Outcome::none);
    CHECK(move(5) == Outcome::none);
    CHECK(move(0) == Outcome::draw);
}

TEST_CASE("a side that calls itself lost for long enough has lost") {
    AdjudicationRules rules;
    rules.resign = ResignRule{2, 500, false};
    ScoreWatch one{rules};
    CHECK(one.add(Side::first, cp(-500), 1) == Outcome::none);
    CHECK(one.add(Side::second, cp(0), 2) == Outcome::none);
    CHECK(one.add(Side::first, cp(-499), 3) == Outcome::none);
    CHECK(one.add(Side::first, cp(-900), 5) == Outcome::none);
    CHECK(one.add(Side::first, {}, 7) == Outcome::none);  // no score is no opinion
    CHECK(one.add(Side::first, cp(-900), 9) == Outcome::none);
    CHECK(one.add(Side::first, final_score(-2), 11) == Outcome::second_wins);

    rules.resign->two_sided = true;
    ScoreWatch two{rules};
    CHECK(two.add(Side::second, cp(-900), 2) == Outcome::none);
    CHECK(two.add(Side::first, cp(600), 3) == Outcome::none);
    CHECK(two.add(Side::second, cp(-900), 4) == Outcome::none);
    CHECK(two.add(Side::first, cp(600), 5) == Outcome::first_wins);
}

TEST_CASE("final scores agree if both say so of the same result") {
    const AdjudicationRules rules;
    ScoreWatch watch{rules};
    CHECK_FALSE(watch.agreed());
    watch.add(Side::first, final_score(4), 1);
    CHECK_FALSE(watch.agreed());
    watch.add(Side::second, final_score(-4), 2);
    CHECK(watch.agreed() == 4);
    watch.add(Side::first, final_score(2), 3);
    CHECK_FALSE(watch.agreed());
    watch.add(Side::first, cp(400), 5);
    CHECK_FALSE(watch.agreed());
}

TEST_CASE("a proof ends games with the results that they would have had") {
    const std::string match =
        "-game dots-and-boxes/3x3 -engine cmd={bin}/dots-and-boxes name=A -engine "
        "cmd={bin}/dots-and-boxes name=B -each depth=4 option.Solve=12 -rounds 4 "
        "-openings random plies=6 seed=1";
    const auto whole = run_referee(match);
    const auto proved = run_referee(match + " -adjudicate proof cmd={bin}/dots-and-boxes depth=60");
    INFO(proved.out << proved.err);
    CHECK(proved.status == 0);
    const auto games = lines_with(whole.out, "Finished game"),
               ended = lines_with(proved.out, "Finished game");
    REQUIRE(games.size() == 8);
    REQUIRE(ended.size() == 8);
    for (std::size_t i = 0; i < games.size(); ++i) {
        CHECK(ended[i].substr(0, ended[i].find('{')) == games[i].substr(0, games[i].find('{')));
    }
    // Where one side moves to the end, the other does not get to say what it knows.
    const auto early = std::count_if(ended.begin(), ended.end(), [](const std::string& game) {
        return game.ends_with("{adjudicated}");
    });
    CHECK(early >= 4);
    CHECK(proved.left.empty());
}

TEST_CASE("a game without our rules is judged by its engines") {
    const std::string two =
        " -engine cmd={bin}/reversi name=A -engine cmd={bin}/reversi name=B -each depth=2 -rounds "
        "2 "
        "-allow-duplicates";
    const auto asked = run_referee("-game ugi" + two), known = run_referee("-game reversi" + two);
    INFO(asked.out << asked.err);
    CHECK(asked.status == 0);
    CHECK(lines_with(asked.out, "Finished game") == lines_with(known.out, "Finished game"));
}

TEST_CASE("where the engines disagree about a game it is void, and does not count") {
    const auto result = run_referee(
        "-game ugi -engine cmd={bin}/reversi name=A -engine cmd={bin}/reversi name=B "
        "option.Variant=reversed -each depth=1 -rounds 1 -allow-duplicates");
    INFO(result.out << result.err);
    CHECK(result.status == 0);
    for (const std::string& game : lines_with(result.out, "Finished game"))
        CHECK(game.ends_with(": * {void}"));
    CHECK(result.err.find("the engines disagree about 'result'") != std::string::npos);
    CHECK(result.out.find("Void games, not counted: 2") != std::string::npos);
}

TEST_CASE("a test stops the match, at the same game whatever the concurrency") {
    const std::string match =
        "-game reversi -engine cmd={bin}/reversi name=A depth=3 -engine cmd={bin}/reversi name=B "
        "depth=1 -rounds 200 -openings random plies=6 seed=1 -sprt elo0=0 elo1=60 ";
    const auto one = run_referee(match + "-concurrency 1"),
               two = run_referee(match + "-concurrency 3");
    INFO(one.out << one.err);
    CHECK(one.status == 0);
    const auto line = lines_with(one.out, "SPRT: ");
    REQUIRE(line.size() == 1);
    CHECK(line.front().ends_with("H1 accepted"));
    CHECK(lines_with(two.out, "SPRT: ") == line);
    CHECK(lines_with(one.out, "Finished game").size() < 400);
}

TEST_CASE("of an engine's traffic the last is kept, in order, escaped") {
    Traffic traffic;
    const auto began = std::chrono::steady_clock::now();
    for (int i = 0; i < 5000; ++i) {
        traffic.add(Traffic::Direction::to_engine, began + std::chrono::milliseconds{i},
                    "go depth " + std::to_string(i) + "\n");
        traffic.add(Traffic::Direction::from_engine, began + std::chrono::milliseconds{i},
                    "bestmove\x01\n");
    }
    const std::string text = traffic.text(began);
    CHECK(text.size() < 4 * Traffic::capacity);
    CHECK(text.ends_with("+4.999000 < go depth 4999\n+4.999000 > bestmove\\x01\n"));
    CHECK(text.find("depth 4500\n") != text.npos);
    CHECK(text.find("depth 10\n") == text.npos);
    traffic.add(Traffic::Direction::from_engine, began, std::string(10 * Traffic::capacity, 'x'));
    CHECK(traffic.text(began).ends_with("x\n"));
}

TEST_CASE("of an engine's traffic a piece is whole where the memory begins anew") {
    Traffic traffic;
    const auto began = std::chrono::steady_clock::now();
    const std::string half(Traffic::capacity / 2 - 4, 'x');
    for (const std::string& piece : {half, half, std::string{"bestmove e2e4\n"}})
        traffic.add(Traffic::Direction::from_engine, began, piece);
    CHECK(traffic.text(began).ends_with("x\n+0.000000 > bestmove e2e4\n"));
}

}  // namespace
