// `tuner check`: everything that can be known before the first game, and what the run will cost.
#include <fmt/format.h>

#include <algorithm>

#include "tuner/cli/command_line.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/load.hpp"
#include "tuner/cli/trial.hpp"
#include "tuner/run/experiment.hpp"

namespace sparring::tuner {
namespace {

std::string cost_text(const Experiment& experiment, double of_a_generation, double games_a_second) {
    const Configuration& configuration = experiment.configuration;
    std::string text = fmt::format("games     {:.0f} in the first generation", of_a_generation);
    const double games = expected_games(experiment, of_a_generation);
    if (games > 0) text += fmt::format(", about {:.0f} in all", games);
    text += fmt::format("\nspeed     {:.0f} games/s with {} at a time, if all are like these\n",
                        games_a_second, configuration.processors());
    text += fmt::format("time      {}\n", time_text(experiment, of_a_generation, games_a_second));
    return text;
}

std::string settings_text(const Experiment& experiment, const Introduction& engine) {
    const Space space = experiment.space();
    std::string text =
        fmt::format("engine    {}\ntuned     {} parameters:", engine.id, space.size());
    for (const Parameter& parameter : space)
        text += fmt::format(" {} ({}..{}, {})", parameter.name, parameter.text(parameter.min),
                            parameter.text(parameter.max), parameter.text(parameter.start));
    text += fmt::format("\nopenings  {} for training, {} for validation, {} for the test\n",
                        experiment.openings_of(Role::train).size(),
                        experiment.openings_of(Role::validation).size(),
                        experiment.openings_of(Role::test).size());
    for (const std::string& warning : experiment.parameters.warnings)
        text += fmt::format("warning   {}\n", warning);
    return text;
}

}  // namespace

int check_command(std::span<const std::string> words) {
    auto line = CommandLine::parse(
        words,
        "tuner check FILE [OPTIONS]\nStarts every engine, plays a pair of games with every "
        "opponent, says what the run will cost.",
        {{"short", "", "the file's short form"},
         {"set,s", "KEY=VALUE", "a key of the file"},
         {"workers,w", "N", "games at a time (processors)"}},
        1, 1);
    if (!line) return fail(kWrongUsage, "check: " + line.error());
    if (line->helped()) return kDone;
    auto configuration = load_configuration(*line);
    if (!configuration) return fail(kWrongUsage, configuration.error());
    const auto workers = line->integer("workers", configuration->concurrency, 0, kMostWorkers);
    if (!workers) return fail(kWrongUsage, "check: " + workers.error());
    configuration->concurrency = *workers;
    const auto engine = introduce(*configuration);
    if (!engine) return fail(kNoStart, engine.error());
    auto experiment = make_experiment(*std::move(configuration), *engine);
    if (!experiment) return fail(kWrongUsage, experiment.error());
    fmt::print("{}", settings_text(*experiment, *engine));

    const auto foes = foes_of(*experiment);
    std::vector<referee::MatchJob> jobs;
    for (const Foe& foe : foes)
        jobs.push_back(trial_job(*experiment, foe.candidate, foe.side, jobs.size()));
    const auto trials = play_trials(*experiment, jobs);
    bool sound = true;
    double seconds = 0, games = 0;
    for (std::size_t i = 0; i < trials.size(); ++i) {
        const std::string faults = faults_of(trials[i], experiment->configuration.match);
        fmt::print("{}{}: {}\n", faults.empty() ? "pair      " : "FAULT     ", foes[i].name,
                   faults.empty() ? fmt::format("2 games in {:.2f} s", trials[i].seconds) : faults);
        sound = sound && faults.empty();
        seconds += trials[i].seconds;
        games += 2;
    }
    if (!sound) return fail(kFailed, "check: games ended by a fault");
    fmt::print("{}",
               cost_text(*experiment, games_of_a_generation(*experiment),
                         games / std::max(seconds, 1e-6) * experiment->configuration.processors()));
    return kDone;
}

}  // namespace sparring::tuner
