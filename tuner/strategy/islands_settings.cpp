#include "tuner/strategy/islands_settings.hpp"

#include <fmt/format.h>

namespace sparring::tuner {

IslandsSettings read_islands_settings(Table& table) {
    IslandsSettings settings{};
    settings.islands = table.integer("islands", 3, 1, 1000);
    settings.population = table.integer("population", 120, 2, 100000);
    settings.generations = table.integer("generations", 100, 1, 1000000);
    settings.pairs = table.integer("pairs", 1, 1, 10000);
    settings.group = table.integer("group", 4, 2, 100000);
    settings.winners = table.integer("winners", 1, 1, 100000);
    settings.every = table.integer("every", 5, 0, 1000000);
    settings.migrants = table.integer("migrants", 1, 0, 100000);
    settings.topology =
        *parse_topology(table.word("topology", word(Topology::complete), topology_words()));
    settings.here = table.integer("here", -1, -1, settings.islands - 1);
    settings.mode = *parse_migration_mode(
        table.word("migration", word(MigrationMode::sync), migration_mode_words()));
    settings.first = read_first_points(table);
    settings.crossover =
        *parse_crossover(table.word("crossover", "whole-parameters", crossover_words()));
    settings.mutation = *parse_mutation(table.word("mutation", "bits", mutation_words()));
    settings.mask = table.flag("mask", true);
    settings.step = table.number("step", 0.1, 0, 1);
    settings.rates = read_adaptive_rates(table);
    settings.knockout = read_knockout(table);

    if (settings.population % settings.group != 0)
        table.refuse("group", fmt::format("a population of {} does not divide into groups of {}",
                                          settings.population, settings.group));
    if (settings.winners >= settings.group)
        table.refuse("winners", fmt::format("of a group of {} at most {} live on", settings.group,
                                            settings.group - 1));
    const int places = settings.population - settings.elites();
    if (settings.migrants > settings.elites() || settings.arrivals() > places)
        table.refuse(
            "migrants",
            fmt::format("{} from each of {} islands; each sends at most its {} winners "
                        "and has {} places for others",
                        settings.migrants, sources(settings.topology, settings.islands, 0).size(),
                        settings.elites(), places));
    return settings;
}

}  // namespace sparring::tuner
