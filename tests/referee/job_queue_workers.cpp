// The contract of queues: workers that are lost, slow, or have enough.
#include "tests/referee/job_queue_checks.hpp"

namespace sparring::test::contract {

void a_lost_workers_job_is_handed_out_again(const QueueFactory& make) {
    const auto queue = make(short_leases());
    run(*queue, [&]() -> asio::awaitable<void> {
        CHECK(queue->coordinator().submit(jobs(1)) == 1);
        const auto began = Clock::now();
        const auto lost = co_await taken(queue->worker(0));
        asio::co_spawn(
            queue->context(),
            [&]() -> asio::awaitable<void> {
                for (int i = 0; i < 3; ++i) {
                    co_await pause(kShortLease / 5);
                    lost->heartbeat();
                }
            },
            asio::detached);
        auto lease = co_await taken(queue->worker(1));
        CHECK(Clock::now() - began >= kShortLease);
        CHECK(lease->job().id == "j0");
        CHECK(lease->deliveries() == 2);
        CHECK_FALSE(lost->heartbeat());
        lease->done("found");
        const auto results = co_await collected(queue->coordinator(), these("j0"));
        CHECK(results[0].body == "found");
        CHECK(results[0].deliveries == 2);
        CHECK(queue->coordinator().state().redelivered == 1);
    });
}

void a_slow_worker_with_heartbeats_keeps_its_job(const QueueFactory& make) {
    // On a machine that has no time for us longer and longer leases are tried.
    bool conclusive = false;
    auto lease_time = 2 * kShortLease;
    for (int attempt = 0; attempt < 7 && !conclusive; ++attempt, lease_time *= 2) {
        const auto queue = make({100, lease_time, 5});
        run(*queue, [&]() -> asio::awaitable<void> {
            CHECK(queue->coordinator().submit(jobs(1)) == 1);
            bool alive = true, stolen = false;
            const auto began = Clock::now();
            auto last = began;
            auto longest = Clock::duration::zero();
            auto lease = co_await taken(queue->worker(0));
            while (Clock::now() - began < 5 * lease_time / 2) {
                alive = lease->heartbeat() && alive;
                longest = std::max(longest, Clock::now() - last);
                last = Clock::now();
                stolen = co_await queue->worker(1).next(10ms) || stolen;
            }
            longest = std::max(longest, Clock::now() - last);
            conclusive = longest < lease_time / 2;
            if (!conclusive) co_return;
            CHECK(alive);
            CHECK_FALSE(stolen);
            lease->done("");
            const auto results = co_await collected(queue->coordinator(), these("j0"));
            CHECK(results[0].deliveries == 1);
            CHECK(queue->coordinator().state().redelivered == 0);
        });
    }
    CHECK(conclusive);
}

void of_two_results_for_one_job_the_first_counts(const QueueFactory& make) {
    const auto queue = make(short_leases());
    run(*queue, [&]() -> asio::awaitable<void> {
        CHECK(queue->coordinator().submit(jobs(1)) == 1);
        auto slow = co_await taken(queue->worker(0));
        auto second = co_await taken(queue->worker(1));
        slow->done("slow");
        const auto results = co_await collected(queue->coordinator(), these("j0"));
        CHECK(results[0].body == "slow");
        second->done("second");
        co_await no_results(queue->coordinator());
        co_await comes_true(queue->coordinator(), [](auto state) {
            return state.duplicates == 1 && state.waiting + state.leased == 0;
        });
        co_await no_job(queue->worker(0), kShortLease + kNothing);
    });
}

void a_lease_that_is_dropped_gives_its_job_back(const QueueFactory& make) {
    const auto queue = make(long_leases());
    run(*queue, [&]() -> asio::awaitable<void> {
        CHECK(queue->coordinator().submit(jobs(2)) == 2);
        auto first = co_await taken(queue->worker(0));
        first.reset();
        auto again = co_await taken(queue->worker(1));
        CHECK(again->job().id == "j0");  // before the younger one
        CHECK(again->deliveries() == 2);
        again->done("");
        again.reset();
        co_await taken(queue->worker(0), "j1");
    });
}

void a_job_that_is_given_back_waits_its_delay(const QueueFactory& make) {
    const auto queue = make(long_leases());
    run(*queue, [&]() -> asio::awaitable<void> {
        CHECK(queue->coordinator().submit(jobs(2)) == 2);
        auto lease = co_await taken(queue->worker(0), "j0");
        lease->give_back(0ms);
        CHECK_FALSE(lease->heartbeat());
        lease = co_await taken(queue->worker(1), "j0");
        CHECK(lease->deliveries() == 2);

        // Now somebody waits already, and another lease is far from its end.
        const auto other = co_await taken(queue->worker(0), "j1");
        auto began = Clock::now();
        asio::co_spawn(
            queue->context(),
            [&]() -> asio::awaitable<void> {
                co_await pause(5ms);
                began = Clock::now();
                lease->give_back(60ms);
                co_await comes_true(queue->coordinator(),
                                    [](auto state) { return state.waiting == 1; });
            },
            asio::detached);
        auto again = co_await taken(queue->worker(0), "j0");
        CHECK(Clock::now() - began >= 60ms);
        CHECK(again->deliveries() == 3);
        again->done("");
        co_await collected(queue->coordinator(), these("j0"));
        CHECK(queue->coordinator().state().redelivered == 2);
    });
}

void a_job_that_fails_everywhere_is_abandoned(const QueueFactory& make) {
    const auto queue = make(short_leases(3));
    run(*queue, [&]() -> asio::awaitable<void> {
        JobQueue& mine = queue->coordinator();
        CHECK(mine.submit(jobs(1)) == 1);
        (co_await taken(queue->worker(0))).reset();
        const auto silent = co_await taken(queue->worker(1));
        auto last = co_await taken(queue->worker(0));
        CHECK(last->deliveries() == 3);
        auto results = co_await collected(mine, these("j0"));  // without anybody who asks for work
        CHECK(results[0].abandoned);
        CHECK(results[0].body.empty());
        CHECK(results[0].deliveries == 3);
        CHECK(mine.state().abandoned == 1);
        co_await no_job(queue->worker(0));
        last->done("too late");
        co_await no_results(mine);

        mine.forget("j0");
        CHECK(mine.submit(jobs(1)) == 1);
        auto anew = co_await taken(queue->worker(0));
        CHECK(anew->deliveries() == 1);
        anew->done("in the end");
        results = co_await collected(mine, these("j0"));
        CHECK(results[0].body == "in the end");
        CHECK_FALSE(results[0].abandoned);
    });
}

}  // namespace sparring::test::contract
