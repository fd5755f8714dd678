// Openings made of random moves.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "engines/games/catalogue.hpp"
#include "referee/play/opening.hpp"

namespace sparring::referee {

/// An endless row of different openings, none of which ends the game. Mirror images and rotations
/// of a position count as the same one. The same seed gives the same row.
class RandomOpenings {
  public:
    RandomOpenings(games::Choice choice, int plies, std::uint64_t seed);

    /// Nothing if there seem to be no more: after 10,000 misses in a row.
    std::optional<Opening> next();

  private:
    games::Choice choice_;
    int plies_;
    std::uint64_t stream_, attempt_ = 0;
    std::set<std::string> seen_;  ///< symmetry keys
};

}  // namespace sparring::referee
