// `tuner serve`: our strategies for somebody else's games.
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

#include "tuner/cli/command_line.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/load.hpp"
#include "tuner/cli/run_files.hpp"
#include "tuner/protocol/line_splitter.hpp"
#include "tuner/run/optimizer.hpp"

namespace sparring::tuner {
namespace {

volatile std::sig_atomic_t interrupted = 0;

/// Reading is interrupted, not taken up again; what was told is on disk at any moment.
void end_at_signals() {
    struct sigaction action {};
    action.sa_handler = [](int) { interrupted = 1; };
    for (const int number : {SIGINT, SIGTERM}) ::sigaction(number, &action, nullptr);
}

class Server {
  public:
    Server(Optimizer& optimizer, const Experiment& experiment, const RunStore& store, int lease_s)
        : optimizer_{optimizer},
          experiment_{experiment},
          space_{experiment.space()},
          store_{store},
          lease_s_{lease_s} {}

    int run() {
        OptimizerHello hello{SPARRING_VERSION, "", &experiment_.parameters};
        if (const Node* name = experiment_.configuration.strategy.find("name"))
            hello.algorithm = std::get<std::string>(name->value);
        hello.lease_s = lease_s_;
        hello.resumed = optimizer_.resumed();
        hello.told = optimizer_.told();
        bool wanted = say(to_json(hello));
        LineSplitter splitter{kLongestMessage};
        std::array<char, 65536> chunk{};
        while (wanted && interrupted == 0) {
            if (const auto line = splitter.take()) {
                wanted = serve(*line);
                continue;
            }
            const ssize_t got = ::read(STDIN_FILENO, chunk.data(), chunk.size());
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) {
                if (const auto line = splitter.rest()) serve(*line);
                break;
            }
            splitter.add({chunk.data(), static_cast<std::size_t>(got)});
        }
        if (interrupted != 0) return kInterrupted;
        say(one_line(Json{{"v", kTuneVersion}, {"type", "bye"}}));
        return kDone;
    }

  private:
    /// False: nobody hears it.
    static bool say(const std::string& line) {
        return std::fputs((line + '\n').c_str(), stdout) >= 0 && std::fflush(stdout) == 0;
    }

    /// False: no other line is wanted.
    bool serve(const Line& line) {
        if (line.too_long) return say(to_json(too_long()));
        if (line.text.find_first_not_of(" \t") == line.text.npos) return true;
        const OptimizerRequest request = parse_optimizer_request(line.text);
        return std::visit([this](const auto& each) { return answer(each); }, request);
    }

    bool answer(const Refusal& refusal) { return say(to_json(refusal)); }
    bool answer(const Greeting&) { return true; }
    bool answer(const StopRequest&) { return false; }
    bool answer(const AskRequest& ask) {
        return say(to_json(optimizer_.ask(ask, std::chrono::steady_clock::now()), space_,
                           optimizer_.opponents()));
    }
    bool answer(const TellRequest& tell) { return say_told(optimizer_.tell(tell)); }
    bool answer(const FailRequest& fail) { return say_told(optimizer_.fail(fail)); }
    bool answer(const KeepRequest& keep) {
        const auto refusal = optimizer_.keep(keep, std::chrono::steady_clock::now());
        return say(refusal ? to_json(*refusal) : kept_message(keep, lease_s_));
    }
    bool answer(const BestRequest& best) {
        return say(best_message(best.id, space_, optimizer_.answer(), optimizer_.generation(),
                                optimizer_.games()));
    }
    bool answer(const CheckpointRequest& checkpoint) {
        return say(checkpoint_message(checkpoint.id, store_.path(), optimizer_.told()));
    }

    static bool say_told(const std::variant<Refusal, ToldReply>& reply) {
        return say(std::visit([](const auto& each) { return to_json(each); }, reply));
    }

    Optimizer& optimizer_;
    const Experiment& experiment_;
    Space space_;
    const RunStore& store_;
    int lease_s_;
};

int serve(const Experiment& experiment, RunStore& store, int lease_s) {
    auto optimizer = Optimizer::make(experiment, store, std::chrono::seconds{lease_s});
    if (!optimizer) return fail(kAborted, optimizer.error());
    end_at_signals();
    return Server{**optimizer, experiment, store, lease_s}.run();
}

/// What a file may say for `run` and nobody would heed here.
std::optional<std::string> objection(const Configuration& configuration) {
    if (configuration.tree.find("stage") != nullptr)
        return "stage: whom candidates meet is for whoever evaluates them to say; leave it out";
    if (configuration.budget.nodes > 0 || configuration.budget.hours > 0)
        return "run.budget: nodes and hours are not known here; give games or generations";
    return {};
}

int serve_anew(const CommandLine& line, int lease_s) {
    auto configuration = load_configuration(line, Purpose::serve);
    if (!configuration) return fail(kWrongUsage, configuration.error());
    if (const auto problem = objection(*configuration)) return fail(kWrongUsage, *problem);
    const std::string directory = configuration->directory;
    if (const auto problem = run_there(directory, "tuner serve --stdio --resume"))
        return fail(kWrongUsage, *problem);
    const auto engine = introduce(*configuration);
    if (!engine) return fail(kNoStart, engine.error());
    auto experiment = make_experiment(*std::move(configuration), *engine, Purpose::serve);
    if (!experiment) return fail(kWrongUsage, experiment.error());
    auto store = create_run(directory, experiment->stored());
    if (!store) return fail(kWrongUsage, store.error());
    return serve(*experiment, **store, lease_s);
}

int serve_on(const std::string& path, int lease_s) {
    auto store = RunStore::open(run_file(path));
    if (!store) return fail(kWrongUsage, store.error());
    auto experiment = restored((*store)->run(), program_folder(), true, Purpose::serve);
    if (!experiment) return fail(kWrongUsage, experiment.error());
    if (!experiment->configuration.served)
        return fail(kWrongUsage,
                    fmt::format("the games of this run are played here: 'tuner resume {}' goes on "
                                "with it",
                                path));
    return serve(*experiment, **store, lease_s);
}

}  // namespace

int serve_command(std::span<const std::string> words) {
    auto line = CommandLine::parse(
        words,
        "tuner serve --stdio FILE [OPTIONS]\ntuner serve --stdio --resume DIR [OPTIONS]\n\n"
        "Serves tune/1's optimiser role on standard input and output (docs/tune-protocol.md).",
        {{"stdio", "", "messages, one JSON object a line"},
         {"resume", "", "go on with the run in DIR"},
         {"set,s", "KEY=VALUE", "a key of the file; may be given again"},
         {"dir,d", "DIR", "where the run is kept (the file's output.dir)"},
         {"lease", "SECONDS", "for a candidate that was handed out (600)"}},
        1, 1);
    if (!line) return fail(kWrongUsage, "serve: " + line.error());
    if (line->helped()) return kDone;
    if (!line->has("stdio")) return fail(kWrongUsage, "serve: expected --stdio");
    const auto lease = line->integer("lease", 600, 1, 1'000'000);
    if (!lease) return fail(kWrongUsage, "serve: " + lease.error());
    return line->has("resume") ? serve_on(line->operands().front(), *lease)
                               : serve_anew(*line, *lease);
}

}  // namespace sparring::tuner
