#include "tuner/strategy/strategy_keys.hpp"

namespace sparring::tuner {
namespace {

constexpr KeyMeaning kMeanings[] = {
    {"", "population", "individuals in a generation"},
    {"", "generations", "at most; run.budget may end it earlier"},
    {"", "pairs", "pairs of games of each encounter"},
    {"", "start", "the first generation is spread around the start, or over the ranges"},
    {"", "spread", "how far around the start: standard deviation as a share of the ranges"},
    {"", "crossover", "how two parents make children"},
    {"", "crossover_rate", "chance of it"},
    {"", "mutation", "what changes a child: bits, one bit of a parameter, normal steps"},
    {"", "mutation_rate", "chance of it, for each bit or parameter"},
    {"", "step", "of mutation = \"steps\": standard deviation as a share of the range"},
    {"", "anneal", "rate and step of mutation fall to this share over the generations"},
    {"", "p_c1", "highest chance of crossover: of the average and worse"},
    {"", "p_c2", "lowest chance of crossover: of the best"},
    {"", "p_m1", "highest chance of mutation: of the average and worse"},
    {"", "p_m2", "lowest chance of mutation: of the best"},
    {"", "pm_formula", "as printed, the best are changed most"},
    {"", "knockout", "those who are left at the end play one for the answer"},
    {"", "knockout_pairs", "pairs of games of each of its matches"},
    {"", "sudden_death", "further pairs while a match stands equal"},

    {"aga", "elites", "the best so many live on unchanged"},
    {"aga", "objective",
     "what a game is worth: early wins more (fixed length only), or its points"},
    {"aga", "objective_k", "of decided: the smaller, the more an early win is worth"},
    {"aga", "epsilon", "share of the objective in the fitness; the rest is its first difference"},
    {"aga", "difference", "sign of that; as printed, children worse than their parents gain"},
    {"aga", "parent", "from whom it is taken: both parents' mean, or the first"},
    {"aga", "difference_per_parameter", "only parameters that have changed are given it"},
    {"aga", "rates_by", "what p_c and p_m depend on"},
    {"aga", "selection", "who becomes a parent: in proportion to the fitness, or best of a few"},
    {"aga", "tournament", "of selection = \"tournament\": so many"},
    {"aga", "heuristic", "a step of hill climbing after each generation (Wang, Bi 2018)"},

    {"hof", "opponents", "whom each meets in a generation: all, or so many others"},
    {"hof", "hall", "places in the hall of fame"},
    {"hof", "hall_from", "the first generation that meets it"},
    {"hof", "criterion", "what counts: all points, or the weaker of wins as first and as second"},
    {"hof", "injected", "members to begin with: values by names or patterns of parameters"},
    {"hof", "mutation_rate", "chance for each bit or parameter; 0: one change a child on average"},

    {"islands", "islands", "how many"},
    {"islands", "population", "individuals of each island"},
    {"islands", "group", "individuals that play each other"},
    {"islands", "winners", "of each group, who live on"},
    {"islands", "every", "generations between migrations; 0: none"},
    {"islands", "migrants", "of each island that go to each other one"},
    {"islands", "topology", "from each island to all others, or to the next"},
    {"islands", "here", "the island of this process, from 0; -1: all islands are in it"},
    {"islands", "migration", "between processes: wait for the others, or take what is there"},
    {"islands", "mask", "a random half of the parameters is left alone by crossover and mutation"},

    {"ant-colony", "generations", "iterations, at most; run.budget may end it earlier"},
    {"ant-colony", "archive", "points that are kept, the pheromone"},
    {"ant-colony", "ants", "new points in each iteration"},
    {"ant-colony", "locality", "q: the smaller, the more the best of the archive are preferred"},
    {"ant-colony", "speed", "xi: the larger, the wider ants scatter and the slower it converges"},
    {"ant-colony", "reevaluate", "the best of the archive play again in each iteration"},

    {"cmaes", "population", "samples in a generation; usually 4 + 3 ln(parameters)"},
    {"cmaes", "sigma", "standard deviation at the start, as a share of the ranges"},
    {"cmaes", "active", "bad samples count, too, with negative weights"},
    {"cmaes", "reevaluate", "so many play twice; where ranks are mostly noise, pairs grow"},
    {"cmaes", "most_pairs", "to which pairs may grow"},

    {"random", "generations", "brackets, at most; run.budget may end it earlier"},
    {"random", "population", "points of a bracket"},
    {"random", "pairs", "pairs of games of each point in the first rung"},
    {"random", "halving", "one of so many goes on, and plays so many times the pairs"},

    {"spsa", "generations", "the same as iterations"},
    {"spsa", "iterations",
     "for which the gains are made; the games of each: perturbations x pairs x 2"},
    {"spsa", "pairs", "pairs of games of each perturbation"},
    {"spsa", "perturbations", "directions tried at a time"},
    {"spsa", "c_end", "perturbation at the end, as a share of the range; 0: left alone"},
    {"spsa", "r_end", "learning rate at the end, as fishtest and OpenBench have it"},
    {"spsa", "stability", "A, as a share of the iterations"},
    {"spsa", "alpha", "exponent of the gain a"},
    {"spsa", "gamma", "exponent of the gain c"},
    {"spsa", "parameters", "c_end and r_end of single ones: [strategy.parameters.NAME]"},
};

std::string_view meaning_of(std::string_view strategy, std::string_view key) {
    std::string_view meaning;
    for (const KeyMeaning& row : kMeanings) {
        if (row.key != key) continue;
        if (row.strategy == strategy) return row.meaning;
        if (row.strategy.empty()) meaning = row.meaning;
    }
    return meaning;
}

}  // namespace

std::span<const KeyMeaning> key_meanings() {
    return kMeanings;
}

std::vector<StrategyKey> strategy_keys(const StrategyRow& strategy,
                                       const StrategyContext& context) {
    Table table{nullptr, "strategy"};
    strategy.make(table, context);
    std::vector<StrategyKey> keys;
    for (const AskedKey& asked : table.asked())
        keys.push_back({asked, meaning_of(strategy.name, asked.name)});
    return keys;
}

}  // namespace sparring::tuner
