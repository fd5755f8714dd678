// The list of `-pairings`: in a file, or in an archive.
#pragma once

#include <optional>
#include <string>

#include "referee/cli/configuration.hpp"

namespace sparring::referee {

/// Puts the encounters that the configuration names into its schedule, and what was read into its
/// arguments, so that an archive keeps the list and not the file's name. Says what is wrong.
std::optional<std::string> read_pairings(Configuration& configuration);

}  // namespace sparring::referee
