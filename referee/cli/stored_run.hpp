// Between a configuration and what an archive keeps of it.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "referee/archive/archive.hpp"
#include "referee/cli/configuration.hpp"

namespace sparring::referee {

/// What a new archive says about the run. Programs have been found. The error names a program that
/// cannot be read.
Expected<StoredRun> stored_run(const Configuration& configuration);

/// The configuration in an archive, with options of this command line that do not change what is
/// played.
Expected<Configuration> resumed_configuration(const Archive& archive,
                                              std::span<const std::string> words);

/// Which engine's program is not the one that the archive's games were played with.
std::optional<std::string> changed_programs(const Archive& archive,
                                            const Configuration& configuration);

/// Which opening is not the one that the archive's games began with.
std::optional<std::string> changed_openings(const Archive& archive, OpeningSuite& openings);

StoredOpening stored(std::size_t number, const Opening& opening);

}  // namespace sparring::referee
