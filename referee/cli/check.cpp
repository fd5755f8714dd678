#include "referee/cli/check.hpp"

#include <fmt/format.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

#include "protocol/text.hpp"
#include "referee/check/report.hpp"
#include "referee/check/ugi.hpp"
#include "referee/cli/arguments.hpp"
#include "referee/cli/engine_keys.hpp"
#include "referee/cli/run.hpp"
#include "referee/play/ugi_game.hpp"
#include "referee/view/json.hpp"

namespace sparring::referee {

namespace asio = boost::asio;

namespace {

using check::Examination;

struct Request {
    check::Plan plan;
    bool game_given = false;
    bool json = false;
};

constexpr std::string_view kAnyGame = "ugi";

/// Generous: it tells engines that forget the time from those that a busy machine holds up.
const Words kDefaults{"depth=1", "timemargin=100", "stall=10"};

std::optional<std::string> read_option(const Argument& option, Request& request) {
    const auto& [name, words, where] = option;
    if (name == "fast" || name == "json") {
        if (!words.empty()) return fmt::format("-{} takes no value", name);
        (name == "fast" ? request.plan.fast : request.json) = true;
        return {};
    }
    if (words.size() != 1) return fmt::format("-{}: expected one value", name);
    if (name == "seed") {
        const auto seed = text::number<std::uint64_t>(words.front());
        if (!seed)
            return fmt::format("-seed: '{}' is not a whole number", text::printable(words.front()));
        request.plan.seed = *seed;
        return {};
    }
    request.game_given = true;
    request.plan.rules = words.front() != kAnyGame;
    if (!request.plan.rules) return {};
    auto choice = games::find(words.front());
    if (!choice) return fmt::format("-game: {}, or ugi for any other", choice.error());
    request.plan.game = *std::move(choice);
    return {};
}

Expected<Request> parse(std::span<const std::string> words) {
    // KEY=VALUE belongs to the engine, wherever it stands.
    Words engine, rest;
    for (const std::string& word : words)
        (key_value(word) && !word.starts_with('-') ? engine : rest).push_back(word);
    const auto options = split_arguments(rest);
    if (!options) return Error{options.error()};

    Request request{{{}, any_ugi_game()}};
    const std::vector<std::string> names{"game", "fast", "json", "seed"};
    for (const Argument& option : *options) {
        if (const auto problem = unknown_option(option.name, names)) return Error{*problem};
        if (auto problem = read_option(option, request)) return Error{*std::move(problem)};
    }
    auto settings = parse_engine(kDefaults, engine, "engine");
    if (!settings) return Error{settings.error()};
    request.plan.engine = *std::move(settings);
    return request;
}

/// Runs a coroutine to its end. False if the user has had enough.
template <class Work>
bool run_loop(asio::io_context& context, Examination& exam, Work work) {
    asio::signal_set signals{context, SIGINT, SIGTERM};
    bool interrupted = false;
    signals.async_wait([&](boost::system::error_code error, int) {
        if (error) return;
        interrupted = true;
        exam.interrupt();
    });
    std::exception_ptr problem;
    asio::co_spawn(context, std::move(work), [&](std::exception_ptr error) {
        problem = error;
        context.stop();
    });
    context.run();
    if (problem) std::rethrow_exception(problem);
    return !interrupted;
}

/// Finds out the game of an engine that was given without one. False if the user has had enough.
bool ask_for_game(check::Plan& plan) {
    asio::io_context context{1};
    ProcessTable table{context};
    Examination exam{table, plan, check::greet};
    std::optional<games::Choice> found;
    const bool finished = run_loop(
        context, exam, [&]() -> asio::awaitable<void> { found = co_await check::find_game(exam); });
    plan.rules = found.has_value();
    if (!found) return finished;
    plan.game = *std::move(found);
    for (const auto& [name, value] : plan.engine.options) {
        if (!text::equals_ignoring_case(name, "Variant")) continue;
        if (auto variant = plan.game.game->variant(value)) plan.game.variant = *std::move(variant);
    }
    return finished;
}

int exit_status(const check::Summary& summary) {
    if (summary.interrupted) return kInterrupted;
    if (summary.misconfigured) return kWrongUsage;
    if (!summary.started) return kNoStart;
    return summary.failed > 0 ? kCheckFailed : kPlayed;
}

int examine(const Request& request) {
    asio::io_context context{1};
    ProcessTable table{context};
    Examination exam{table, request.plan, check::greet};
    std::vector<check::Judged> steps;
    const auto tell = [&](const check::Judged& judged) {
        steps.push_back(judged);
        if (request.json) return;
        fmt::print("{}", check::text(judged));
        std::fflush(stdout);
    };
    check::Summary summary;
    run_loop(context, exam, [&]() -> asio::awaitable<void> {
        summary = co_await exam.run(check::ugi_steps(), tell);
    });
    if (request.json) {
        const auto report = check::to_json(request.plan, exam.id_name, steps, summary);
        fmt::print("{}\n", json::text(report));
    } else {
        fmt::print("{}\n", check::text(summary));
    }
    return exit_status(summary);
}

}  // namespace

int check_command(std::span<const std::string> words) {
    auto request = parse(words);
    if (!request)
        return fail(kWrongUsage, fmt::format("check: {} (referee check cmd=PROGRAM [KEY=VALUE ..] "
                                             "[-game NAME/VARIANT] [-fast] [-json] [-seed N])",
                                             request.error()));
    auto command = find_command(request->plan.engine.command);
    if (!command)
        return fail(kNoStart, fmt::format("check: engine {}: {}", request->plan.engine.name,
                                          command.error()));
    check::Plan& plan = request->plan;
    plan.engine.command = *std::move(command);
    try {
        if (!request->game_given && !ask_for_game(plan)) return kInterrupted;
        if (!request->json) {
            fmt::print("engine {}, game {}\n", plan.engine.name,
                       plan.rules ? games::full_name(plan.game)
                       : request->game_given
                           ? "unknown to us"
                           : "not recognised: -game NAME/VARIANT checks it by its rules");
        }
        return examine(*request);
    } catch (const std::system_error& error) {
        return fail(kAborted, fmt::format("check: {}", error.what()));
    }
}

}  // namespace sparring::referee
