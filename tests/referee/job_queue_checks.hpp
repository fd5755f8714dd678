// What the checks of the queues' contract are made of. None depends on the machine's speed: what
// must happen is waited for with patience, what must not happen too early is measured from before
// its cause.
#pragma once

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/referee/job_queue_contract.hpp"

// A false alarm of GCC 12 where a coroutine's frame is made and freed in one function.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif

namespace sparring::test::contract {

namespace asio = boost::asio;
using namespace sparring::referee;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto kShortLease = 50ms;  // a lost worker is to be noticed soon
constexpr auto kPatience = 20s;     // for what must happen
constexpr auto kNothing = 20ms;     // to see that nothing happens
constexpr std::chrono::hours kForever{1'000'000};

/// Nobody is taken for lost, however slow the machine is.
inline QueueSettings long_leases(std::size_t capacity = 100) {
    return {capacity, 60s, 5};
}

inline QueueSettings short_leases(int most_deliveries = 5) {
    return {100, kShortLease, most_deliveries};
}

inline Job job(const std::string& id, int generation = 0, const std::string& run = "run") {
    return {id, run, generation, "body of " + id};
}

// Lists that coroutines can write down: GCC 12 takes no initializer lists there.
template <class... Jobs>
std::vector<Job> list(const Jobs&... jobs) {
    std::vector<Job> all;
    (all.push_back(jobs), ...);
    return all;
}

template <class... Names>
std::set<std::string> these(const Names&... names) {
    std::set<std::string> all;
    (all.emplace(names), ...);
    return all;
}

/// j0, j1, ...
std::vector<Job> jobs(int count, int first = 0);

asio::awaitable<void> pause(std::chrono::milliseconds time);

// These check what they are named after. (A co_await inside CHECK() would be done twice by GCC,
// which lets Catch look at the expression beforehand.)

/// The next job, which must be there or come.
asio::awaitable<std::unique_ptr<Lease>> taken(JobSource& source);
asio::awaitable<std::unique_ptr<Lease>> taken(JobSource& source, std::string id);

/// The results of these jobs come, in any order, and no others at once afterwards.
asio::awaitable<std::vector<JobResult>> collected(JobQueue& queue, std::set<std::string> ids);

asio::awaitable<void> no_job(JobSource& source, std::chrono::milliseconds time = kNothing);
asio::awaitable<void> no_results(JobQueue& queue, std::chrono::milliseconds time = kNothing);

/// A queue's numbers may lag behind.
asio::awaitable<void> comes_true(JobQueue& queue, std::function<bool(const QueueState&)> condition);

inline bool empty(const QueueState& state) {
    return state.waiting + state.leased + state.unconfirmed == 0;
}

/// Runs a check's coroutine to its end.
void run(QueueUnderTest& queue, const std::function<asio::awaitable<void>()>& check);

void a_job_goes_there_and_back(const QueueFactory& make);
void jobs_come_in_the_order_of_submission(const QueueFactory& make);
void a_job_wakes_a_worker_who_waits(const QueueFactory& make);
void many_workers_do_every_job_once(const QueueFactory& make);
void a_lost_workers_job_is_handed_out_again(const QueueFactory& make);
void a_slow_worker_with_heartbeats_keeps_its_job(const QueueFactory& make);
void of_two_results_for_one_job_the_first_counts(const QueueFactory& make);
void a_lease_that_is_dropped_gives_its_job_back(const QueueFactory& make);
void a_job_that_is_given_back_waits_its_delay(const QueueFactory& make);
void a_job_that_fails_everywhere_is_abandoned(const QueueFactory& make);
void a_known_job_is_not_taken_twice(const QueueFactory& make);
void a_full_queue_takes_no_more(const QueueFactory& make);
void cancelled_jobs_are_dropped(const QueueFactory& make);
void ids_that_nobody_knows_do_no_harm(const QueueFactory& make);
void results_come_once(const QueueFactory& make);
void unconfirmed_results_come_again_after_a_restart(const QueueFactory& make);
void waiting_ends_with_its_time(const QueueFactory& make);
void interrupt_wakes_all_who_wait_now_and_later(const QueueFactory& make);

}  // namespace sparring::test::contract
