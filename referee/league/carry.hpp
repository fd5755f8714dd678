// Ratings that are carried from night to night. Pure.
//
// Players are versions (`alice#3`): who hands in another program is another player, or its first
// rating would be an average over programs that no longer play. A version is held to the one before
// it by a win and a loss that nobody played (Bayesian ratings over time do so between any two days:
// Coulom, "Whole-History Rating", CG 2008). So a night in which everybody is new stays connected
// with those before, and a new version begins near the old one until its games say otherwise.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engines/games/types.hpp"

namespace sparring::referee::league {

struct PlayedGame {
    int number = 0;             ///< in its archive
    int first = 0, second = 0;  ///< index into Night::players
    Outcome outcome = Outcome::none;
    std::string reason, detail;
    std::optional<Side> offender{};
    std::size_t plies = 0;
};

/// What an archive of the league says.
struct Night {
    std::string name;  ///< `2026-11-21`
    std::string game;  ///< `reversi/othello`
    std::vector<std::string> players;
    std::vector<PlayedGame> games;
    bool finished = false;
};

struct CarryRules {
    int nights = 14;     ///< how many count, the last ones
    std::string anchor;  ///< submitter whose newest version has 0; empty: their mean has
};

/// A player's place among those of some nights.
struct CarriedRating {
    bool rated = false;         ///< false: nothing connects it with the others
    double elo = 0, error = 0;  ///< half the 95 % interval
    double points = 0;
    int games = 0;
};

using CarriedRatings = std::map<std::string, CarriedRating>;

/// Joint ratings over the last `rules.nights` of `nights`, of players with games in them. Two
/// virtual draws each keep them finite. 0 is the mean of the submitters' newest versions.
CarriedRatings carry(std::span<const Night> nights, const CarryRules& rules);

/// One night of a submitter.
struct NightResult {
    std::size_t night = 0;  ///< index
    std::string player;
    double points = 0;
    int games = 0;
    int faults = 0;                         ///< games lost by what it did wrong
    std::optional<CarriedRating> rating{};  ///< as it stood after that night
};

/// The nights of each submitter, in order; a rating after each.
std::map<std::string, std::vector<NightResult>> history(std::span<const Night> nights,
                                                        const CarryRules& rules);

}  // namespace sparring::referee::league
