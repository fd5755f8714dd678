#include "tuner/strategy/aga_settings.hpp"

namespace sparring::tuner {
namespace {

Objective read_objective(Table& table, int longest_game) {
    const std::string usual = longest_game > 0 ? "decided" : "score";
    const std::string kind = table.word("objective", usual, {"decided", "score"});
    if (kind == "decided" && longest_game <= 0)
        table.refuse("objective",
                     "decided needs a game that is over after a number of moves that is known, "
                     "and this one is not; expected score");
    return {.kind = kind == "decided" ? Objective::Kind::decided : Objective::Kind::score,
            .longest_game = static_cast<double>(longest_game),
            .k = table.number("objective_k", 6, 0.001, 1e6)};
}

Heuristic read_heuristic(Table& table) {
    const std::string word =
        table.word("heuristic", "off", {"off", "increasing", "rank-correlation"});
    return word == "off"          ? Heuristic::off
           : word == "increasing" ? Heuristic::increasing
                                  : Heuristic::rank_correlation;
}

}  // namespace

AgaSettings read_aga_settings(Table& table, int longest_game) {
    AgaSettings settings;
    settings.population = table.integer("population", settings.population, 2, 100000);
    settings.generations = table.integer("generations", settings.generations, 1, 1000000);
    settings.pairs = table.integer("pairs", settings.pairs, 1, 10000);
    settings.elites = table.integer("elites", settings.elites, 0, 100000);
    settings.first = read_first_points(table);
    settings.objective = read_objective(table, longest_game);
    settings.differences = read_first_differences(table);
    settings.rates = read_adaptive_rates(table);
    settings.rates_by_objective =
        table.word("rates_by", "fitness", {"fitness", "objective"}) == "objective";
    settings.selection =
        *parse_selection(table.word("selection", word(settings.selection), selection_words()));
    settings.tournament = table.integer("tournament", settings.tournament, 1, 1000);
    settings.crossover =
        *parse_crossover(table.word("crossover", word(settings.crossover), crossover_words()));
    settings.mutation =
        *parse_mutation(table.word("mutation", word(settings.mutation), mutation_words()));
    settings.step = table.number("step", settings.step, 0, 1);
    settings.heuristic = read_heuristic(table);
    if (settings.elites >= settings.population)
        table.refuse("elites", "nobody would be new: expected less than the population");
    return settings;
}

}  // namespace sparring::tuner
