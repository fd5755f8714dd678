#include "referee/cli/worker.hpp"

#include <fmt/format.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <optional>
#include <thread>

#include "protocol/text.hpp"
#include "referee/cli/arguments.hpp"
#include "referee/cli/engine_keys.hpp"
#include "referee/cli/run.hpp"
#include "referee/cli/toml_file.hpp"
#include "referee/play/process_table.hpp"
#include "referee/queue/broker_queue.hpp"
#include "referee/queue/nats_source.hpp"
#include "referee/queue/worker.hpp"

namespace sparring::referee {

namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace {

constexpr const char* kUsage =
    "worker -broker URL|FILE -engine name=NAME cmd=PROGRAM [-engine ...] [-config FILE]\n"
    "               [-concurrency N] [-class WORD] [-name WORD]";

constexpr auto kGrace = 30s;     // for games that are being played at the first signal
constexpr auto kDelivery = 20s;  // for results that the broker has not yet
constexpr auto kPatience = 20s;  // a request for a job is renewed so often

struct Request {
    broker::Address address;
    EngineList engines;
    std::string worker_class = broker::kAnyClass, name;
    int concurrency = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    bool addressed = false;
};

Expected<std::vector<Argument>> with_files(const std::vector<Argument>& given) {
    std::vector<Argument> all;
    for (const Argument& option : given) {
        if (option.name != "config") {
            all.push_back(option);
            continue;
        }
        if (option.words.size() != 1) return Error{"-config: expected a file"};
        std::ifstream file{option.words.front(), std::ios::binary};
        if (!file)
            return Error{fmt::format("-config: cannot read '{}'",
                                     text::printable(option.words.front(), 200))};
        const std::string text{std::istreambuf_iterator<char>{file}, {}};
        auto arguments = parse_toml(text, option.words.front());
        if (!arguments) return Error{arguments.error()};
        // A tournament's file will do: what is about playing it is not a worker's.
        for (Argument& each : *arguments)
            if (each.name == "engine" || each.name == "each") all.push_back(std::move(each));
    }
    return all;
}

Expected<Request> parse(std::span<const std::string> words) {
    const std::vector<std::string> names{"broker",      "engine", "each", "config",
                                         "concurrency", "class",  "name"};
    const auto given = split_arguments(words);
    if (!given) return Error{given.error()};
    const auto options = with_files(*given);
    if (!options) return Error{options.error()};
    Request request;
    Words each;
    for (const Argument& option : *options)
        if (option.name == "each") each = merged(each, option.words);
    int count = 0;
    for (const auto& [name, own, where] : *options) {
        if (const auto problem = unknown_option(name, names)) return Error{*problem};
        if (name == "each") continue;
        if (name == "engine") {
            // A job says how long its engines may think.
            auto engine =
                parse_engine(merged({"depth=1"}, each), own, fmt::format("-engine {}", ++count));
            if (!engine) return Error{engine.error()};
            auto command = find_command(engine->command);
            if (!command) return Error{fmt::format("engine {}: {}", engine->name, command.error())};
            engine->command = *std::move(command);
            engine->limits.depth.reset();
            request.engines.add({*std::move(engine)});
            continue;
        }
        if (own.size() != 1) return Error{fmt::format("-{}: expected one value", name)};
        const std::string& word = own.front();
        if (name == "broker") {
            auto address = broker::read_address(word);
            if (!address) return Error{"-broker: " + address.error()};
            request.address = *std::move(address);
            request.addressed = true;
        } else if (name == "concurrency") {
            const auto number = text::number<int>(word);
            if (!number || *number < 1 || *number > 4096)
                return Error{fmt::format("-concurrency: '{}' is not a whole number from 1 to 4096",
                                         text::printable(word))};
            request.concurrency = *number;
        } else {
            (name == "class" ? request.worker_class : request.name) = word;
        }
    }
    if (!request.addressed) return Error{"-broker URL or FILE is missing"};
    if (request.engines.entries().empty())
        return Error{"no engine: -engine name=NAME cmd=PROGRAM, or -config FILE"};
    if (request.name.empty()) request.name = connection_name("worker");
    return request;
}

class Session {
  public:
    explicit Session(Request& request)
        : request_{request}, signals_{context_, SIGINT, SIGTERM}, grace_{context_} {}

    int run() {
        using Change = broker::Connection::Change;
        auto connection = broker::Connection::open(
            context_, request_.address, request_.name, [](Change change, const std::string& why) {
                if (change == Change::lost)
                    say(fmt::format("the broker is lost ({}); looking for it", why));
                if (change == Change::found) say("the broker is there again");
            });
        if (!connection) return fail(kNoStart, "worker: " + connection.error());
        connection_ = *std::move(connection);
        int status = kPlayed;
        asio::co_spawn(context_, serve(), [&](std::exception_ptr error, int result) {
            error_ = error;
            status = result;
            signals_.cancel();
            grace_.cancel();
        });
        await_signal();
        context_.run();
        source_.reset();
        if (error_) std::rethrow_exception(error_);
        return status;
    }

  private:
    static void say(const std::string& text) {
        fmt::print("{}\n", text);
        std::fflush(stdout);
    }

    asio::awaitable<int> serve() {
        auto opened = co_await NatsSource::open(*connection_, request_.name, request_.worker_class);
        if (!opened) co_return fail(kNoStart, "worker: " + opened.error());
        source_ = *std::move(opened);
        WorkerSettings settings;
        settings.concurrency = request_.concurrency;
        settings.sign = source_->lease() / 3;
        settings.most_deliveries = source_->most_deliveries();
        settings.patience = kPatience;
        worker_.emplace(table_, *source_, request_.engines, settings);
        std::string engines;
        for (const auto& [name, entry] : request_.engines.entries()) engines += " " + name;
        say(fmt::format("{} at work, {} at a time; engines:{}", request_.name, request_.concurrency,
                        engines));
        if (signalled_ > 0) co_return kInterrupted;
        co_await worker_->run();
        const std::size_t left = co_await source_->deliver(kDelivery);
        if (left > 0)
            co_return fail(kAborted,
                           fmt::format("worker: {} results did not reach the broker; their jobs "
                                       "will be played again",
                                       left));
        say("ended");
        co_return kPlayed;
    }

    /// The first lets games end, the second gives jobs back at once.
    void await_signal() {
        signals_.async_wait([this](boost::system::error_code error, int) {
            if (error) return;
            ++signalled_;
            if (source_) source_->interrupt();
            if (!worker_) return connection_->interrupt();
            worker_->stop();
            if (signalled_ > 1) return worker_->interrupt();
            say("ending: no new jobs");
            grace_.expires_after(kGrace);
            grace_.async_wait([this](boost::system::error_code cancelled) {
                if (!cancelled) worker_->interrupt();
            });
            await_signal();
        });
    }

    Request& request_;
    asio::io_context context_{1};
    ProcessTable table_{context_};
    std::unique_ptr<broker::Connection> connection_;
    std::unique_ptr<NatsSource> source_;
    std::optional<Worker> worker_;
    asio::signal_set signals_;
    asio::steady_timer grace_;
    int signalled_ = 0;
    std::exception_ptr error_;
};

}  // namespace

int worker_command(std::span<const std::string> words) {
    auto request = parse(words);
    if (!request)
        return fail(kWrongUsage, fmt::format("worker: {} (referee {})", request.error(), kUsage));
    try {
        return Session{*request}.run();
    } catch (const std::system_error& error) {
        return fail(kAborted, fmt::format("worker: {}", error.what()));
    }
}

}  // namespace sparring::referee
