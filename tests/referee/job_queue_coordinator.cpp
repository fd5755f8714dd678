// The contract of queues: the coordinator's end.
#include "tests/referee/job_queue_checks.hpp"

namespace sparring::test::contract {

void a_known_job_is_not_taken_twice(const QueueFactory& make) {
    const auto queue = make(long_leases());
    run(*queue, [&]() -> asio::awaitable<void> {
        JobQueue& mine = queue->coordinator();
        CHECK(mine.submit(list(job("a"), job("b"), job("a"))) == 3);
        CHECK(mine.submit(list(job("b"), job("c"))) == 2);
        co_await comes_true(mine, [](auto state) { return state.waiting == 3; });
        auto lease = co_await taken(queue->worker(0));
        CHECK(mine.submit(list(job("a"))) == 1);  // handed out
        lease->done("");
        CHECK(mine.submit(list(job("a"))) == 1);  // a result that nobody has seen
        co_await collected(mine, these("a"));
        CHECK(mine.submit(list(job("a"))) == 1);
        mine.confirm("a");
        CHECK(mine.submit(list(job("a"))) == 1);
        co_await taken(queue->worker(0), "b");
        co_await comes_true(mine, [](auto state) { return state.waiting == 2; });

        mine.forget("a");
        CHECK(mine.submit(list(job("a"))) == 1);
        co_await comes_true(mine, [](auto state) { return state.waiting == 3; });
    });
}

void a_full_queue_takes_no_more(const QueueFactory& make) {
    const auto queue = make(long_leases(4));
    run(*queue, [&]() -> asio::awaitable<void> {
        JobQueue& mine = queue->coordinator();
        const auto all = jobs(10);
        CHECK(mine.submit(all) == 4);
        CHECK(mine.submit(all) == 4);  // known ones take no place
        CHECK(mine.submit(jobs(2, 8)) == 0);
        auto lease = co_await taken(queue->worker(0));
        CHECK(mine.submit(jobs(2, 8)) == 0);  // handed out is not done
        lease->done("");
        co_await collected(mine, these("j0"));
        CHECK(mine.submit(std::span{all}.subspan(4)) == 1);
        std::vector<std::unique_ptr<Lease>> leases;
        for (int i = 1; i < 5; ++i) leases.push_back(co_await taken(queue->worker(0), all[i].id));
        co_await no_job(queue->worker(0));
    });
}

namespace {

/// The worker is told that nobody wants the job any more.
asio::awaitable<void> cancelled(Lease& lease) {
    const auto end = Clock::now() + kPatience;
    while (lease.heartbeat() && Clock::now() < end) co_await pause(1ms);
    CHECK_FALSE(lease.heartbeat());
}

}  // namespace

void cancelled_jobs_are_dropped(const QueueFactory& make) {
    const auto queue = make(long_leases());
    run(*queue, [&]() -> asio::awaitable<void> {
        JobQueue& mine = queue->coordinator();
        CHECK(mine.submit(list(job("a1", 1), job("b1", 1), job("other", 1, "r2"), job("a2", 2),
                               job("a3", 3))) == 5);
        auto running = co_await taken(queue->worker(0));
        CHECK(running->job().id == "a1");
        mine.cancel("run", 2);
        co_await comes_true(mine, [](auto state) { return state.waiting == 2; });
        co_await cancelled(*running);
        running->done("in vain");
        auto lease = co_await taken(queue->worker(0));
        while (lease && these("b1", "a2").contains(lease->job().id)) {  // was on its way
            co_await cancelled(*lease);
            lease->done("in vain");
            lease = co_await taken(queue->worker(0));
        }
        CHECK(lease->job().id == "other");
        lease->done("");
        lease = co_await taken(queue->worker(0));
        CHECK(lease->job().id == "a3");
        lease->done("");
        co_await collected(mine, these("other", "a3"));
        CHECK(mine.state().abandoned == 0);
        co_await no_job(queue->worker(0));

        // What was dropped may come again.
        CHECK(mine.submit(list(job("a1", 4))) == 1);
        lease = co_await taken(queue->worker(0));
        CHECK(lease->job() == job("a1", 4));
        CHECK(lease->deliveries() == 1);
    });
}

void ids_that_nobody_knows_do_no_harm(const QueueFactory& make) {
    const auto queue = make(long_leases());
    run(*queue, [&]() -> asio::awaitable<void> {
        JobQueue& mine = queue->coordinator();
        mine.confirm("nothing");
        mine.forget("nothing");
        mine.cancel("nobody", 1000);
        CHECK(mine.submit(jobs(1)) == 1);
        mine.confirm("j0");  // there is no result yet
        mine.confirm("");
        auto lease = co_await taken(queue->worker(0));
        lease->done("");
        co_await collected(mine, these("j0"));
        for (int i = 0; i < 3; ++i) mine.confirm("j0");
        co_await comes_true(mine, empty);
        for (int i = 0; i < 3; ++i) mine.forget("j0");
        co_await comes_true(mine, empty);
    });
}

void results_come_once(const QueueFactory& make) {
    const auto queue = make(long_leases());
    run(*queue, [&]() -> asio::awaitable<void> {
        JobQueue& mine = queue->coordinator();
        CHECK(mine.submit(jobs(3)) == 3);
        for (int i = 0; i < 2; ++i) (co_await taken(queue->worker(0)))->done("");
        co_await collected(mine, these("j0", "j1"));
        (co_await taken(queue->worker(0)))->done("");
        co_await collected(mine, these("j2"));
        CHECK(mine.state().unconfirmed == 3);
    });
}

void unconfirmed_results_come_again_after_a_restart(const QueueFactory& make) {
    const auto queue = make(long_leases());
    bool possible = true;
    run(*queue, [&]() -> asio::awaitable<void> {
        CHECK(queue->coordinator().submit(jobs(4)) == 4);
        for (int i = 0; i < 3; ++i) (co_await taken(queue->worker(0)))->done("");
        co_await collected(queue->coordinator(), these("j0", "j1", "j2"));
        queue->coordinator().confirm("j1");
        possible = queue->restart();
        if (!possible) co_return;
        CHECK(queue->coordinator().submit(jobs(4)) == 4);  // what it did not see confirmed
        co_await collected(queue->coordinator(), these("j0", "j2"));
        const auto last = co_await taken(queue->worker(0), "j3");
        co_await no_job(queue->worker(0));
    });
    if (!possible) SUCCEED("skipped: this queue does not outlive its coordinator");
}

}  // namespace sparring::test::contract
