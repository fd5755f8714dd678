#include "tuner/strategy/migration.hpp"

namespace sparring::tuner {

std::string_view word(Topology topology) {
    return topology == Topology::complete ? "complete" : "ring";
}

std::optional<Topology> parse_topology(std::string_view word) {
    for (const Topology topology : {Topology::complete, Topology::ring})
        if (tuner::word(topology) == word) return topology;
    return {};
}

std::vector<std::string> topology_words() {
    return {"complete", "ring"};
}

std::string_view word(MigrationMode mode) {
    return mode == MigrationMode::sync ? "sync" : "async";
}

std::optional<MigrationMode> parse_migration_mode(std::string_view word) {
    for (const MigrationMode mode : {MigrationMode::sync, MigrationMode::async})
        if (tuner::word(mode) == word) return mode;
    return {};
}

std::vector<std::string> migration_mode_words() {
    return {"sync", "async"};
}

std::vector<int> sources(Topology topology, int islands, int to) {
    std::vector<int> from;
    if (topology == Topology::complete) {
        for (int island = 0; island < islands; ++island)
            if (island != to) from.push_back(island);
    } else if (islands > 1) {
        from.push_back((to + islands - 1) % islands);
    }
    return from;
}

bool migrates(int generation, int every) {
    return every > 0 && generation % every == 0;
}

}  // namespace sparring::tuner
