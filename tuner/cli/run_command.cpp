// `tuner run` and `tuner resume`.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "protocol/text.hpp"
#include "referee/cli/event_file.hpp"
#include "tuner/cli/command_line.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/console.hpp"
#include "tuner/cli/events.hpp"
#include "tuner/cli/load.hpp"
#include "tuner/cli/observers.hpp"
#include "tuner/cli/run_files.hpp"
#include "tuner/cli/session.hpp"
#include "tuner/config/difference.hpp"

namespace sparring::tuner {
namespace {

namespace fs = std::filesystem;

const OptionRow kShort{"short", "", "the file's short form: minutes instead of hours"};
const OptionRow kSet{"set,s", "KEY=VALUE",
                     "a key of the file, as in strategy.population=20; may be given again"};
const OptionRow kDirectory{"dir,d", "DIR", "where the run is kept (the file's output.dir)"};
const OptionRow kIsland{"island", "K", "this process is island K of several, from 0"};
const OptionRow kExchange{"exchange", "DIR|URL|FILE",
                          "where the islands meet: a folder, or a broker (exchange.folder)"};
const OptionRow kWorkers{"workers,w", "N", "games at a time (processors)"};
const OptionRow kBroker{"broker", "URL|FILE", "games are played by workers: docs/cluster.md"};
const OptionRow kQuiet{"quiet,q", "", "only the answer"};
const OptionRow kJson{"json", "FILE", "events as JSON lines, - for standard output"};
const OptionRow kResume{"resume", "", "go on if the run is there"};
const OptionRow kAccept{"accept-changes", "", "go on although an engine's program has changed"};

int status_of(RunEnd::Kind kind) {
    return kind == RunEnd::Kind::complete   ? kDone
           : kind == RunEnd::Kind::no_start ? kNoStart
           : kind == RunEnd::Kind::aborted  ? kAborted
                                            : kInterrupted;
}

std::size_t ended_batches(const RunStore& store) {
    const auto batches = store.batches(false);
    return static_cast<std::size_t>(
        std::count_if(batches.begin(), batches.end(),
                      [](const StoredBatch& batch) { return !batch.ended.empty(); }));
}

int play(Experiment& experiment, std::unique_ptr<RunStore> store, const CommandLine& line) {
    const auto workers =
        line.integer("workers", experiment.configuration.concurrency, 0, kMostWorkers);
    if (!workers) return fail(kWrongUsage, workers.error());
    experiment.configuration.concurrency = *workers;
    if (line.has("exchange")) experiment.configuration.exchange.folder = line.text("exchange");
    referee::EventFile file;
    if (const auto problem = file.open(line.text("json"))) return fail(kWrongUsage, "-" + *problem);
    std::FILE* out = line.text("json") == "-" ? stderr : stdout;
    Console console{experiment, line.has("quiet"), out};
    Events events{experiment, [&](const std::string& event) { file.write(event); }};
    Observers observers{{&console, &events}};
    for (const std::string& warning : experiment.parameters.warnings)
        if (!line.has("quiet")) console.warning(warning);
    events.run(store->path(), ended_batches(*store));
    const RunEnd end = run_session(experiment, *store, observers, line.text("broker"));
    console.conclude();
    events.end(end);
    const std::string path = store->path();
    if (end.kind == RunEnd::Kind::complete) {
        fmt::print(out, "{}\nThe run is in {}\n", answer_text(*store), path);
    } else {
        fmt::print(stderr, "tuner: {}\ntuner: 'tuner resume {}' goes on\n", end.why,
                   fs::path{path}.parent_path().string());
    }
    return status_of(end.kind);
}

int resume(const std::string& path, const CommandLine& line) {
    auto store = RunStore::open(run_file(path));
    if (!store) return fail(kWrongUsage, store.error());
    auto experiment = restored((*store)->run(), program_folder(), line.has("accept-changes"));
    if (!experiment) return fail(kWrongUsage, experiment.error());
    return play(*experiment, *std::move(store), line);
}

/// Why the run in a folder is not the one that a configuration asks for.
std::optional<std::string> other_run(const Configuration& configuration) {
    const auto store = open_run(configuration.directory);
    if (!store) return store.error();
    const auto tree = parse_toml((*store)->run().configuration, "run file");
    if (!tree) return tree.error();
    const auto lines = differences(what_counts(*tree), what_counts(configuration.tree));
    if (lines.empty()) return {};
    return fmt::format(
        "the run in '{0}' has other settings: {1}; 'tuner resume {0}' goes on with its own, "
        "--dir takes another folder",
        configuration.directory, fmt::join(lines, "; "));
}

}  // namespace

Expected<Configuration> load_configuration(const CommandLine& line, Purpose purpose) {
    auto path = find_configuration(line.operands().front());
    if (!path) return Error{path.error()};
    auto tree = read_tree(*path, line.has("short"), line.texts("set"));
    if (!tree) return Error{tree.error()};
    if (line.has("dir")) (*tree)["output"]["dir"].value = line.text("dir");
    if (line.has("exchange")) (*tree)["exchange"]["folder"].value = line.text("exchange");
    if (line.has("island")) {
        const auto island = line.integer("island", 0, 0, 999);
        if (!island) return Error{island.error()};
        Node& here = (*tree)["strategy"]["here"];
        here = {std::int64_t{*island}, "--island"};
    }
    if (purpose == Purpose::serve) (*tree)["run"]["served"].value = true;
    return read_configuration(*std::move(tree), program_folder(), purpose);
}

int run_command(std::span<const std::string> words) {
    auto line = CommandLine::parse(
        words, "tuner run FILE [OPTIONS]\nFILE: a configuration, or a preset's name",
        {kShort, kSet, kDirectory, kIsland, kExchange, kWorkers, kBroker, kQuiet, kJson, kResume,
         kAccept},
        1, 1);
    if (!line) return fail(kWrongUsage, "run: " + line.error());
    if (line->helped()) return kDone;
    auto configuration = load_configuration(*line);
    if (!configuration) return fail(kWrongUsage, configuration.error());
    const std::string directory = configuration->directory;
    if (const auto problem = run_there(directory, "tuner resume")) {
        if (!line->has("resume")) return fail(kWrongUsage, *problem);
        if (const auto other = other_run(*configuration)) return fail(kWrongUsage, *other);
        return resume(directory, *line);
    }
    const auto engine = introduce(*configuration);
    if (!engine) return fail(kNoStart, engine.error());
    auto experiment = make_experiment(*std::move(configuration), *engine);
    if (!experiment) return fail(kWrongUsage, experiment.error());
    auto store = create_run(directory, experiment->stored());
    if (!store) return fail(kWrongUsage, store.error());
    return play(*experiment, *std::move(store), *line);
}

int resume_command(std::span<const std::string> words) {
    auto line = CommandLine::parse(words, "tuner resume DIR [OPTIONS]",
                                   {kExchange, kWorkers, kBroker, kQuiet, kJson, kAccept}, 1, 1);
    if (!line) return fail(kWrongUsage, "resume: " + line.error());
    if (line->helped()) return kDone;
    return resume(line->operands().front(), *line);
}

}  // namespace sparring::tuner
