// `tuner check`: everything that can be known before the first game, and what the run will cost.
#include <fmt/format.h>

#include "tuner/cli/command_line.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/load.hpp"
#include "tuner/run/experiment.hpp"

namespace sparring::tuner {

int check_command(std::span<const std::string> words) {
    auto line = CommandLine::parse(
        words, "tuner check FILE [OPTIONS]",
        {{"short", "", "the file's short form"}, {"set,s", "KEY=VALUE", "a key of the file"}}, 1,
        1);
    if (!line) return fail(kWrongUsage, "check: " + line.error());
    if (line->helped()) return kDone;
    auto configuration = load_configuration(*line);
    if (!configuration) return fail(kWrongUsage, configuration.error());
    const auto engine = introduce(*configuration);
    if (!engine) return fail(kNoStart, engine.error());
    const auto experiment = make_experiment(*std::move(configuration), *engine);
    if (!experiment) return fail(kWrongUsage, experiment.error());
    const Space space = experiment->space();
    fmt::print("engine    {}\n", engine->id);
    fmt::print("tuned     {} parameters:", space.size());
    for (const Parameter& parameter : space)
        fmt::print(" {} ({}..{}, {})", parameter.name, parameter.text(parameter.min),
                   parameter.text(parameter.max), parameter.text(parameter.start));
    fmt::print("\nopenings  {} for training, {} for validation, {} for the test\n",
               experiment->openings_of(Role::train).size(),
               experiment->openings_of(Role::validation).size(),
               experiment->openings_of(Role::test).size());
    for (const std::string& warning : experiment->parameters.warnings)
        fmt::print("warning   {}\n", warning);
    const auto strategy = *experiment->strategy();
    const Batch batch = strategy->ask({});
    std::size_t pairs = 0;
    for (const Encounter& encounter : batch.encounters)
        pairs += static_cast<std::size_t>(encounter.pairs);
    fmt::print("games     {} in the first generation\n", 2 * pairs);
    return kDone;
}

}  // namespace sparring::tuner
