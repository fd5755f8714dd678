// What a tournament asks of a queue, and what it makes of the answers.
#include "referee/queue/queue_venue.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <functional>
#include <set>

#include "tests/catch.hpp"

// A false alarm of GCC 12 where a coroutine's frame is made and freed in one function.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif

namespace {

using namespace sparring;
using namespace sparring::referee;
using Catch::Matchers::Contains;
namespace asio = boost::asio;

/// Remembers what it is told, and answers as the test wants.
class FakeQueue final : public JobQueue {
  public:
    explicit FakeQueue(asio::io_context& context)
        : wake_{context, std::chrono::steady_clock::time_point::max()} {}

    std::size_t submit(std::span<const Job> given) override {
        std::size_t taken = 0;
        for (const Job& job : given) {
            if (taken == room) break;
            ++taken;
            jobs.push_back(job);
            if (answer) give(answer(job));
        }
        room -= taken;
        return taken;
    }

    asio::awaitable<std::vector<JobResult>> results(std::chrono::milliseconds timeout) override {
        if (ready.empty() && !interrupted) {
            wake_.expires_after(timeout);
            boost::system::error_code error;
            co_await wake_.async_wait(asio::redirect_error(asio::use_awaitable, error));
        }
        if (breaks) throw std::runtime_error{"it is gone"};
        co_return std::exchange(ready, {});
    }

    void confirm(std::string_view id) override { confirmed.emplace_back(id); }
    void forget(std::string_view id) override { forgotten.emplace_back(id); }
    void cancel(std::string_view run, int) override { cancelled.emplace(run); }
    QueueState state() const override { return {}; }
    std::vector<WorkerState> workers() const override { return {}; }
    asio::awaitable<void> leave() override {
        left = true;
        co_return;
    }
    void interrupt() override {
        interrupted = true;
        wake_.cancel();
    }

    void give(JobResult result) {
        ready.push_back(std::move(result));
        wake_.cancel();
    }

    std::function<JobResult(const Job&)> answer;
    std::size_t room = 1000;
    bool interrupted = false, breaks = false, left = false;
    std::vector<Job> jobs;
    std::vector<JobResult> ready;
    std::vector<std::string> confirmed, forgotten;
    std::set<std::string> cancelled;

  private:
    asio::steady_timer wake_;
};

class Silent final : public Observer {
  public:
    void began(const ScheduledGame& game, const Opening&) override { begun.push_back(game.number); }
    PlyListener plies_of(const ScheduledGame&) override { return {}; }
    void keep(const FinishedGame&, std::function<void(bool)>) override {}
    void finished(const FinishedGame&) override {}
    void in_order(const ScheduledGame&, const Score&, const GameResult*) override {}
    void warning(const std::string&) override {}

    std::vector<int> begun;
};

/// Two players of reversi, a queue, and what the test does with them.
struct Hall {
    explicit Hall(bool resumed = false) {
        settings.choice = *games::find("reversi");
        settings.recover = true;
        for (const char* name : {"A", "B"}) {
            EngineSettings engine;
            engine.name = name;
            engine.limits.depth = 2;
            settings.engines.push_back(engine);
        }
        venue.emplace(context, queue, settings, QueueRun{"run", {"aa", "bb"}, resumed}, observer);
    }

    /// Runs the test's coroutine, with the venue open, to its end and closes the venue.
    void run(std::function<asio::awaitable<void>()> test, bool over = true) {
        std::exception_ptr failed;
        asio::co_spawn(
            context,
            [&]() -> asio::awaitable<void> {
                (void)co_await venue->open();
                co_await test();
                co_await venue->close(over);
            },
            [&](std::exception_ptr error) { failed = error; });
        context.run();
        if (failed) std::rethrow_exception(failed);
    }

    asio::awaitable<Venue::Played> play(int number, std::vector<std::string> moves = {}) {
        const Opening opening{"", std::move(moves)};
        const ScheduledGame game = scheduled(number);
        co_return co_await venue->play(game, opening, 0);
    }

    static ScheduledGame scheduled(int number) { return {number, 1, 0, 1, 1, 0}; }

