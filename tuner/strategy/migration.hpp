// Which islands' members reach which others. Pure.
//
// Source: Qiu et al. (S5): from one sub-population to all others. Interval, number and whom they
// replace are not given there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sparring::tuner {

enum class Topology : std::uint8_t {
    complete,  ///< from each to all others (S5)
    ring,      ///< from each to the next
};

std::string_view word(Topology topology);  ///< `complete`, `ring`
std::optional<Topology> parse_topology(std::string_view word);
std::vector<std::string> topology_words();

/// Between islands that have processes of their own.
enum class MigrationMode : std::uint8_t {
    sync,   ///< a generation waits for that of the others: reproducible
    async,  ///< takes what is there
};

std::string_view word(MigrationMode mode);  ///< `sync`, `async`
std::optional<MigrationMode> parse_migration_mode(std::string_view word);
std::vector<std::string> migration_mode_words();

/// Islands that send their members to this one, in their order.
std::vector<int> sources(Topology topology, int islands, int to);

/// Whether members move after this generation, counted from 1; `every` 0: never.
bool migrates(int generation, int every);

}  // namespace sparring::tuner
