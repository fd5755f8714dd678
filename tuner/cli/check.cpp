// `tuner check`: everything that can be known before the first game, and what the run will cost.
#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <exception>

#include "referee/play/process_table.hpp"
#include "referee/queue/match_player.hpp"
#include "tuner/cli/command_line.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/load.hpp"
#include "tuner/run/experiment.hpp"
#include "tuner/run/match_log.hpp"

namespace sparring::tuner {
namespace {

namespace asio = boost::asio;
using Seconds = std::chrono::duration<double>;

struct Foe {
    std::string name;
    referee::JobSide candidate, side;
};

/// All whom a candidate will meet: partners of the stages, opponents of every role.
std::vector<Foe> foes_of(const Experiment& experiment) {
    const Configuration& configuration = experiment.configuration;
    const Point start = experiment.space().start();
    std::vector<Foe> foes;
    for (std::size_t i = 0; i < configuration.stages.size(); ++i) {
        const Stage& stage = configuration.stages[i];
        if (!stage.spars) continue;
        referee::JobSide partner = experiment.side(start, stage.sparring_limits);
        partner.engine = stage.partner;
        if (stage.sparring == SparringParameters::own) partner.options.clear();
        foes.push_back({fmt::format("stage {}'s partner", i + 1),
                        experiment.side(start, stage.limits), std::move(partner)});
    }
    for (const Opponent& opponent : configuration.opponents)
        foes.push_back({opponent.name,
                        experiment.side(start, configuration.limits),
                        {opponent.name, {}, opponent.limits}});
    return foes;
}

struct Trial {
    referee::MatchResult result;
    double seconds = 0;
};

/// A pair of games with each, one after the other; the engines have been started before.
asio::awaitable<void> play(referee::MatchPlayer& player, const Experiment& experiment,
                           const std::vector<Foe>& foes, std::vector<Trial>& trials) {
    const auto openings = experiment.openings_of(Role::train);
    for (std::size_t i = 0; i < foes.size(); ++i) {
        const referee::MatchJob job{games::full_name(experiment.configuration.choice),
                                    foes[i].candidate,
                                    foes[i].side,
                                    {experiment.openings[openings[i % openings.size()]].opening},
                                    experiment.configuration.match.max_moves};
        const auto began = std::chrono::steady_clock::now();
        Trial trial;
        trial.result = co_await player.play(job);
        trial.seconds = Seconds(std::chrono::steady_clock::now() - began).count();
        trials.push_back(std::move(trial));
    }
    co_await player.close();
}

std::vector<Trial> play(Experiment& experiment, const std::vector<Foe>& foes) {
    asio::io_context context{1};
    referee::ProcessTable table{context};
    referee::MatchPlayer player{table, experiment.configuration.engines,
                                experiment.configuration.choice, 2 + foes.size()};
    std::vector<Trial> trials;
    asio::co_spawn(context, play(player, experiment, foes, trials), [](std::exception_ptr error) {
        if (error) std::rethrow_exception(error);
    });
    context.run();
    return trials;
}

/// What went wrong in it.
std::string faults_of(const Trial& trial, const MatchRules& rules) {
    std::string text = trial.result.refused;
    if (trial.result.games.size() == 2) {
        const Verdict verdict =
            judge({trial.result.games[0], trial.result.games[1]}, {}, rules.retries + 1, rules);
        for (const std::string& fault : verdict.faults) text += (text.empty() ? "" : "; ") + fault;
    }
    return text;
}

std::string duration_text(double seconds) {
    return seconds < 90     ? fmt::format("{:.0f} s", seconds)
           : seconds < 5400 ? fmt::format("{:.0f} min", seconds / 60)
                            : fmt::format("{:.1f} h", seconds / 3600);
}

/// Games of the training: the budget's, or so many generations like the first. 0: nobody knows.
double expected_games(const Budget& budget, double of_a_generation) {
    const double by_generations = of_a_generation * budget.generations;
    const auto games = static_cast<double>(budget.games);
    if (games > 0 && by_generations > 0) return std::min(games, by_generations);
    return std::max(games, by_generations);
}

std::string cost_text(const Experiment& experiment, double of_a_generation, double games_a_second) {
    const Configuration& configuration = experiment.configuration;
    std::string text = fmt::format("games     {:.0f} in the first generation", of_a_generation);
    const double games = expected_games(configuration.budget, of_a_generation);
    if (games > 0) text += fmt::format(", about {:.0f} in all", games);
    text += fmt::format("\nspeed     {:.0f} games/s with {} at a time, if all are like these\n",
                        games_a_second, configuration.processors());
    const double hours = configuration.budget.hours;
    if (games > 0 && (hours == 0 || games / games_a_second < 3600 * hours))
        text += fmt::format("time      about {}\n", duration_text(games / games_a_second));
    else if (hours > 0)
        text += fmt::format("time      {}, about {:.0f} games\n", duration_text(3600 * hours),
                            3600 * hours * games_a_second);
    else if (configuration.budget.nodes == 0)
        text += "time      no end: run.budget names neither games, nodes, hours nor generations\n";
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
    const auto workers = line->integer("workers", configuration->concurrency, 0, 4096);
    if (!workers) return fail(kWrongUsage, "check: " + workers.error());
    configuration->concurrency = *workers;
    const auto engine = introduce(*configuration);
    if (!engine) return fail(kNoStart, engine.error());
    auto experiment = make_experiment(*std::move(configuration), *engine);
    if (!experiment) return fail(kWrongUsage, experiment.error());
    fmt::print("{}", settings_text(*experiment, *engine));

    const auto foes = foes_of(*experiment);
    const auto trials = play(*experiment, foes);
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
    double pairs = 0;
    for (const Encounter& encounter : (*experiment->strategy())->ask({}).encounters)
        pairs += encounter.pairs;
    fmt::print("{}",
               cost_text(*experiment, 2 * pairs,
                         games / std::max(seconds, 1e-6) * experiment->configuration.processors()));
    return kDone;
}

}  // namespace sparring::tuner
