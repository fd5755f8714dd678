// Single games as jobs: as texts, and made again on the coordinator's board.
#include "referee/queue/game_job.hpp"

#include <nlohmann/json.hpp>
#include <tuple>

#include "referee/play/limit_words.hpp"
#include "referee/queue/any_job.hpp"
#include "referee/queue/game_replay.hpp"
#include "tests/catch.hpp"
#include "tests/referee/stored_games.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;
using namespace std::chrono_literals;
using Catch::Matchers::Contains;

GameJob some_job(std::uint64_t seed = 31) {
    const auto bit = [&](int number) { return (seed >> number & 1) != 0; };
    GameJob job{"reversi/othello",
                {JobSide{"a", {{"X", "1"}, {"Y", "\"quoted\"\n"}}, "depth=2"},
                 JobSide{"b", {}, "tc=1+0.01 timemargin=5", std::string(64, 'a'), bit(0), bit(1)}}};
    job.opening = {bit(2) ? "" : std::string(64, '-') + " X", {"d3", "c5"}};
    job.rules.proof = bit(3);
    if (bit(4)) job.rules.max_moves = 40;
    if (bit(5)) job.rules.draw = {10, 4, 7};
    if (bit(6)) job.rules.resign = {5, 900, bit(7)};
    if (bit(8)) job.prover = {"p", {}, "depth=60"};
    job.traffic = bit(9);
    return job;
}

/// Any values that a game can have.
GameReply random_reply(std::uint64_t seed) {
    const StoredGame any = test::random_game(1, seed);
    const auto year = [](Duration time) { return time % std::chrono::hours{365 * 24}; };
    GameReply reply;
    GameResult& result = reply.result;
    result.outcome = any.outcome;
    result.reason = any.reason;
    result.detail = any.detail;
    result.offender = any.offender;
    result.lost = seed % 2 == 0;
    result.margin = any.margin;
    result.plies = any.record;
    for (PlyRecord& ply : result.plies) {
        ply.elapsed = year(ply.elapsed);
        if (ply.clock) ply.clock = year(*ply.clock);
    }
    result.wall = year(any.cpu[1]);
    result.cpu = {year(any.cpu[0]), year(any.cpu[1])};
    if (seed % 3 == 0) result.traffic = {"+0.1 < go\n\x01", any.detail};
    reply.identities = {{{"A 1.0", "me"}, {"", ""}}};
    return reply;
}

TEST_CASE("game jobs are the same after they have been text") {
    for (std::uint64_t seed = 0; seed < 1024; ++seed) {
        const GameJob job = some_job(seed);
        const std::string text = to_json(job);
        CHECK(nlohmann::ordered_json::parse(text).dump(-1, ' ', true) == text);
        const auto parsed = parse_game_job(text);
        REQUIRE(parsed);
        CHECK(*parsed == job);
        CHECK(std::get<GameJob>(parse_job(text)) == job);
    }
}

TEST_CASE("whatever a game was, its reply is the same after it has been text") {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const GameReply reply = random_reply(seed);
        const std::string text = to_json(reply);
        CHECK(nlohmann::ordered_json::parse(text).dump(-1, ' ', true) == text);
        const auto parsed = parse_game_reply(text);
        REQUIRE(parsed);
        CHECK(to_json(*parsed) == text);
        const GameResult &a = reply.result, &b = parsed->result;
        CHECK(std::tie(a.outcome, a.reason, a.offender, a.lost, a.margin, a.wall, a.cpu) ==
              std::tie(b.outcome, b.reason, b.offender, b.lost, b.margin, b.wall, b.cpu));
        CHECK(a.plies == b.plies);
        CHECK(reply.identities == parsed->identities);
    }
    GameReply refused;
    refused.refused = "no engine 'x' here";
    refused.refusal = Refusal::digest_missing;
    const auto parsed = parse_game_reply(to_json(refused));
    REQUIRE(parsed);
    CHECK(parsed->refused == refused.refused);
    CHECK(parsed->refusal == Refusal::digest_missing);
}

