// NatsQueue and NatsSource: the contract of queues, over a real server.
#include "referee/queue/nats_queue.hpp"

#include <fmt/format.h>

#include "referee/broker/jetstream.hpp"
#include "referee/broker/subjects.hpp"
#include "referee/queue/nats_source.hpp"
#include "tests/catch.hpp"
#include "tests/referee/job_queue_checks.hpp"
#include "tests/referee/nats_server.hpp"

namespace {

using namespace sparring::test;
using namespace sparring::test::contract;
using namespace sparring::referee;

class NatsQueueUnderTest final : public QueueUnderTest {
  public:
    NatsQueueUnderTest(const NatsServer& server, const QueueSettings& settings)
        : server_{server}, settings_{settings} {
        connect(coordinators_);
        asio::co_spawn(
            context_,
            [this]() -> asio::awaitable<void> {
                broker::JetStream stream{*coordinators_};
                co_await stream.remove_stream(broker::kJobs);
                co_await stream.remove_stream(broker::kResults);
                const auto problem =
                    co_await broker::set_up(stream, broker::kAnyClass, settings_, 1);
                if (problem) FAIL(*problem);
            },
            [](std::exception_ptr error) {
                if (error) std::rethrow_exception(error);
            });
        serve();
        restart();
    }

    boost::asio::io_context& context() override { return context_; }
    JobQueue& coordinator() override { return both_; }

    JobSource& worker(int number) override {
        End& end = ends_[number];
        if (!end.source) {
            connect(end.connection);
            auto opened = open<std::unique_ptr<NatsSource>>(
                NatsSource::open(*end.connection, fmt::format("worker-{}", number)));
            end.source = std::move(opened);
        }
        return *end.source;
    }

    bool restart() override {
        both_.queue.reset();
        connect(coordinators_);
        NatsQueueSettings settings{.owner = "owner",
                                   .capacity = settings_.capacity,
                                   .on_warning = [](const std::string& text) { FAIL_CHECK(text); }};
        both_.queue = open<std::unique_ptr<NatsQueue>>(NatsQueue::open(*coordinators_, settings));
        return true;
    }

  private:
    struct End {
        std::unique_ptr<broker::Connection> connection;
        std::unique_ptr<NatsSource> source;
    };

    /// On one machine both ends are interrupted together; here they are two programs.
    struct Both final : JobQueue {
        explicit Both(std::map<int, End>& workers) : ends{workers} {}

        std::size_t submit(std::span<const Job> jobs) override { return queue->submit(jobs); }
        asio::awaitable<std::vector<JobResult>> results(std::chrono::milliseconds time) override {
            return queue->results(time);
        }
        void confirm(std::string_view id) override { queue->confirm(id); }
        void forget(std::string_view id) override { queue->forget(id); }
        void cancel(std::string_view run, int generation) override {
            queue->cancel(run, generation);
        }
        QueueState state() const override { return queue->state(); }
        std::vector<WorkerState> workers() const override { return queue->workers(); }
        asio::awaitable<void> leave() override { return queue->leave(); }
        void interrupt() override {
            queue->interrupt();
            for (auto& [number, end] : ends)
                if (end.source) end.source->interrupt();
        }

        std::map<int, End>& ends;
        std::unique_ptr<NatsQueue> queue;
    };

    void connect(std::unique_ptr<broker::Connection>& connection) {
        connection.reset();
        auto opened = broker::Connection::open(context_, server_.address(), "test");
        if (!opened) FAIL(opened.error());
        connection = *std::move(opened);
    }

    template <class T>
    T open(asio::awaitable<sparring::Expected<T>> opening) {
        std::optional<sparring::Expected<T>> opened;
        asio::co_spawn(
            context_, [&]() -> asio::awaitable<void> { opened = co_await std::move(opening); },
            [](std::exception_ptr error) {
                if (error) std::rethrow_exception(error);
            });
        while (!opened) context_.run_one_for(kPatience);
        if (!*opened) FAIL(opened->error());
        return *std::move(*opened);
    }

    void serve() {
        context_.run();
        context_.restart();
    }

    const NatsServer& server_;
    QueueSettings settings_;
    boost::asio::io_context context_;
    std::unique_ptr<broker::Connection> coordinators_;
    std::map<int, End> ends_;
    Both both_{ends_};
};

}  // namespace

TEST_CASE("the queue over NATS keeps the promises of queues") {
    if (!NatsServer::installed()) {
        WARN("skipped: no nats-server here");
        return;
    }
    const NatsServer server;
    for (const QueuePromise& promise : queue_promises()) {
        DYNAMIC_SECTION(promise.words) {
            promise.check([&server](const QueueSettings& settings) {
                return std::make_unique<NatsQueueUnderTest>(server, settings);
            });
        }
    }
}
