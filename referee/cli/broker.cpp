#include "referee/cli/broker.hpp"

#include <fmt/format.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <cstdio>
#include <functional>
#include <optional>

#include "protocol/text.hpp"
#include "referee/broker/address.hpp"
#include "referee/broker/jetstream.hpp"
#include "referee/broker/subjects.hpp"
#include "referee/cli/arguments.hpp"
#include "referee/cli/broker_conf.hpp"
#include "referee/cli/run.hpp"
#include "referee/queue/broker_queue.hpp"
#include "referee/view/table.hpp"

namespace sparring::referee {

namespace asio = boost::asio;

namespace {

constexpr const char* kUsage =
    "broker init|status|purge -broker URL|FILE, or conf DIR -host NAME\n"
    "  init   [-class WORD] [-lease S] [-deliveries N]   makes the streams, or changes them\n"
    "  status [-class WORD]                              what is there, and whose\n"
    "  purge  -owner NAME | -all                         drops jobs and results";

struct Request {
    broker::Address address;
    std::string worker_class = broker::kAnyClass, owner;
    QueueSettings rules;
    bool addressed = false, all = false;
};

Expected<Request> parse(std::span<const std::string> words) {
    const std::vector<std::string> names{"broker", "class", "lease", "deliveries", "owner", "all"};
    const auto options = split_arguments(words);
    if (!options) return Error{options.error()};
    Request request;
    for (const auto& [name, own, where] : *options) {
        if (const auto problem = unknown_option(name, names)) return Error{*problem};
        if (name == "all" && own.empty()) {
            request.all = true;
            continue;
        }
        if (own.size() != 1 || name == "all")
            return Error{
                fmt::format("-{}: expected {}", name, name == "all" ? "no value" : "one value")};
        const std::string& word = own.front();
        if (name == "broker") {
            auto address = broker::read_address(word);
            if (!address) return Error{"-broker: " + address.error()};
            request.address = *std::move(address);
            request.addressed = true;
        } else if (name == "lease" || name == "deliveries") {
            const auto number = text::number<int>(word);
            if (!number || *number < 1 || *number > 86'400)
                return Error{fmt::format("-{}: '{}' is not a whole number from 1 to 86400", name,
                                         text::printable(word))};
            if (name == "lease") request.rules.lease = std::chrono::seconds{*number};
            if (name == "deliveries") request.rules.most_deliveries = *number;
        } else {
            (name == "class" ? request.worker_class : request.owner) = word;
        }
    }
    if (!request.addressed) return Error{"-broker URL or FILE is missing"};
    return request;
}

using Task = std::function<asio::awaitable<int>(broker::JetStream, const Request&)>;

asio::awaitable<int> init(broker::JetStream stream, const Request& request) {
    const auto problem = co_await broker::set_up(stream, request.worker_class, request.rules,
                                                 request.address.replicas);
    if (problem) co_return fail(kNoStart, "broker init: " + *problem);
    fmt::print(
        "The broker is ready for jobs of class '{}': lease {} s, {} deliveries at most, {} "
        "replica(s)\n",
        request.worker_class,
        std::chrono::duration_cast<std::chrono::seconds>(request.rules.lease).count(),
        request.rules.most_deliveries, request.address.replicas);
    co_return kPlayed;
}

asio::awaitable<int> status(broker::JetStream stream, const Request& request) {
    Table streams;
    streams.column("Stream", Table::Align::left);
    streams.column("messages");
    streams.column("ever");
    std::vector<std::string> names;
    names.push_back(broker::kJobs);
    names.push_back(broker::kResults);
    names.push_back(broker::kMigrants);
    for (const std::string& name : names) {
        const auto state = co_await stream.stream(name);
        if (!state) {
            co_return fail(kNoStart,
                           fmt::format("broker status: {}: {}{}", name, state.refusal.words,
                                       state.refusal.code == broker::refusal::kNoStream
                                           ? " (referee broker init makes it)"
                                           : ""));
        }
        streams.row({name, fmt::format("{}", state->messages), fmt::format("{}", state->last)});
    }
    fmt::print("{}\n", streams.text(false));
    const std::string name = broker::workers(request.worker_class);
    const auto workers = co_await stream.consumer(broker::kJobs, name);
    if (!workers)
        co_return fail(kNoStart, fmt::format("broker status: class '{}': {}", request.worker_class,
                                             workers.refusal.words));
    fmt::print(
        "Class '{}': {} jobs wait, {} are being played ({} of them delivered again), {} "
        "workers wait\n",
        request.worker_class, workers->waiting, workers->leased, workers->redelivered,
        workers->pulls);
    const auto consumers = co_await stream.consumers(broker::kResults);
    if (!consumers) co_return fail(kNoStart, "broker status: " + consumers.refusal.words);
    std::vector<std::string> runs;
    for (const std::string& each : *consumers)
        if (auto run = broker::coordinator_of(each)) runs.push_back(*std::move(run));
    if (!runs.empty()) fmt::print("Runs that go on or were given up: {}\n", fmt::join(runs, ", "));
    co_return kPlayed;
}

asio::awaitable<int> purge(broker::JetStream stream, const Request& request) {
    if (request.all) {
        for (int i = 0; i < 2; ++i) {
            const auto gone =
                co_await stream.remove_stream(i == 0 ? broker::kJobs : broker::kResults);
            if (!gone && gone.refusal.code != broker::refusal::kNoStream)
                co_return fail(kNoStart, "broker purge: " + gone.refusal.words);
        }
        const auto problem = co_await broker::set_up(stream, request.worker_class, request.rules,
                                                     request.address.replicas);
        if (problem) co_return fail(kNoStart, "broker purge: " + *problem);
        fmt::print("All jobs and results are dropped\n");
        co_return kPlayed;
    }
    const auto dropped = co_await broker::drop_all_of(stream, request.worker_class, request.owner);
    if (!dropped) co_return fail(kNoStart, "broker purge: " + dropped.refusal.words);
    fmt::print("{} messages of '{}' dropped\n", *dropped, request.owner);
    co_return kPlayed;
}

int with_broker(const Request& request, const Task& task) {
    asio::io_context context{1};
    const auto connection =
        broker::Connection::open(context, request.address, connection_name("broker"));
    if (!connection) return fail(kNoStart, "broker: " + connection.error());
    int result = kAborted;
    std::exception_ptr failure;
    asio::co_spawn(context, task(broker::JetStream{**connection}, request),
                   [&](std::exception_ptr error, int status) {
                       failure = error;
                       result = status;
                   });
    context.run();
    if (failure) std::rethrow_exception(failure);
    return result;
}

}  // namespace

int broker_command(std::span<const std::string> words) {
    const auto wrong = [](const std::string& what) {
        return fail(kWrongUsage, fmt::format("broker: {}\nreferee {}", what, kUsage));
    };
    if (words.empty()) return wrong("expected conf, init, status or purge");
    const std::string& what = words.front();
    if (what == "conf") return broker_conf(words.subspan(1));
    const Task task = what == "init"     ? Task{init}
                      : what == "status" ? Task{status}
                      : what == "purge"  ? Task{purge}
                                         : Task{};
    if (!task)
        return wrong(
            fmt::format("'{}': expected conf, init, status or purge", text::printable(what)));
    const auto request = parse(words.subspan(1));
    if (!request) return wrong(request.error());
    if (what == "purge" && request->owner.empty() == !request->all)
        return wrong("purge: expected -owner NAME or -all");
    return with_broker(*request, task);
}

}  // namespace sparring::referee
