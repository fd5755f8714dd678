#include "tuner/run/experiment.hpp"

#include <fmt/format.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <exception>

#include "protocol/text.hpp"
#include "referee/archive/sha256.hpp"
#include "referee/play/process_table.hpp"
#include "referee/play/shell_text.hpp"
#include "tuner/genome/random.hpp"
#include "tuner/run/opening_check.hpp"
#include "tuner/run/streams.hpp"

namespace sparring::tuner {
namespace {

namespace asio = boost::asio;

/// A role for each opening, by a hash of its number: adding openings changes none of the others.
/// Runs with one `openings.seed` have the same, whatever their own.
Role role_of(std::size_t number, const Configuration& configuration) {
    const OpeningRules& rules = configuration.openings;
    const double place = Random{rules.settings.seed, {kDealing, number}}.uniform();
    return place < rules.train                      ? Role::train
           : place < rules.train + rules.validation ? Role::validation
                                                    : Role::test;
}

Expected<std::vector<StoredOpening>> dealt(const Configuration& configuration) {
    const OpeningRules& rules = configuration.openings;
    auto suite = referee::OpeningSuite::open(configuration.choice, rules.settings);
    if (!suite) return Error{place(configuration.tree, "openings") + ": " + suite.error()};
    const auto distinct = suite->distinct();
    if (distinct && *distinct < static_cast<std::size_t>(rules.count) && rules.count > 1) {
        return Error{fmt::format("{}: {} are asked for, but there are only {} different ones",
                                 place(configuration.tree, "openings.count"), rules.count,
                                 *distinct)};
    }
    std::vector<StoredOpening> openings;
    for (std::size_t i = 0; i < static_cast<std::size_t>(rules.count); ++i) {
        auto opening = suite->at(i);
        if (!opening) return Error{place(configuration.tree, "openings") + ": " + opening.error()};
        openings.push_back({role_of(i, configuration), *std::move(opening)});
    }
    // One opening for all, where there is no other.
    if (openings.size() == 1) openings.front().role = Role::train;
    return openings;
}

asio::awaitable<void> ask(referee::ProcessTable& table, const referee::EngineSettings& settings,
                          const games::Choice& choice, Introduction& introduction,
                          std::string& problem) {
    referee::Player player{table, settings, choice};
    const auto fault = co_await player.start();
    introduction = {player.id_name(), player.options()};
    co_await player.quit();
    if (fault) problem = fmt::format("engine {}: {}", settings.name, fault->detail);
}

}  // namespace

std::vector<std::size_t> Experiment::openings_of(Role role) const {
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < openings.size(); ++i)
        if (openings[i].role == role || openings.size() == 1) numbers.push_back(i);
    return numbers;
}

Expected<std::unique_ptr<Strategy>> Experiment::strategy() const {
    const games::Choice& choice = configuration.choice;
    const auto length = choice.game != nullptr ? choice.game->length(choice.variant) : std::nullopt;
    Table table{&configuration.strategy, "strategy"};
    auto strategy = make_strategy(table, {space(), configuration.seed, length.value_or(0)});
    if (auto problem = table.problem()) return Error{*problem};
    return strategy;
}

referee::JobSide Experiment::side(const Point& point, const std::string& limits) const {
    return {configuration.engine, parameters.options(point), limits};
}

referee::JobSide Experiment::sent(referee::JobSide side) const {
    const auto found = elsewhere.find(side.engine);
    if (found == elsewhere.end()) return side;
    const referee::JobSide& there = found->second;
    side.digest = there.digest;
    side.options.insert(side.options.begin(), there.options.begin(), there.options.end());
    return side;
}

StoredRun Experiment::stored() const {
    StoredRun run{to_toml(configuration.tree),
                  SPARRING_VERSION,
                  parameters.warnings,
                  {},
                  parameters.all,
                  openings};
    for (const auto& [name, entry] : configuration.engines.entries()) {
        const auto sha256 = referee::sha256_of_file(entry.settings.command.program);
        run.engines.push_back(
            {name, referee::shell_text(entry.settings.command), sha256 ? *sha256 : std::string{}});
    }
    return run;
}

Expected<Introduction> introduce(Configuration& configuration) {
    Introduction result;
    for (const auto& item : configuration.engines.entries()) {
        const std::string& name = item.first;
        // With options carried at the start, an engine is first tried without any.
        const auto start = configuration.engines.start_of({name, {}, "depth=1"});  // of no account
        if (!start) return Error{fmt::format("engine {}: {}", name, start.error())};
        asio::io_context context{1};
        referee::ProcessTable table{context};
        Introduction introduction;
        std::string problem;
        asio::co_spawn(context, ask(table, **start, configuration.choice, introduction, problem),
                       [](std::exception_ptr error) {
                           if (error) std::rethrow_exception(error);
                       });
        context.run();
        if (!problem.empty()) return Error{problem};
        if (name == configuration.engine) result = std::move(introduction);
    }
    return result;
}

Expected<Experiment> make_experiment(Configuration configuration, const Introduction& engine,
                                     Purpose purpose) {
    auto parameters = choose_parameters(engine.options, configuration);
    if (!parameters) return Error{parameters.error()};
    std::vector<StoredOpening> openings{{}};
    if (purpose != Purpose::serve) {
        auto drawn = dealt(configuration);
        if (!drawn) return Error{drawn.error()};
        openings = *std::move(drawn);
    }
    Experiment experiment{std::move(configuration), *std::move(parameters), std::move(openings)};
    if (purpose == Purpose::evaluate) {
        if (experiment.openings_of(Role::train).empty())
            return Error{"openings: none is left for the training; raise openings.count"};
        return experiment;
    }
    const auto strategy = experiment.strategy();
    if (!strategy) return Error{strategy.error()};
    if (purpose == Purpose::serve) return experiment;
    if (const auto problem = opening_fault(experiment)) return Error{*problem};
    for (std::string& warning : opening_warnings(experiment, (*strategy)->ask({})))
        experiment.parameters.warnings.push_back(std::move(warning));
    return experiment;
}

Expected<Experiment> restored(const StoredRun& run, const std::string& programs,
                              bool accept_changes, Purpose purpose) {
    auto tree = parse_toml(run.configuration, "run file");
    if (!tree) return Error{tree.error()};
    auto configuration = read_configuration(*std::move(tree), programs, purpose);
    if (!configuration) return Error{configuration.error()};
    for (const StoredEngine& engine : run.engines) {
        const auto* entry = configuration->engines.find(engine.name);
        if (entry == nullptr)
            return Error{fmt::format("the run file's configuration has no engine '{}'",
                                     text::printable(engine.name))};
        const auto sha256 = referee::sha256_of_file(entry->settings.command.program);
        if (!accept_changes && (!sha256 || *sha256 != engine.sha256)) {
            return Error{
                fmt::format("engine {}: {} is not the program that the run began with "
                            "(--accept-changes goes on)",
                            engine.name, entry->settings.command.program)};
        }
    }
    return Experiment{*std::move(configuration), {run.parameters, run.warnings}, run.openings};
}

}  // namespace sparring::tuner