    asio::io_context context{1};
    std::shared_ptr<FakeQueue> queue = std::make_shared<FakeQueue>(context);
    MatchSettings settings;
    Silent observer;
    std::optional<QueueVenue> venue;
};

JobResult result(const Job& job, const GameReply& reply) {
    return {job.id, to_json(reply), "worker-7", 1, false};
}

/// B has not started.
GameReply walkover() {
    GameReply reply;
    reply.result.outcome = Outcome::first_wins;
    reply.result.reason = Reason::no_start;
    reply.result.offender = Side::second;
    reply.result.lost = true;
    reply.identities = {{{"A 1.0", "me"}, {"", ""}}};
    return reply;
}

JobResult plays(const Job& job) {
    return result(job, walkover());
}

JobResult refuses(const Job& job) {
    GameReply reply;
    reply.refused = "no engine 'B' here";
    reply.refusal = Refusal::digest_missing;
    return result(job, reply);
}

TEST_CASE("a game is a job whose id is made from what it is") {
    Hall hall, again;
    for (Hall* each : {&hall, &again}) {
        each->queue->answer = plays;
        each->run([each]() -> asio::awaitable<void> {
            (void)co_await each->play(1);
            (void)co_await each->play(2);
            (void)co_await each->play(1);
        });
        REQUIRE(each->queue->jobs.size() == 3);
    }
    const auto& jobs = hall.queue->jobs;
    CHECK(jobs == again.queue->jobs);
    CHECK(jobs[0].run == "run");
    // Game 2 has another id, and so has the second try of game 1.
    CHECK(std::set<std::string>{jobs[0].id, jobs[1].id, jobs[2].id}.size() == 3);
    CHECK(jobs[0].body == jobs[2].body);
    const auto job = parse_game_job(jobs[0].body);
    REQUIRE(job);
    CHECK(job->game == "reversi/othello");
    CHECK(job->sides[0] == JobSide{"A", {}, "depth=2", "aa"});
    CHECK(job->sides[1].digest == "bb");

    Hall other;
    other.queue->answer = plays;
    const std::vector<std::string> moves{"d3"};
    other.run([&]() -> asio::awaitable<void> { (void)co_await other.play(1, moves); });
    CHECK(other.queue->jobs[0].id != jobs[0].id);
}

TEST_CASE("a result is confirmed when its game has been kept, with the tries before") {
    Hall hall;
    hall.queue->answer = plays;
    hall.run([&]() -> asio::awaitable<void> {
        const auto played = co_await hall.play(1);
        REQUIRE(played.result);
        CHECK(played.result->outcome == Outcome::first_wins);
        CHECK(played.result->position);
        (void)co_await hall.play(2);
        (void)co_await hall.play(1);
        CHECK(hall.queue->confirmed.empty());
        hall.venue->kept(Hall::scheduled(1));
        CHECK(hall.queue->confirmed.size() == 2);
        CHECK(hall.queue->confirmed == hall.queue->forgotten);
    });
    CHECK(hall.observer.begun == std::vector{1, 2, 1});
    CHECK(hall.venue->identities()[0].first == "A 1.0");
    CHECK(hall.queue->interrupted);
}

TEST_CASE("results that come before anybody asks for them are kept until somebody does") {
    Hall hall;
    hall.queue->answer = plays;
    hall.run([&]() -> asio::awaitable<void> { (void)co_await hall.play(1); }, false);
    CHECK(!hall.queue->left);
    CHECK(hall.queue->cancelled.empty());  // a run that goes on wants what workers have

    // The same game in a run that goes on; and one that the archive knows already.
    Hall on{true};
    on.run([&]() -> asio::awaitable<void> {
        on.queue->give(plays(hall.queue->jobs[0]));
        on.queue->give({"9.1.x", "", "worker-7", 1, false});
        for (int i = 0; i < 100 && !on.queue->ready.empty(); ++i)
            co_await asio::post(asio::use_awaitable);
        const auto played = co_await on.play(1);
        CHECK(played.result);
        on.venue->kept(Hall::scheduled(1));
    });
    CHECK(on.queue->jobs.empty());
    CHECK(on.queue->confirmed == std::vector<std::string>{hall.queue->jobs[0].id, "9.1.x"});
    CHECK(on.queue->left);
    CHECK(on.queue->cancelled == std::set<std::string>{"run"});
}

TEST_CASE("what comes of no worker, or cannot be, makes a void game") {
    Hall hall;
    const auto void_game = [&](std::function<JobResult(const Job&)> answer, std::string words) {
        hall.queue->answer = std::move(answer);
        return [&hall, words = std::move(words)]() -> asio::awaitable<void> {
            const auto played = co_await hall.play(1);
            REQUIRE(played.result);
            CHECK_FALSE(played.end);
            CHECK(played.result->outcome == Outcome::none);
            CHECK(played.result->reason == Reason::void_game);
            CHECK_THAT(played.result->detail, Contains(words));
        };
    };
    SECTION("abandoned") {
        hall.run(void_game(
            [](const Job& job) {
                return JobResult{job.id, "", "", 5, true};
            },
            "handed out 5 times, and no result came"));
    }
    SECTION("no text of ours") {
        hall.run(void_game([](const Job& job) { return JobResult{job.id, "{", "w"}; }, "worker w"));
    }
    SECTION("against the rules") {
        hall.run(void_game(
            [](const Job& job) {
                GameReply reply = walkover();
                reply.result.outcome = Outcome::second_wins;
                return result(job, reply);
            },
            "worker worker-7 says cannot be: an engine at fault does not lose"));
    }
}

TEST_CASE("a job that is refused ends the run, and may be tried again when it goes on") {
    Hall hall;
    hall.queue->answer = refuses;
    hall.run(
        [&]() -> asio::awaitable<void> {
            const auto played = co_await hall.play(1);
            CHECK_FALSE(played.result);
            REQUIRE(played.end);
            CHECK(played.end->kind == RunEnd::Kind::no_start);
            CHECK(played.end->why == "game 1, worker worker-7: no engine 'B' here");
        },
        false);
    CHECK(hall.queue->forgotten.size() == 1);

    // An answer from before is not believed at once.
    Hall on{true};
    on.queue->answer = [&](const Job& job) {
        return on.queue->jobs.size() == 1 ? refuses(job) : plays(job);
    };
    on.run([&]() -> asio::awaitable<void> {
        const auto played = co_await on.play(1);
        CHECK(played.result);
    });
    CHECK(on.queue->jobs.size() == 2);
    CHECK(on.queue->jobs[0] == on.queue->jobs[1]);
    CHECK(on.queue->forgotten.front() == on.queue->jobs[0].id);
}

TEST_CASE("games wait for room in the queue") {
    Hall hall;
    hall.queue->room = 1;
    int done = 0;
    hall.run([&]() -> asio::awaitable<void> {
        for (int number = 1; number <= 3; ++number) {
            asio::co_spawn(
                hall.context,
                [](Hall& place, int game) -> asio::awaitable<void> {
                    (void)co_await place.play(game);
                }(hall, number),
                [&](std::exception_ptr) { ++done; });
        }
        for (std::size_t given = 0; done < 3;) {
            co_await asio::post(asio::use_awaitable);
            if (given == hall.queue->jobs.size()) continue;
            CHECK(hall.queue->jobs.size() == given + 1);
            hall.queue->room = 1;
            hall.queue->give(plays(hall.queue->jobs[given++]));
        }
    });
    CHECK(hall.queue->jobs.size() == 3);
}

TEST_CASE("a queue that fails ends the run, an interruption drops its games") {
    Hall broken;
    broken.queue->breaks = true;
    broken.run([&]() -> asio::awaitable<void> {
        broken.queue->give({});
        const auto played = co_await broken.play(1);
        REQUIRE(played.end);
        CHECK(played.end->kind == RunEnd::Kind::aborted);
        CHECK(played.end->why == "the queue: it is gone");
    });

    Hall hall;
    hall.run([&]() -> asio::awaitable<void> {
        bool dropped = false;
        asio::co_spawn(
            hall.context,
            [&]() -> asio::awaitable<void> {
                const auto played = co_await hall.play(1);
                dropped = !played.result && !played.end;
            },
            [](std::exception_ptr) {});
        while (hall.queue->jobs.empty()) co_await asio::post(asio::use_awaitable);
        hall.venue->interrupt();
        for (int i = 0; i < 100 && !dropped; ++i) co_await asio::post(asio::use_awaitable);
        CHECK(dropped);
    });
    CHECK(hall.queue->confirmed.empty());
}

}  // namespace
