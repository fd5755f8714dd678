// The loop of a worker: what it does with a job that nobody waits for any more, and with one that
// others may be able to play.
#include "referee/queue/worker.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include "engines/games/catalogue.hpp"
#include "referee/archive/sha256.hpp"
#include "referee/play/process_table.hpp"
#include "tests/catch.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;
namespace asio = boost::asio;

/// What has become of the only job that a source has.
struct Fate {
    int heartbeats = 0, lives = 1000;  ///< it is cancelled after so many
    int deliveries = 1;
    std::vector<std::string> results;
    std::vector<std::chrono::milliseconds> given_back;  ///< the delays
    bool handed_out = false;
};

class OneLease : public Lease {
  public:
    OneLease(const Job& job, Fate& fate) : job_{job}, fate_{fate} {}

    const Job& job() const override { return job_; }
    int deliveries() const override { return fate_.deliveries; }
    bool heartbeat() override { return ++fate_.heartbeats <= fate_.lives; }
    void done(std::string body) override { fate_.results.push_back(std::move(body)); }
    void give_back(std::chrono::milliseconds delay) override { fate_.given_back.push_back(delay); }

  private:
    const Job& job_;
    Fate& fate_;
};

class OneJob : public JobSource {
  public:
    OneJob(const Job& job, Fate& fate) : job_{job}, fate_{fate} {}

    asio::awaitable<std::unique_ptr<Lease>> next(std::chrono::milliseconds) override {
        if (std::exchange(fate_.handed_out, true)) {
            worker->stop();
            co_return nullptr;
        }
        co_return std::make_unique<OneLease>(job_, fate_);
    }
    void interrupt() override {}

    Worker* worker = nullptr;

  private:
    const Job& job_;
    Fate& fate_;
};

std::string program() {
    return SPARRING_BIN_DIR "/dots-and-boxes";
}

/// A worker that has the engine `e` is given the job.
Fate fate_of(const std::string& body, Fate fate = {}) {
    EngineList engines;
    EngineEntry entry;
    entry.settings.name = "e";
    entry.settings.command.program = program();
    engines.add(entry);
    const Job job{"j", "run", 0, body};
    asio::io_context context{1};
    ProcessTable table{context};
    OneJob source{job, fate};
    Worker worker{table, source, engines, {}};
    source.worker = &worker;
    asio::co_spawn(context, worker.run(), [](std::exception_ptr error) {
        if (error) std::rethrow_exception(error);
    });
    context.run();
    CHECK(table.size() == 0);
    return fate;
}

/// Of four games between two engines of ours.
MatchJob four_games() {
    return {
        "dots-and-boxes/2x2", {"e", {}, "depth=1"}, {"e", {}, "depth=1"}, {{"", {}}, {"", {}}}, 0};
}

TEST_CASE("a worker plays a job to its end while it is wanted, and no game more") {
    const Fate wanted = fate_of(to_json(four_games()));
    REQUIRE(wanted.results.size() == 1);
    CHECK(parse_match_result(wanted.results[0])->games.size() == 4);
    for (const int lives : {0, 1, 3}) {
        Fate fate;
        fate.lives = lives;
        const Fate cancelled = fate_of(to_json(four_games()), fate);
        CHECK(cancelled.results.empty());
        CHECK(cancelled.heartbeats == lives + 1);
    }
}

TEST_CASE("a worker plays single games") {
    GameJob job{"dots-and-boxes/2x2", {JobSide{"e", {}, "depth=1"}, JobSide{"e", {}, "depth=1"}}};
    job.sides[1].digest = *sha256_of_file(program());
    const Fate fate = fate_of(to_json(job));
    REQUIRE(fate.results.size() == 1);
    const auto reply = parse_game_reply(fate.results[0]);
    REQUIRE(reply);
    CHECK(reply->refused.empty());
    CHECK(reply->result.plies.size() == 12);  // as many edges as 2x2 boxes have
    CHECK(reply->result.wall > Duration{});
    CHECK_FALSE(reply->identities[0].first.empty());

    // The program counts, not the name that the worker has for it.
    job.sides[1].engine = "somebody's";
    const Fate other = fate_of(to_json(job));
    REQUIRE(other.results.size() == 1);
    CHECK(parse_game_reply(other.results[0])->result.plies.size() == 12);
}

TEST_CASE("what a worker cannot play goes to others, and after the last delivery back") {
    MatchJob missing = four_games(), other = four_games(), game = four_games();
    missing.b.engine = "f";
    other.a.digest = std::string(64, '0');
    game.game = "chess";
    GameJob single{"dots-and-boxes/2x2", {missing.a, missing.b}};
    struct Case {
        std::string body, words;
        Refusal refusal;
    };
    for (const Case& each :
         {Case{to_json(missing), "no engine 'f' here", Refusal::digest_missing},
          Case{to_json(other), "another program: its SHA-256 is", Refusal::digest_missing},
          Case{to_json(game), "chess", Refusal::unsupported_version},
          Case{to_json(single), "no engine 'f' here", Refusal::digest_missing},
          Case{R"({"v":2,"type":"match"})", "version 2", Refusal::unsupported_version}}) {
        INFO(each.body);
        const Fate first = fate_of(each.body);
        CHECK(first.results.empty());
        CHECK(first.given_back == std::vector{std::chrono::milliseconds{5000}});
        Fate fate;
        fate.deliveries = QueueSettings{}.most_deliveries;
        const Fate last = fate_of(each.body, fate);
        CHECK(last.given_back.empty());
        REQUIRE(last.results.size() == 1);
        const bool match = each.body.find("\"match\"") != std::string::npos;
        const auto as_match = parse_match_result(last.results[0]);
        const auto as_game = parse_game_reply(last.results[0]);
        REQUIRE((match ? bool(as_match) : bool(as_game)));
        CHECK((match ? as_match->refusal : as_game->refusal) == each.refusal);
        CHECK_THAT(match ? as_match->refused : as_game->refused,
                   Catch::Matchers::Contains(each.words));
    }
}

TEST_CASE("what nobody can play is answered at once") {
    MatchJob job = four_games();
    job.a.limits = "depth=x";
    for (const std::string& body : {to_json(job), std::string{"{"}}) {
        const Fate fate = fate_of(body);
        CHECK(fate.given_back.empty());
        CHECK(fate.results.size() == 1);
    }
}

}  // namespace
