// Which pairs of a batch are played, looked up, waited for, played again or given up.
#include "tuner/run/match_log.hpp"

#include "tests/catch.hpp"

namespace {

using namespace sparring;
using namespace sparring::tuner;
using referee::JobGame;
using referee::Reason;

/// Candidates that carry the option X with these values, who meet each other.
Plan plan(const std::vector<std::string>& values, std::vector<Encounter> encounters,
          std::vector<std::size_t> openings = {0, 1, 2, 3}) {
    Batch batch{.encounters = std::move(encounters)};
    Cast cast;
    for (const std::string& value : values) {
        cast.candidates.push_back({"e", {{"X", value}}, "depth=1"});
        batch.candidates.push_back({static_cast<Id>(batch.candidates.size()), {}});
    }
    cast.opponents = {{"o", {}, "depth=1"}};
    return plan_of(batch, cast, openings);
}

std::vector<int> asked(const std::vector<Encounter>& encounters) {
    std::vector<int> pairs;
    for (const Encounter& encounter : encounters) pairs.push_back(encounter.pairs);
    return pairs;
}

JobGame game(Outcome outcome, Reason reason = Reason::normal) {
    return {outcome, reason, 20, 15, {100, 200}, {1000, 2000}, "because", "a1 b2"};
}

const JobGame kFirst = game(Outcome::first_wins), kSecond = game(Outcome::second_wins),
              kDraw = game(Outcome::draw), kCrash = game(Outcome::first_wins, Reason::crash),
              kVoid = game(Outcome::none, Reason::void_game),
              kTime = game(Outcome::second_wins, Reason::time);

PairGames played(const MatchLog& log, int pair, const JobGame& a_first, const JobGame& b_first) {
    return *judge({a_first, b_first}, log.plan().pairs[static_cast<std::size_t>(pair)], 1, {})
                .games;
}

TEST_CASE("a pair is told as its first side saw it") {
    const Plan two = plan({"1", "2"}, {{0, 1, 2}});
    const Verdict verdict = judge({kFirst, kDraw}, two.pairs[1], 1, {});
    CHECK_FALSE(verdict.again);
    CHECK(verdict.faults.empty());
    const PairGames& games = *verdict.games;
    CHECK(games[0].first);
    CHECK_FALSE(games[1].first);
    CHECK(games[0].score == 1.0);
    CHECK(games[1].score == 0.5);
    CHECK(games[0].nodes == std::array<std::uint64_t, 2>{100, 200});
    CHECK(games[1].nodes == std::array<std::uint64_t, 2>{200, 100});
    CHECK(games[0].cpu_us == 3000);
    for (const StoredGame& each : games) {
        CHECK(each.encounter == 0);
        CHECK(each.pair == 1);
        CHECK(each.opening == 1);
        CHECK(each.plies == 20);
        CHECK(each.decided == 15);
    }
    CHECK(*judge({kSecond, kSecond}, two.pairs[0], 1, {}).games->at(0).score == 0.0);
    CHECK(*judge({kSecond, kSecond}, two.pairs[0], 1, {}).games->at(1).score == 1.0);
}

TEST_CASE("the other side saw the same games the other way round") {
    const Plan two = plan({"1", "2"}, {{0, 1, 1}});
    const PairGames games = *judge({kFirst, kDraw}, two.pairs[0], 1, {}).games;
    const PairGames other = mirrored(games);
    CHECK(other[0].first);
    CHECK(other[0].score == 0.5);  // in which b moved first
    CHECK(other[1].score == 0.0);
    CHECK(other[1].nodes == std::array<std::uint64_t, 2>{200, 100});
    CHECK(mirrored(other) == games);
}

TEST_CASE("faults are tried again, lost or dropped, as the rules say") {
    const Plan two = plan({"1", "2"}, {{0, 1, 1}});
    MatchRules rules;
    rules.retries = 2;
    const auto verdict = [&](const JobGame& first, const JobGame& second, int attempt) {
        return judge({first, second}, two.pairs[0], attempt, rules);
    };
    SECTION("retry") {
        rules.on_fault = OnFault::retry;
        CHECK(verdict(kFirst, kCrash, 1).again);
        CHECK(verdict(kCrash, kFirst, 2).again);
        const Verdict last = verdict(kCrash, kFirst, 3);
        CHECK_FALSE(last.again);
        REQUIRE(last.games);
        CHECK_FALSE(last.games->at(0).score);
        CHECK_FALSE(last.games->at(1).score);  // a pair counts as a whole
        CHECK(last.games->at(0).reason == "crash");
        CHECK(last.faults.size() == 1);
    }
    SECTION("loss") {
        rules.on_fault = OnFault::loss;
        const Verdict lost = verdict(kCrash, kDraw, 1);
        CHECK_FALSE(lost.again);
        CHECK(lost.games->at(0).score == 1.0);
        CHECK(lost.games->at(1).score == 0.5);
        CHECK(lost.faults.size() == 1);
        CHECK(verdict(kVoid, kDraw, 1).again);  // nobody's loss
        CHECK_FALSE(verdict(kVoid, kDraw, 3).games->at(1).score);
    }
    SECTION("drop") {
        rules.on_fault = OnFault::drop;
        const Verdict dropped = verdict(kCrash, kDraw, 1);
        CHECK_FALSE(dropped.again);
        CHECK_FALSE(dropped.games->at(1).score);
        CHECK(dropped.faults.size() == 1);
    }
    // To lose on time is to lose, whatever the rules say of faults.
    CHECK(verdict(kTime, kTime, 1).faults.empty());
    CHECK(verdict(kTime, kTime, 1).games->at(0).score == 0.0);
}

TEST_CASE("games of equal sides are played once, whoever is named first") {
    // Three pairs of sides, two of them the same two players.
    const std::vector<Encounter> encounters{{0, 1, 1}, {1, 0, 1}, {0, 2, 1}};
    const std::vector<int> all = asked(encounters);
    GameCache cache;
    std::vector<int> looked_up;
    MatchLog log{plan({"1", "2", "1"}, encounters), 3, true};
    CHECK(log.take(all, cache, looked_up) == std::vector<int>{0, 2});
    CHECK(looked_up.empty());
    CHECK(log.take(all, cache, looked_up).empty());  // they have been handed out
    const PairGames games = played(log, 0, kFirst, kFirst);
    CHECK(log.settle(0, games, cache) == std::vector<int>{0, 1});
    CHECK(log.games(1)[0].score == mirrored(games)[0].score);
    CHECK(log.games(1)[0].encounter == 1);
    CHECK(log.games(1)[0].cached);
    CHECK_FALSE(log.games(0)[0].cached);
    CHECK_FALSE(log.complete(all));
    log.settle(2, played(log, 2, kDraw, kDraw), cache);
    CHECK(log.complete(all));
    CHECK(cache.size() == 2);

    // A later batch finds them, under other names and the other way round.
    MatchLog later{plan({"9", "2", "1"}, {{1, 2, 1}, {0, 1, 1}}), 2, true};
    CHECK(later.take({1, 1}, cache, looked_up) == std::vector<int>{1});
    CHECK(looked_up == std::vector<int>{0});
    CHECK(later.games(0)[0].score == mirrored(games)[0].score);
    CHECK(later.games(0)[1].score == mirrored(games)[1].score);
    CHECK(later.games(0)[0].nodes == mirrored(games)[0].nodes);
}

TEST_CASE("other openings, options and limits are other games") {
    const auto key = [](const Plan& of) { return PairKeys{of}.of(of.pairs.front()).key; };
    const Plan one = plan({"1", "2"}, {{0, 1, 1}});
    CHECK(key(one) == key(plan({"2", "1"}, {{0, 1, 1}})));
    CHECK(key(one) != key(plan({"1", "2"}, {{0, 1, 1, 1}})));
    CHECK(key(one) != key(plan({"1", "3"}, {{0, 1, 1}})));
    Plan deeper = one;
    deeper.sides[1].limits = "depth=2";
    CHECK(key(one) != key(deeper));
    Plan other = one;
    other.sides[1].engine = "f";
    CHECK(key(one) != key(other));
}

TEST_CASE("where games are not repeatable nothing is looked up") {
    const std::vector<Encounter> encounters{{0, 1, 1}, {1, 0, 1}};
    GameCache cache;
    std::vector<int> looked_up;
    MatchLog log{plan({"1", "2"}, encounters), 2, false};
    CHECK(log.take({1, 1}, cache, looked_up) == std::vector<int>{0, 1});
    CHECK(log.settle(0, played(log, 0, kDraw, kDraw), cache) == std::vector<int>{0});
    CHECK(cache.size() == 0);
}

TEST_CASE("a pair that was dropped is not remembered") {
    MatchRules drop;
    drop.on_fault = OnFault::drop;
    GameCache cache;
    std::vector<int> looked_up;
    MatchLog log{plan({"1", "2"}, {{0, 1, 1}, {1, 0, 1}, {0, 1, 1, 1}}), 3, true};
    CHECK(log.take({1, 1, 1}, cache, looked_up) == std::vector<int>{0, 2});
    const auto verdict = judge({kCrash, kDraw}, log.plan().pairs[0], 1, drop);
    // Who waits for the same games has no better luck.
    CHECK(log.settle(0, *verdict.games, cache) == std::vector<int>{0, 1});
    CHECK(cache.size() == 0);
    log.settle(2, played(log, 2, kFirst, kFirst), cache);
    CHECK(log.complete({1, 1, 1}));
    const auto results = log.results({1, 1, 1});
    CHECK(results[0].empty());
    CHECK(results[1].empty());
    CHECK(results[2] == EncounterResult{{{1, 20, 15}, {0, 20, 15}}});
    CHECK(cache.size() == 1);
}

TEST_CASE("results are in the order of the openings, as many as were asked for") {
    GameCache cache;
    std::vector<int> looked_up;
    MatchLog log{plan({"1", "2"}, {{0, 1, 3}}), 1, true};
    CHECK(log.take({2}, cache, looked_up) == std::vector<int>{0, 1});
    log.settle(1, played(log, 1, kFirst, kSecond), cache);
    CHECK_FALSE(log.complete({2}));
    log.settle(0, played(log, 0, kDraw, kDraw), cache);
    CHECK(log.complete({2}));
    CHECK_FALSE(log.complete({3}));
    CHECK(log.take({3}, cache, looked_up) == std::vector<int>{2});
    const auto results = log.results({2});
    REQUIRE(results.at(0).size() == 2);
    CHECK(results[0][0].points() == 1);
    CHECK(results[0][1].points() == 2);
    CHECK(log.settled() == 2);
}

TEST_CASE("games of an earlier process need not be played, and are remembered") {
    const std::vector<Encounter> encounters{{0, 1, 2}, {1, 0, 1}};
    GameCache cache;
    std::vector<int> looked_up;
    MatchLog before{plan({"1", "2"}, encounters), 2, true};
    before.take({2, 1}, cache, looked_up);
    const PairGames games = played(before, 0, kFirst, kDraw);
    MatchLog log{plan({"1", "2"}, encounters), 2, true};
    GameCache empty;
    log.restore({games[0], games[1]}, empty);
    CHECK(log.settled() == 1);
    CHECK(empty.size() == 1);
    CHECK(log.take({2, 1}, empty, looked_up) == std::vector<int>{1});
    CHECK(looked_up == std::vector<int>{2});
    CHECK(log.games(2)[0].score == mirrored(games)[0].score);
    // Games of pairs that the plan does not have say nothing.
    StoredGame stranger = games[0];
    stranger.encounter = 7;
    log.restore({stranger, stranger}, empty);
    CHECK(log.settled() == 2);
}

TEST_CASE("of too many games the older are forgotten") {
    GameCache cache{4};
    const Plan two = plan({"1", "2"}, {{0, 1, 1}});
    const PairGames games = *judge({kDraw, kDraw}, two.pairs[0], 1, {}).games;
    for (int i = 0; i < 20; ++i) {
        const std::string key = std::to_string(i);
        cache.add(key, games);
        cache.add(key, games);
        CHECK(cache.find(key) != nullptr);
        CHECK(cache.size() <= 4);
        // At least the last two are known.
        if (i > 0) CHECK(cache.find(std::to_string(i - 1)) != nullptr);
    }
    CHECK(cache.find("0") == nullptr);
}

TEST_CASE("a batch is complete although its games are forgotten meanwhile") {
    const std::vector<Encounter> encounters{{0, 1, 4}, {1, 0, 4}};
    GameCache cache{1};
    std::vector<int> looked_up;
    MatchLog log{plan({"1", "2"}, encounters), 2, true};
    const std::vector<int> half{4, 0}, all{4, 4};
    CHECK(log.take(half, cache, looked_up) == std::vector<int>{0, 1, 2, 3});
    for (int pair = 0; pair < 4; ++pair) log.settle(pair, played(log, pair, kFirst, kDraw), cache);
    CHECK(log.take(all, cache, looked_up) == std::vector<int>{4, 5, 6});
    CHECK(looked_up == std::vector<int>{7});
    for (int pair = 4; pair < 7; ++pair) log.settle(pair, played(log, pair, kDraw, kFirst), cache);
    CHECK(log.complete(all));
    const auto results = log.results(all);
    CHECK(results[1] == EncounterResult(4, results[1].back()));
}

}  // namespace
