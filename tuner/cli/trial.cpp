#include "tuner/cli/trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <exception>
#include <limits>

#include "protocol/text.hpp"
#include "referee/play/process_table.hpp"
#include "referee/queue/match_player.hpp"
#include "tuner/cli/console.hpp"
#include "tuner/run/match_log.hpp"

namespace sparring::tuner {
namespace {

namespace asio = boost::asio;
using Seconds = std::chrono::duration<double>;

asio::awaitable<void> play(referee::Seating& seating, const std::vector<referee::MatchJob>& jobs,
                           std::vector<Trial>& trials) {
    referee::MatchPlayer player{seating};
    for (const referee::MatchJob& job : jobs) {
        const auto began = std::chrono::steady_clock::now();
        Trial trial;
        trial.result = *co_await player.play(job, [] { return true; });
        trial.seconds = Seconds(std::chrono::steady_clock::now() - began).count();
        trials.push_back(std::move(trial));
    }
    co_await seating.close();
}

/// After which the strategy has its answer; 0 where a generation is several batches (`random`).
int generations_of_strategy(const Experiment& experiment) {
    Table table{&experiment.configuration.strategy, "strategy"};
    make_strategy(table, {experiment.space(), 1, 1});
    if (table.text("name", "") == "random") return 0;
    int generations = 0;
    for (const AskedKey& key : table.asked())
        if (key.name == "generations" || key.name == "iterations")
            generations = table.integer(key.name, text::number<int>(key.usual).value_or(0), 0,
                                        std::numeric_limits<int>::max());
    return generations;
}

}  // namespace

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

referee::MatchJob trial_job(const Experiment& experiment, const referee::JobSide& a,
                            const referee::JobSide& b, std::size_t opening) {
    const auto openings = experiment.openings_of(Role::train);
    return {games::full_name(experiment.configuration.choice),
            a,
            b,
            {experiment.openings[openings[opening % openings.size()]].opening},
            experiment.configuration.match.max_moves};
}

std::vector<Trial> play_trials(Experiment& experiment, const std::vector<referee::MatchJob>& jobs) {
    asio::io_context context{1};
    referee::ProcessTable table{context};
    referee::Seating seating{table, experiment.configuration.engines,
                             2 + experiment.configuration.engines.entries().size()};
    std::vector<Trial> trials;
    asio::co_spawn(context, play(seating, jobs, trials), [](std::exception_ptr error) {
        if (error) std::rethrow_exception(error);
    });
    context.run();
    return trials;
}

std::string faults_of(const Trial& trial, const MatchRules& rules) {
    std::string text = trial.result.refused;
    if (trial.result.games.size() == 2) {
        const Verdict verdict =
            judge({trial.result.games[0], trial.result.games[1]}, {}, rules.retries + 1, rules);
        for (const std::string& fault : verdict.faults) text += (text.empty() ? "" : "; ") + fault;
    }
    return text;
}

double games_of_a_generation(const Experiment& experiment) {
    double pairs = 0;
    for (const Encounter& encounter : (*experiment.strategy())->ask({}).encounters)
        pairs += encounter.pairs;
    return 2 * pairs;
}

double expected_games(const Experiment& experiment, double of_a_generation) {
    const Budget& budget = experiment.configuration.budget;
    const auto games = static_cast<double>(budget.games);
    double least = 0;
    for (const double end : {games, of_a_generation * budget.generations,
                             of_a_generation * generations_of_strategy(experiment)})
        if (end > 0 && (least == 0 || end < least)) least = end;
    return least;
}

std::string time_text(const Experiment& experiment, double of_a_generation, double games_a_second) {
    const Budget& budget = experiment.configuration.budget;
    const double games = expected_games(experiment, of_a_generation);
    const double limit = 3600 * budget.hours;
    if (games > 0 && (limit == 0 || games / games_a_second < limit))
        return "about " + rough_time(games / games_a_second);
    if (limit > 0)
        return fmt::format("{}, about {:.0f} games", rough_time(limit), limit * games_a_second);
    if (budget.nodes > 0) return fmt::format("until {} nodes are searched", budget.nodes);
    return "no end: run.budget names neither games, nodes, hours nor generations";
}

}  // namespace sparring::tuner
