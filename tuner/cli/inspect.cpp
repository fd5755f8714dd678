// Commands that look at a run: `status`, `digest`.
#include <fmt/format.h>

#include "tuner/cli/activity.hpp"
#include "tuner/cli/command_line.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/console.hpp"
#include "tuner/cli/run_files.hpp"

namespace sparring::tuner {
namespace {

/// Parses a line with one run and opens that; it is seen as it is now, though it may go on.
struct Opened {
    std::unique_ptr<RunStore> store;
    int status = kDone;
};

Opened open(std::span<const std::string> words, std::string_view usage) {
    auto line = CommandLine::parse(words, usage, {}, 1, 1);
    if (!line) return {nullptr, fail(kWrongUsage, line.error())};
    if (line->helped()) return {};
    auto store = open_run(line->operands().front());
    if (!store) return {nullptr, fail(kWrongUsage, store.error())};
    (*store)->freeze();
    return {*std::move(store)};
}

}  // namespace

int digest_command(std::span<const std::string> words) {
    const Opened run = open(words, "tuner digest DIR");
    if (run.store) fmt::print("{}\n", digest(*run.store));
    return run.status;
}

int status_command(std::span<const std::string> words) {
    const Opened run = open(words, "tuner status DIR");
    if (!run.store) return run.status;
    const auto batches = run.store->batches(false);
    const auto answers = run.store->answers();
    std::size_t faults = 0;
    for (const StoredEvent& event : run.store->events()) faults += event.kind == "fault" ? 1 : 0;
    fmt::print("{} generations, {} batches{}, {} games, {} faults\n",
               answers.empty()
                   ? 0
                   : batches[static_cast<std::size_t>(answers.back().batch)].batch.generation + 1,
               batches.size(),
               !batches.empty() && batches.back().ended.empty() ? " (the last one not whole)" : "",
               answers.empty() ? 0 : answers.back().games, faults);
    fmt::print("{}", answer_text(*run.store));
    if (const auto activity = read_activity(run.store->path()))
        fmt::print("\n{}", activity_text(*activity));
    return kDone;
}

}  // namespace sparring::tuner