TEST_CASE("texts that are no game job or reply are refused with a reason") {
    const auto with = [](std::string text, const std::string& what, const std::string& by) {
        const auto at = text.find(what);
        REQUIRE(at != text.npos);
        return text.replace(at, what.size(), by);
    };
    const std::string job = to_json(some_job(0x3ff));
    std::string reply;
    for (std::uint64_t seed = 0;
         reply.find("\"offender\"") == reply.npos || reply.find("\"margin\"") == reply.npos ||
         reply.find("\"plies\":[]") != reply.npos;
         ++seed)
        reply = to_json(random_reply(seed));
    for (const std::string& bad :
         {std::string{}, std::string{"[]"}, std::string(100'000, '['), reply,
          with(job, "\"v\":1", "\"v\":2"), with(job, "\"sides\":[", "\"sides\":[3,"),
          with(job, "\"proof\":true", "\"proof\":1"),
          with(job, "\"max_moves\":40", "\"max_moves\":1e300"),
          with(job, "\"max_moves\":40", "\"max_moves\":null"),
          with(job, "\"restart\":true", "\"restart\":\"yes\""),
          with(job, "\"two_sided\":true", "\"two_sided\":2")}) {
        INFO(bad.substr(0, 200));
        const auto parsed = parse_game_job(bad);
        REQUIRE_FALSE(parsed);
        CHECK_THAT(parsed.error(), Contains("message"));
        if (bad != reply) CHECK(std::holds_alternative<UnknownJob>(parse_job(bad)));
    }
    for (const std::string& bad :
         {job, with(reply, "\"wall_ns\"", "\"wall\""), with(reply, "\"cpu_ns\":[", "\"c\":["),
          with(reply, "\"offender\":", "\"offender\":4"), with(reply, "[[", "[[7,"),
          with(reply, "\"reason\":\"", "\"reason\":\"x"),
          with(reply, "\"engines\":[[", "\"e\":[[")}) {
        INFO(bad.substr(0, 200));
        CHECK_FALSE(parse_game_reply(bad));
    }
    // Every text that is cut off, and every one with a byte changed, is a value or a reason.
    for (const std::string& good : {job, reply}) {
        for (std::size_t i = 0; i < good.size(); ++i) {
            CHECK_FALSE(parse_game_job(good.substr(0, i)));
            std::string changed = good;
            changed[i] = static_cast<char>(changed[i] ^ 0x15);
            (void)parse_game_job(changed);
            (void)parse_game_reply(changed);
        }
    }
}

TEST_CASE("a job that a worker does not know is for later workers") {
    const auto refusal = [](const std::string& text) {
        return std::get<UnknownJob>(parse_job(text)).refused.refusal;
    };
    CHECK(refusal(R"({"v":2,"type":"match"})") == Refusal::unsupported_version);
    CHECK(refusal(R"({"v":1,"type":"dance"})") == Refusal::unsupported_version);
    CHECK(refusal(R"({"v":1,"type":"game"})") == Refusal::other);
    CHECK(refusal("{") == Refusal::other);
    // Whoever has asked can read the answer.
    const auto answer = to_json(std::get<UnknownJob>(parse_job(R"({"v":2,"type":"game"})")));
    const auto read = parse_game_reply(answer);
    REQUIRE(read);
    CHECK(read->refusal == Refusal::unsupported_version);
    CHECK_THAT(read->refused, Contains("version 2; 1 is known"));
}

TEST_CASE("limits are the same after they have been words") {
    for (const char* words :
         {"depth=2", "nodes=500", "st=0.25", "tc=40/300.5+0.125", "tc=60", "tc=hourglass:30",
          "tc=1+0.01 depth=4 nodes=7 timemargin=20 stall=3", "st=0.001000001 timemargin=0.5"}) {
        const auto limits = parse_limits(words);
        REQUIRE(limits);
        CAPTURE(words, limit_words(*limits));
        const auto again = parse_limits(limit_words(*limits));
        REQUIRE(again);
        CHECK(*again == *limits);
    }
}

// ---- on the coordinator's board -----------------------------------------------------------------

/// Both sides play their first legal move so often.
GameResult game_of(const games::Choice& choice, const Opening& opening, std::size_t plies) {
    GameResult result;
    const auto position = *set_up(choice, opening);
    while (result.plies.size() < plies && position->outcome() == Outcome::none) {
        PlyRecord ply;
        ply.side = position->side_to_move();
        ply.elapsed = 10ms;
        ply.move = *position->play(position->legal_moves().front());
        result.plies.push_back(ply);
    }
    result.outcome = position->outcome();
    if (result.outcome != Outcome::none) result.margin = position->margin();
    return result;
}

struct Board {
    games::Choice choice = *games::find("reversi");
    Opening opening{"", {"d3", "c5"}};
    AdjudicationRules rules;
    Prover nobody;
    PlyListener listener;

    Expected<GameResult> replay(GameResult told) const {
        const GameSettings settings{choice, opening, rules, nobody, listener};
        const PlayerLimits clock = *parse_limits("tc=1+0.001");
        return replayed(std::move(told), settings, {clock, clock});
    }

    std::string refusal(GameResult told) const {
        const auto replay = this->replay(std::move(told));
        return replay ? "" : replay.error();
    }
};

TEST_CASE("a game that comes from a worker has its board again, and its plies are told") {
    Board board;
    std::size_t told = 0;
    board.listener = [&](const PlyRecord& ply, const games::Position& after,
                         const std::array<std::optional<Duration>, 2>& clocks) {
        ++told;
        CHECK(after.plies() == 2 + told);
        // So many moves of 10 ms, each of which gave 1 ms back.
        const auto moves = static_cast<int>((told + 1) / 2);
        if (told <= 4) CHECK(clocks[static_cast<std::size_t>(ply.side)] == 1000ms - moves * 9ms);
    };
    const GameResult whole = game_of(board.choice, board.opening, 1000);
    const auto replay = board.replay(game_of(board.choice, board.opening, 1000));
    REQUIRE(replay);
    CHECK(told == whole.plies.size());
    CHECK(replay->position->plies() == 2 + told);
    CHECK(replay->position->outcome() == whole.outcome);
    CHECK(replay->moves_hash == hash_of(board.opening, whole.plies));
}

TEST_CASE("a worker's word against the rules is not believed") {
    const Board board;
    const auto whole = [&] { return game_of(board.choice, board.opening, 1000); };
    const auto part = [&](Outcome outcome, Reason reason = Reason::normal) {
        GameResult result = game_of(board.choice, board.opening, 6);
        result.outcome = outcome;
        result.reason = reason;
        return result;
    };
    CHECK(board.refusal(whole()).empty());
    CHECK(board.refusal(part(Outcome::second_wins)).empty());  // the first mover has resigned
    CHECK(board.refusal(part(Outcome::draw, Reason::max_moves)).empty());
    CHECK(board.refusal(part(Outcome::none, Reason::void_game)).empty());

    CHECK_THAT(board.refusal(part(Outcome::first_wins)), Contains("nobody has resigned"));
    CHECK_THAT(board.refusal(part(Outcome::draw)), Contains("nobody has resigned"));
    CHECK_THAT(board.refusal(part(Outcome::first_wins, Reason::max_moves)), Contains("no draw"));
    CHECK_THAT(board.refusal(part(Outcome::draw, Reason::void_game)), Contains("it is void"));
    CHECK_THAT(board.refusal(part(Outcome::draw, Reason::crash)), Contains("nobody's"));
    GameResult other = whole();
    other.outcome = other.outcome == Outcome::draw ? Outcome::first_wins : Outcome::draw;
    CHECK_THAT(board.refusal(std::move(other)), Contains("not that of the board"));
    GameResult fault = part(Outcome::first_wins, Reason::crash);
    fault.offender = Side::first;
    CHECK_THAT(board.refusal(std::move(fault)), Contains("does not lose"));
    GameResult illegal = whole();
    illegal.plies[3].move = "a1";
    CHECK_THAT(board.refusal(std::move(illegal)), Contains("ply 6 'a1'"));
    GameResult turn = whole();
    turn.plies[0].side = Side::second;
    CHECK_THAT(board.refusal(std::move(turn)), Contains("other side is to move"));
    GameResult longer = whole();
    longer.plies.push_back(longer.plies.back());
    CHECK_THAT(board.refusal(std::move(longer)), Contains("the game is over"));
}

}  // namespace
