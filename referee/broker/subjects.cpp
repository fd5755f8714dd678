#include "referee/broker/subjects.hpp"

#include <fmt/format.h>

namespace sparring::referee::broker {

namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace {

constexpr const char* kCoordinator = "coordinator_";

}  // namespace

std::string token(std::string_view word) {
    std::string result;
    for (const char c : word) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') || c == '-' || c == '_';
        if (plain) {
            result += c;
        } else {
            result += fmt::format("={:02X}", static_cast<unsigned char>(c));
        }
    }
    return result.empty() ? "=" : result;
}

std::string jobs_of(std::string_view worker_class, std::string_view owner) {
    return fmt::format("sparring.job.{}.{}.>", token(worker_class), token(owner));
}

std::string jobs_of(std::string_view worker_class, std::string_view owner, std::string_view run,
                    int generation) {
    return fmt::format("sparring.job.{}.{}.{}.{}.>", token(worker_class), token(owner), token(run),
                       generation);
}

std::string job_subject(std::string_view worker_class, std::string_view owner, const Job& job) {
    return fmt::format("sparring.job.{}.{}.{}.{}.{}", token(worker_class), token(owner),
                       token(job.run), job.generation, token(job.id));
}

std::string result_subject(std::string_view owner) {
    return "sparring.result." + token(owner);
}
std::string sign_subject(std::string_view owner) {
    return "sparring.sign." + token(owner);
}
std::string migrant_subject(std::string_view run, int island, std::string_view which) {
    return fmt::format("sparring.migrants.{}.{}.{}", token(run), island, token(which));
}
std::string migrants_of(std::string_view run) {
    return fmt::format("sparring.migrants.{}.>", token(run));
}
std::string control_subject(std::string_view owner) {
    return "sparring.control." + token(owner);
}

std::string workers(std::string_view worker_class) {
    return "workers_" + token(worker_class);
}
std::string coordinator(std::string_view owner) {
    return kCoordinator + token(owner);
}
std::optional<std::string> coordinator_of(std::string_view consumer) {
    if (!consumer.starts_with(kCoordinator)) return {};
    return std::string{consumer.substr(std::string_view{kCoordinator}.size())};
}

StreamSettings job_stream(int replicas) {
    return {.name = kJobs,
            .subjects = {"sparring.job.>"},
            .most_messages = 200'000,
            .most_per_subject = 1,
            .replicas = replicas};
}

StreamSettings result_stream(int replicas) {
    return {.name = kResults, .subjects = {"sparring.result.>"}, .replicas = replicas};
}

StreamSettings migrant_stream(int replicas) {
    return {.name = kMigrants,
            .subjects = {"sparring.migrants.>"},
            .work_queue = false,
            .most_per_subject = 1,
            .oldest = 7 * 24h,
            .replicas = replicas};
}

ConsumerSettings worker_consumer(std::string_view worker_class, const QueueSettings& settings) {
    return {.stream = kJobs,
            .name = workers(worker_class),
            .filter = fmt::format("sparring.job.{}.>", token(worker_class)),
            .lease = settings.lease,
            .most_deliveries = settings.most_deliveries};
}

ConsumerSettings result_consumer(std::string_view owner) {
    // A coordinator makes its consumer anew when it starts: what it has not confirmed comes again.
    return {.stream = kResults,
            .name = coordinator(owner),
            .filter = result_subject(owner),
            .lease = 24h,
            .most_leased = -1};
}

asio::awaitable<std::optional<std::string>> set_up(JetStream stream, std::string worker_class,
                                                   QueueSettings settings, int replicas) {
    std::vector<StreamSettings> streams;
    streams.push_back(job_stream(replicas));
    streams.push_back(result_stream(replicas));
    streams.push_back(migrant_stream(replicas));
    for (const StreamSettings& each : streams) {
        const auto made = co_await stream.set_stream(each);
        if (!made) co_return fmt::format("stream {}: {}", each.name, made.refusal.words);
    }
    const auto made = co_await stream.set_consumer(worker_consumer(worker_class, settings));
    if (!made) co_return fmt::format("consumer {}: {}", workers(worker_class), made.refusal.words);
    co_return std::nullopt;
}

/// Message by message: server 2.9.10 that purges a subject loses jobs of others.
asio::awaitable<JetStream::Answer<std::uint64_t>> drop_all_of(JetStream stream,
                                                              std::string worker_class,
                                                              std::string owner) {
    using Result = JetStream::Answer<std::uint64_t>;
    std::uint64_t dropped = 0;
    for (const bool jobs : {true, false}) {
        const std::string name = jobs ? kJobs : kResults;
        const std::string subject = jobs ? jobs_of(worker_class, owner) : result_subject(owner);
        for (std::uint64_t next = 1;; ++next) {
            const auto found = co_await stream.find(name, subject, next);
            if (!found && found.refusal.code == refusal::kNoMessage) break;
            if (!found) co_return Result{{}, found.refusal};
            next = *found;
            const auto gone = co_await stream.remove_message(name, next);
            if (!gone) co_return Result{{}, gone.refusal};
            ++dropped;
        }
    }
    co_await stream.remove_consumer(kResults, coordinator(owner));
    co_return Result{dropped, {}};
}

}  // namespace sparring::referee::broker
