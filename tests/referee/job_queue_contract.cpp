#include "tests/referee/job_queue_contract.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/this_coro.hpp>
#include <map>

#include "tests/referee/job_queue_checks.hpp"

namespace sparring::test {
namespace contract {

std::vector<Job> jobs(int count, int first) {
    std::vector<Job> all;
    for (int i = first; i < first + count; ++i) all.push_back(job(fmt::format("j{}", i)));
    return all;
}

asio::awaitable<void> pause(std::chrono::milliseconds time) {
    asio::steady_timer timer{co_await asio::this_coro::executor, time};
    co_await timer.async_wait(asio::use_awaitable);
}

asio::awaitable<std::unique_ptr<Lease>> taken(JobSource& source) {
    const auto end = Clock::now() + kPatience;
    auto lease = co_await source.next(kPatience);
    REQUIRE(lease);
    CHECK(Clock::now() < end);
    co_return lease;
}

asio::awaitable<std::unique_ptr<Lease>> taken(JobSource& source, std::string id) {
    auto lease = co_await taken(source);
    CHECK(lease->job().id == id);
    co_return lease;
}

asio::awaitable<std::vector<JobResult>> collected(JobQueue& queue, std::set<std::string> ids) {
    std::vector<JobResult> all;
    const auto end = Clock::now() + kPatience;
    for (bool more = true; more;) {
        const auto some = co_await queue.results(all.size() < ids.size() ? kPatience : kNothing);
        all.insert(all.end(), some.begin(), some.end());
        more = !some.empty();
    }
    std::set<std::string> came;
    for (const JobResult& result : all) came.insert(result.id);
    CHECK(came == ids);
    CHECK(Clock::now() < end);
    REQUIRE(all.size() == ids.size());
    co_return all;
}

asio::awaitable<void> no_job(JobSource& source, std::chrono::milliseconds time) {
    const auto lease = co_await source.next(time);
    CHECK_FALSE(lease);
}

asio::awaitable<void> no_results(JobQueue& queue, std::chrono::milliseconds time) {
    const auto results = co_await queue.results(time);
    CHECK(results.empty());
}

asio::awaitable<void> comes_true(JobQueue& queue,
                                 std::function<bool(const QueueState&)> condition) {
    const auto end = Clock::now() + kPatience;
    while (!condition(queue.state()) && Clock::now() < end) co_await pause(2ms);
    CHECK(condition(queue.state()));
}

void run(QueueUnderTest& queue, const std::function<asio::awaitable<void>()>& check) {
    bool ended = false;
    std::exception_ptr failure;
    asio::co_spawn(queue.context(), check(), [&](std::exception_ptr error) {
        failure = error;
        ended = true;
    });
    const auto work = asio::make_work_guard(queue.context());
    const auto end = Clock::now() + 3 * kPatience;
    while (!ended && Clock::now() < end) queue.context().run_one_for(kPatience);
    if (failure) std::rethrow_exception(failure);
    REQUIRE(ended);
}

// ---- the way of a job --------------------------------------------------------------------------

void a_job_goes_there_and_back(const QueueFactory& make) {
    const auto queue = make(long_leases());
    run(*queue, [&]() -> asio::awaitable<void> {
        JobQueue& mine = queue->coordinator();
        CHECK(mine.submit(list(job("a", 7))) == 1);
        co_await comes_true(mine, [](auto state) { return state.waiting == 1; });
        auto lease = co_await taken(queue->worker(0));
        CHECK(lease->job() == job("a", 7));
        CHECK(lease->deliveries() == 1);
        CHECK(lease->heartbeat());
        co_await comes_true(mine, [](auto state) { return state.leased == 1; });
        co_await no_job(queue->worker(1));
        lease->done("{\"wins\":1}");
        lease.reset();
        const auto results = co_await collected(mine, these("a"));
        CHECK(results[0].body == "{\"wins\":1}");
        CHECK(results[0].deliveries == 1);
        CHECK_FALSE(results[0].abandoned);
        CHECK(mine.state().unconfirmed == 1);
        mine.confirm("a");
        co_await comes_true(mine, empty);
        CHECK(mine.state().redelivered == 0);
    });
}

void jobs_come_in_the_order_of_submission(const QueueFactory& make) {
    const auto queue = make(long_leases());
    run(*queue, [&]() -> asio::awaitable<void> {
        CHECK(queue->coordinator().submit(jobs(10)) == 10);
        CHECK(queue->coordinator().submit(jobs(10, 10)) == 10);
        for (const Job& expected : jobs(20)) {
            auto lease = co_await taken(queue->worker(0));
            CHECK(lease->job().id == expected.id);
            lease->done("");
        }
    });
}

void a_job_wakes_a_worker_who_waits(const QueueFactory& make) {
    const auto queue = make(long_leases());
    std::set<std::string> got;
    run(*queue, [&]() -> asio::awaitable<void> {
        for (int i = 0; i < 3; ++i) {
            asio::co_spawn(
                queue->context(),
                [&, i]() -> asio::awaitable<void> {
                    auto lease = co_await taken(queue->worker(i));
                    got.insert(lease->job().id);
                    lease->done("");
                },
                asio::detached);
        }
        co_await pause(kNothing);
        CHECK(got.empty());
        CHECK(queue->coordinator().submit(jobs(3)) == 3);
        co_await collected(queue->coordinator(), these("j0", "j1", "j2"));
        CHECK(got == these("j0", "j1", "j2"));
    });
}

void many_workers_do_every_job_once(const QueueFactory& make) {
    constexpr int kJobs = 400, kWorkers = 8;
    const auto queue = make(long_leases(16));
    std::map<std::string, int> done;
    std::vector<int> share(kWorkers);
    int working = kWorkers;
    run(*queue, [&]() -> asio::awaitable<void> {
        for (int worker = 0; worker < kWorkers; ++worker) {
            asio::co_spawn(
                queue->context(),
                [&, worker]() -> asio::awaitable<void> {
                    while (auto lease = co_await queue->worker(worker).next(kPatience)) {
                        ++share[worker];
                        if (share[worker] % 3 == 0) co_await pause(1ms);
                        lease->done(lease->job().id);
                        co_await asio::post(queue->context(), asio::use_awaitable);
                    }
                    --working;
                },
                asio::detached);
        }
        const auto all = jobs(kJobs);
        std::size_t submitted = 0;
        int finished = 0;
        while (finished < kJobs) {
            submitted += queue->coordinator().submit(std::span{all}.subspan(submitted));
            const auto results = co_await queue->coordinator().results(kPatience);
            REQUIRE_FALSE(results.empty());
            for (const JobResult& result : results) {
                CHECK(result.body == result.id);
                ++done[result.id];
                ++finished;
                queue->coordinator().confirm(result.id);
            }
        }
        queue->coordinator().interrupt();
        while (working > 0) co_await pause(1ms);
        co_await comes_true(queue->coordinator(), empty);
    });
    CHECK(done.size() == kJobs);
    CHECK(std::ranges::all_of(done, [](const auto& entry) { return entry.second == 1; }));
    CHECK(std::ranges::count(share, 0) < kWorkers - 1);
}

// ---- waiting -----------------------------------------------------------------------------------

void waiting_ends_with_its_time(const QueueFactory& make) {
    const auto queue = make(long_leases());
    run(*queue, [&]() -> asio::awaitable<void> {
        auto began = Clock::now();
        co_await no_results(queue->coordinator(), 30ms);
        CHECK(Clock::now() - began >= 30ms);
        began = Clock::now();
        co_await no_job(queue->worker(0), 30ms);
        CHECK(Clock::now() - began >= 30ms);
        co_await no_results(queue->coordinator(), 0ms);
        co_await no_job(queue->worker(0), 0ms);
        co_await no_results(queue->coordinator(), -1ms);

        // Whoever gave up takes nothing from those who come later.
        CHECK(queue->coordinator().submit(jobs(1)) == 1);
        auto lease = co_await taken(queue->worker(1));
        CHECK(lease->deliveries() == 1);
    });
}

void interrupt_wakes_all_who_wait_now_and_later(const QueueFactory& make) {
    const auto queue = make(long_leases());
    int woken = 0;
    run(*queue, [&]() -> asio::awaitable<void> {
        JobQueue& mine = queue->coordinator();
        CHECK(mine.submit(jobs(1)) == 1);
        auto lease = co_await taken(queue->worker(0));
        for (int i = 0; i < 3; ++i) {
            asio::co_spawn(
                queue->context(),
                [&, i]() -> asio::awaitable<void> {
                    const auto none = co_await queue->worker(i).next(kForever);
                    CHECK_FALSE(none);
                    ++woken;
                },
                asio::detached);
        }
        asio::co_spawn(
            queue->context(),
            [&]() -> asio::awaitable<void> {
                const auto none = co_await queue->coordinator().results(kForever);
                CHECK(none.empty());
                ++woken;
            },
            asio::detached);
        co_await pause(kNothing);
        CHECK(woken == 0);
        mine.interrupt();
        const auto end = Clock::now() + kPatience;
        while (woken < 4 && Clock::now() < end) co_await pause(1ms);
        CHECK(woken == 4);

        // No more work, but what was begun may be finished.
        CHECK(mine.submit(jobs(1, 5)) == 1);
        co_await no_job(queue->worker(0), kForever);
        co_await no_results(mine, kForever);
        CHECK(lease->heartbeat());
        lease->done("the last");
        std::vector<JobResult> results;
        while (results.empty() && Clock::now() < end) {
            results = co_await mine.results(kPatience);
            co_await pause(1ms);
        }
        REQUIRE(results.size() == 1);
        CHECK(results[0].id == "j0");
    });
}

}  // namespace contract

namespace {

using namespace contract;

constexpr QueuePromise kPromises[] = {
    {"a job goes there and back", a_job_goes_there_and_back},
    {"jobs come in the order of submission", jobs_come_in_the_order_of_submission},
    {"a job wakes a worker who waits", a_job_wakes_a_worker_who_waits},
    {"many workers do every job once", many_workers_do_every_job_once},
    {"a lost worker's job is handed out again", a_lost_workers_job_is_handed_out_again},
    {"a slow worker with heartbeats keeps its job", a_slow_worker_with_heartbeats_keeps_its_job},
    {"of two results for one job the first counts", of_two_results_for_one_job_the_first_counts},
    {"a lease that is dropped gives its job back", a_lease_that_is_dropped_gives_its_job_back},
    {"a job that is given back waits its delay", a_job_that_is_given_back_waits_its_delay},
    {"a job that fails everywhere is abandoned", a_job_that_fails_everywhere_is_abandoned},
    {"a known job is not taken twice", a_known_job_is_not_taken_twice},
    {"a full queue takes no more", a_full_queue_takes_no_more},
    {"cancelled jobs are dropped", cancelled_jobs_are_dropped},
    {"ids that nobody knows do no harm", ids_that_nobody_knows_do_no_harm},
    {"results come once", results_come_once},
    {"unconfirmed results come again after a restart",
     unconfirmed_results_come_again_after_a_restart},
    {"waiting ends with its time", waiting_ends_with_its_time},
    {"interrupt wakes all who wait, now and later", interrupt_wakes_all_who_wait_now_and_later},
};

}  // namespace

std::span<const QueuePromise> queue_promises() {
    return kPromises;
}

}  // namespace sparring::test
