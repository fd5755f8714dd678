// One number for all that a tournament decided: two archives of the same tournament have the same
// digest, however often it was interrupted and however many games ran at a time.
#pragma once

#include <string>

#include "referee/archive/archive.hpp"

namespace sparring::referee {

/// SHA-256 over configuration, openings, pairs and games (moves, result, reason) in schedule order;
/// not over times, events, and games that ended after a test had been decided. docs/archive.md has
/// the exact bytes.
std::string digest(const Archive& archive);

}  // namespace sparring::referee
