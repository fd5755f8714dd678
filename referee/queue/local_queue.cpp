#include "referee/queue/local_queue.hpp"

#include <algorithm>
#include <boost/asio/steady_timer.hpp>
#include <list>
#include <optional>
#include <utility>

#include "referee/play/notice.hpp"
#include "referee/queue/job_table.hpp"

namespace sparring::referee {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;
using Instant = JobTable::Instant;

namespace {

Instant after(std::chrono::milliseconds delay) {
    constexpr std::chrono::milliseconds kYear = std::chrono::hours{24 * 365};
    return Clock::now() + std::clamp(delay, std::chrono::milliseconds{0}, kYear);
}

/// Those who wait for one thing, woken in the order in which they came.
class Line {
  public:
    explicit Line(asio::io_context& context) : context_{context} {}

    bool empty() const { return waiters_.empty(); }

    /// So many are awake then. Those who were woken but did not run yet count: they will look.
    void wake(std::size_t count) {
        while (woken_ < count && !waiters_.empty()) {
            Waiter& waiter = *waiters_.front();
            waiters_.pop_front();
            waiter.woken = true;
            ++woken_;
            waiter.timer.cancel();
        }
    }

    void wake_all() { wake(woken_ + waiters_.size()); }

    /// Until woken or `until`. `begun` is called when the caller stands in the line.
    template <class Function>
    asio::awaitable<void> wait(Instant until, Function begun) {
        Waiter self{*this, until};
        begun();
        co_await waited(self.timer);
    }

  private:
    struct Waiter {
        Waiter(Line& owner, Instant until) : line{owner}, timer{owner.context_, until} {
            place = line.waiters_.insert(line.waiters_.end(), this);
        }
        Waiter(const Waiter&) = delete;
        Waiter& operator=(const Waiter&) = delete;
        ~Waiter() {
            if (woken) {
                --line.woken_;
            } else {
                line.waiters_.erase(place);
            }
        }

        Line& line;
        asio::steady_timer timer;
        std::list<Waiter*>::iterator place;
        bool woken = false;
    };

    asio::io_context& context_;
    std::list<Waiter*> waiters_;
    std::size_t woken_ = 0;
};

}  // namespace

class LocalQueue::Core : public std::enable_shared_from_this<LocalQueue::Core> {
  public:
    Core(asio::io_context& context, const QueueSettings& settings, std::string worker)
        : table_{settings},
          worker_{std::move(worker)},
          workers_{context},
          coordinators_{context},
          timer_{context} {}

    const std::string& worker() const { return worker_; }
    bool interrupted() const { return interrupted_; }

    /// Does something with the table as it is now, then tells those whom it concerns.
    template <class Function>
    auto with_table(Function function) {
        struct Told {
            Core& core;
            ~Told() { core.tell(); }
        } told{*this};
        const Instant now = Clock::now();
        table_.settle(now);
        return function(table_, now);
    }

    void interrupt() {
        interrupted_ = true;
        workers_.wake_all();
        coordinators_.wake_all();
        set_timer();
    }

    asio::awaitable<void> wait_for_job(Instant until) {
        return workers_.wait(until, [this] { set_timer(); });
    }
    asio::awaitable<void> wait_for_result(Instant until) {
        return coordinators_.wait(until, [this] { set_timer(); });
    }

  private:
    void tell() {
        workers_.wake(table_.jobs_ready());
        coordinators_.wake(table_.results_ready() > 0 ? 1 : 0);
        set_timer();
    }

    /// One timer for the earliest change. It may run too early (heartbeats put the change off
    /// without touching it) but never too late, and not at all if nobody waits.
    void set_timer() {
        const auto change = table_.next_change();
        if (!change || interrupted_ || (workers_.empty() && coordinators_.empty())) {
            if (set_for_) timer_.cancel();
            set_for_.reset();
            return;
        }
        if (set_for_ && *set_for_ <= *change) return;
        set_for_ = change;
        timer_.expires_at(*change);
        timer_.async_wait([weak = weak_from_this()](boost::system::error_code error) {
            const auto self = weak.lock();
            if (error || !self) return;
            self->set_for_.reset();
            self->with_table([](JobTable&, Instant) {});
        });
    }

