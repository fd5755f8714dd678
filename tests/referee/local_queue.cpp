// LocalQueue: the contract, and what only it promises; JobTable with a clock of its own.
#include "referee/queue/local_queue.hpp"

#include <fmt/format.h>

#include "referee/queue/job_table.hpp"
#include "tests/catch.hpp"
#include "tests/referee/job_queue_checks.hpp"

namespace {

using namespace sparring::test;
using namespace sparring::test::contract;

class LocalQueueUnderTest final : public QueueUnderTest {
  public:
    explicit LocalQueueUnderTest(const QueueSettings& settings)
        : queue_{std::make_unique<LocalQueue>(context_, settings, "here")} {}

    boost::asio::io_context& context() override { return context_; }
    JobQueue& coordinator() override { return *queue_; }
    JobSource& worker(int) override { return *queue_; }

    std::unique_ptr<LocalQueue>& queue() { return queue_; }

  private:
    boost::asio::io_context context_;
    std::unique_ptr<LocalQueue> queue_;
};

TEST_CASE("the local queue keeps the promises of queues") {
    for (const QueuePromise& promise : queue_promises()) {
        DYNAMIC_SECTION(promise.words) {
            promise.check([](const QueueSettings& settings) {
                return std::make_unique<LocalQueueUnderTest>(settings);
            });
        }
    }
}

TEST_CASE("leases and those who wait may outlive a local queue") {
    LocalQueueUnderTest test{long_leases()};
    int woken = 0;
    run(test, [&]() -> asio::awaitable<void> {
        test.coordinator().submit(jobs(3));
        auto lease = co_await taken(test.worker(0));
        auto other = co_await taken(test.worker(0));
        auto dropped = co_await taken(test.worker(0));
        asio::co_spawn(
            test.context(),
            [&]() -> asio::awaitable<void> {
                const auto none = co_await test.worker(0).next(kPatience);
                CHECK_FALSE(none);
                ++woken;
            },
            asio::detached);
        co_await pause(1ms);
        test.queue().reset();
        dropped.reset();
        while (woken == 0) co_await pause(1ms);
        CHECK(lease->job().id == "j0");
        CHECK_FALSE(lease->heartbeat());
        CHECK_FALSE(other->heartbeat());
        lease->done("nobody hears");
        other->give_back(1ms);
    });
}

TEST_CASE("a context may end while somebody waits for a local queue") {
    auto test = std::make_unique<LocalQueueUnderTest>(short_leases());
    bool woken = false;
    test->coordinator().submit(jobs(1));
    asio::co_spawn(
        test->context(),
        [&]() -> asio::awaitable<void> {
            auto lease = co_await taken(test->worker(0));
            co_await test->coordinator().results(kPatience);
            woken = true;
        },
        asio::detached);
    asio::co_spawn(
        test->context(),
        [&]() -> asio::awaitable<void> {
            auto lease = co_await test->worker(0).next(kPatience);
            woken = true;
        },
        asio::detached);
    test->context().poll();
    test.reset();
    CHECK_FALSE(woken);
}

TEST_CASE("a local queue that nobody waits for leaves the loop alone") {
    LocalQueueUnderTest test{long_leases()};
    std::unique_ptr<Lease> held;
    run(test, [&]() -> asio::awaitable<void> {
        test.coordinator().submit(jobs(2));
        held = co_await taken(test.worker(0));
        auto lease = co_await taken(test.worker(0));
        lease->give_back(std::chrono::hours{1});
        co_await no_job(test.worker(0), 1ms);
    });
    test.context().restart();
    CHECK(test.context().run_for(kPatience) < 5);
    CHECK(test.context().stopped());
    CHECK(test.coordinator().state() == QueueState{1, 1, 0, 0, 0, 0});
}

TEST_CASE("a local queue's results name its worker") {
    LocalQueueUnderTest test{long_leases()};
    run(test, [&]() -> asio::awaitable<void> {
        test.coordinator().submit(jobs(1));
        (co_await taken(test.worker(0)))->done("");
        const auto results = co_await collected(test.coordinator(), these("j0"));
        CHECK(results[0].worker == "here");
    });
}

// ---- the table
// -----------------------------------------------------------------------------------

constexpr JobTable::Instant at(int milliseconds) {
    return JobTable::Instant{std::chrono::milliseconds{milliseconds}};
}

JobTable table_of(int count, int most_deliveries = 5) {
    JobTable table{{5000, 100ms, most_deliveries}};
    CHECK(table.submit(jobs(count)) == static_cast<std::size_t>(count));
    return table;
}

TEST_CASE("a lease lapses exactly when it has given no sign of life for its time") {
    JobTable table = table_of(1);
    const auto lease = table.take(at(0));
    REQUIRE(lease);
    CHECK(table.next_change() == at(100));
    table.settle(at(99));
    CHECK(table.heartbeat(*lease, at(99)));
    CHECK(table.next_change() == at(199));
    table.settle(at(198));
    CHECK(table.jobs_ready() == 0);
    table.settle(at(199));
    CHECK(table.jobs_ready() == 1);
    CHECK_FALSE(table.heartbeat(*lease, at(199)));
    CHECK_FALSE(table.next_change());
}

TEST_CASE("an old lease has no say over a job that others have") {
    JobTable table = table_of(1);
    const auto old = table.take(at(0));
    table.settle(at(100));
    const auto lease = table.take(at(100));
    REQUIRE(lease);
    CHECK_FALSE(table.heartbeat(*old, at(101)));
    table.give_back(*old, at(101), at(101));
    CHECK(table.jobs_ready() == 0);
    CHECK(table.heartbeat(*lease, at(102)));
    CHECK(table.state() == QueueState{0, 1, 0, 1, 0, 0});
}

TEST_CASE("a job that is submitted anew takes no result of its former life") {
    JobTable table = table_of(2);
    const auto old = table.take(at(0));
    const auto finished = table.take(at(0));
    table.done(*finished, "first", "");
    table.forget("j0");
    table.forget("j1");
    CHECK(table.state() == QueueState{0, 0, 0, 0, 0, 0, 1});
    CHECK(table.submit(jobs(2)) == 2);
    table.done(*old, "former", "");
    table.done(*finished, "former", "");
    CHECK(table.results().empty());
    CHECK(table.state() == QueueState{2, 0, 0, 0, 0, 0, 1});
    table.done(*table.take(at(1)), "new", "");
    const auto results = table.results();
    REQUIRE(results.size() == 1);
    CHECK(results[0].body == "new");
    table.done(*old, "former", "");
    CHECK(table.state().duplicates == 0);
}

TEST_CASE("a result that is confirmed unseen is not handed on") {
    JobTable table = table_of(2);
    for (int i = 0; i < 2; ++i) table.done(*table.take(at(0)), "", "");
    table.confirm("j0");
    CHECK(table.state().unconfirmed == 1);
    const auto results = table.results();
    REQUIRE(results.size() == 1);
    CHECK(results[0].id == "j1");
}

TEST_CASE("a job comes back after its delay, in its old place") {
    JobTable table = table_of(3);
    const auto first = table.take(at(0));
    table.give_back(*first, at(50), at(0));
    CHECK(table.state().waiting == 3);
    CHECK(table.jobs_ready() == 2);
    CHECK(table.take(at(0))->job->id == "j1");
    table.settle(at(49));
    CHECK(table.jobs_ready() == 1);
    table.settle(at(50));
    CHECK(table.take(at(50))->job->id == "j0");
}

TEST_CASE("thousands of jobs lapse, are cancelled, abandoned and forgotten at once") {
    constexpr int kJobs = 5000;
    JobTable table = table_of(kJobs, 2);
    CHECK(table.submit(list(job("more"))) == 0);
    for (int round = 0; round < 2; ++round) {
        const int now = round * 1000;
        for (int i = 0; i < kJobs; ++i) {
            const auto lease = table.take(at(now));
            REQUIRE(lease);
            REQUIRE(lease->job->id == fmt::format("j{}", i));
        }
        CHECK_FALSE(table.take(at(now)));
        table.settle(at(now + 100));
    }
    CHECK(table.state() == QueueState{0, 0, kJobs, kJobs, 0, kJobs});
    CHECK(table.results().size() == kJobs);
    for (const Job& each : jobs(kJobs)) table.forget(each.id);
    CHECK(table.submit(jobs(kJobs)) == kJobs);
    CHECK(table.take(at(9000)));
    table.cancel("run", 0);
    CHECK(table.state() == QueueState{0, 0, 0, kJobs, 0, kJobs});
}

}  // namespace
