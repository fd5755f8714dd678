#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>

#include "protocol/text.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/eval.hpp"
#include "tuner/cli/evaluator.hpp"
#include "tuner/protocol/one_shot.hpp"

namespace sparring::tuner {
namespace {

namespace asio = boost::asio;

/// Whom a candidate meets if nobody is named: the file's opponents for the training, else the
/// start.
std::vector<Against> usual_opponents(const Configuration& configuration) {
    std::vector<Against> against;
    for (const Opponent& opponent : configuration.opponents)
        if (opponent.role == Role::train) against.push_back({opponent.name});
    if (against.empty()) against.push_back({"start"});
    return against;
}

struct Played {
    std::optional<EvalResult> result;  ///< none: interrupted
    std::optional<Refusal> refusal;
};

Played play(Experiment& experiment, EvalRequest request) {
    asio::io_context context{1};
    Played played;
    Evaluator* ending = nullptr;
    Evaluator evaluator{context,
                        experiment,
                        {[&](const EvalResult& result) {
                             played.result = result;
                             ending->stop();
                         },
                         {}}};
    ending = &evaluator;
    asio::signal_set signals{context, SIGINT, SIGTERM};
    signals.async_wait([&](boost::system::error_code cancelled, int) {
        if (!cancelled) evaluator.stop();
    });
    std::exception_ptr failure;
    asio::co_spawn(context, evaluator.run(), [&](std::exception_ptr error) {
        failure = error;
        signals.cancel();
    });
    played.refusal = evaluator.take(std::move(request));
    if (played.refusal) evaluator.stop();
    context.run();
    if (failure) std::rethrow_exception(failure);
    return played;
}

}  // namespace

int eval_once(Experiment& experiment, const CommandLine& line, std::span<const std::string> words) {
    const std::vector<std::string> formats = once_formats();
    const std::string wanted = line.text("format", "json");
    const auto found = std::find(formats.begin(), formats.end(), wanted);
    if (found == formats.end())
        return fail(kWrongUsage, fmt::format("eval: --format: '{}' is none of {}",
                                             text::printable(wanted), fmt::join(formats, ", ")));
    const auto format = static_cast<OnceFormat>(found - formats.begin());
    auto once = parse_once(format, words);
    if (!once) return fail(kWrongUsage, "eval: " + once.error());
    if (line.has("seed")) once->seed = line.text("seed");
    if (line.has("instance")) once->instance = line.text("instance");
    const auto pairs = line.integer("pairs", 8, 1, 10'000);
    if (!pairs) return fail(kWrongUsage, "eval: " + pairs.error());
    const auto deadline = line.integer("deadline", 0, 0, 10'000'000);
    if (!deadline) return fail(kWrongUsage, "eval: " + deadline.error());
    EvalRequest request{.id = "once", .a = once->params};
    for (const std::string& name : line.texts("against")) request.against.push_back({name});
    if (request.against.empty()) request.against = usual_opponents(experiment.configuration);
    request.pairs = *pairs;
    request.deadline_s = *deadline;
    request.set = line.text("openings", "train");
    request.seed = seed_of(*once);
    const Played played = play(experiment, std::move(request));
    if (played.refusal) return fail(kWrongUsage, "eval: " + played.refusal->text);
    if (!played.result) return kInterrupted;
    const EvalResult& result = *played.result;
    for (const std::string& fault : result.faults) fail(0, fault);
    if (const std::string text = once_text(format, result); !text.empty()) fmt::print("{}\n", text);
    if (result.status == EvalResult::Status::ok) return kDone;
    return fail(result.reason == "deadline" ? kTimedOut : kNoStart,
                result.reason == "deadline" ? "the deadline has passed"
                                            : "an engine's faults left no result");
}

}  // namespace sparring::tuner