    JobTable table_;
    std::string worker_;
    Line workers_, coordinators_;
    asio::steady_timer timer_;
    std::optional<Instant> set_for_;
    bool interrupted_ = false;
};

class LocalQueue::OwnLease final : public Lease {
  public:
    OwnLease(std::weak_ptr<Core> core, JobTable::Delivery delivery)
        : core_{std::move(core)}, delivery_{std::move(delivery)} {}
    OwnLease(const OwnLease&) = delete;
    OwnLease& operator=(const OwnLease&) = delete;
    ~OwnLease() override { give_back(std::chrono::milliseconds{0}); }

    const Job& job() const override { return *delivery_.job; }
    int deliveries() const override { return delivery_.count; }

    bool heartbeat() override {
        const auto core = core_.lock();
        return core && core->with_table([&](JobTable& table, Instant now) {
            return table.heartbeat(delivery_, now);
        });
    }

    void done(std::string body) override {
        if (const auto core = end()) {
            core->with_table([&](JobTable& table, Instant) {
                table.done(delivery_, std::move(body), core->worker());
            });
        }
    }

    void give_back(std::chrono::milliseconds delay) override {
        if (const auto core = end()) {
            core->with_table([&](JobTable& table, Instant now) {
                table.give_back(delivery_, after(delay), now);
            });
        }
    }

  private:
    /// A lease ends once.
    std::shared_ptr<Core> end() { return std::exchange(core_, {}).lock(); }

    std::weak_ptr<Core> core_;
    JobTable::Delivery delivery_;
};

LocalQueue::LocalQueue(asio::io_context& context, const QueueSettings& settings, std::string worker)
    : core_{std::make_shared<Core>(context, settings, std::move(worker))} {}

LocalQueue::~LocalQueue() {
    core_->interrupt();
}

std::size_t LocalQueue::submit(std::span<const Job> jobs) {
    return core_->with_table([&](JobTable& table, Instant) { return table.submit(jobs); });
}

asio::awaitable<std::vector<JobResult>> LocalQueue::results(std::chrono::milliseconds timeout) {
    const auto core = core_;
    const Instant until = after(timeout);
    for (;;) {
        auto results = core->with_table([](JobTable& table, Instant) { return table.results(); });
        if (!results.empty() || core->interrupted() || Clock::now() >= until) co_return results;
        co_await core->wait_for_result(until);
    }
}

void LocalQueue::confirm(std::string_view id) {
    core_->with_table([&](JobTable& table, Instant) { table.confirm(id); });
}

void LocalQueue::forget(std::string_view id) {
    core_->with_table([&](JobTable& table, Instant) { table.forget(id); });
}

void LocalQueue::cancel(std::string_view run, int generation) {
    core_->with_table([&](JobTable& table, Instant) { table.cancel(run, generation); });
}

QueueState LocalQueue::state() const {
    return core_->with_table([](JobTable& table, Instant) { return table.state(); });
}

std::vector<WorkerState> LocalQueue::workers() const {
    const QueueState now = state();
    return {{core_->worker(), now.leased, now.done}};
}

asio::awaitable<void> LocalQueue::leave() {
    co_return;
}

void LocalQueue::interrupt() {
    core_->interrupt();
}

asio::awaitable<std::unique_ptr<Lease>> LocalQueue::next(std::chrono::milliseconds timeout) {
    const auto core = core_;
    const Instant until = after(timeout);
    while (!core->interrupted()) {
        auto delivery =
            core->with_table([](JobTable& table, Instant now) { return table.take(now); });
        if (delivery) co_return std::make_unique<OwnLease>(core, *std::move(delivery));
        if (Clock::now() >= until) break;
        co_await core->wait_for_job(until);
    }
    co_return nullptr;
}

}  // namespace sparring::referee
