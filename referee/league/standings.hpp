// Who stands where after some nights. Pure.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "referee/league/carry.hpp"
#include "referee/league/record.hpp"

namespace sparring::referee::league {

/// A submission as it is today.
struct Entry {
    std::string name;
    std::optional<Version> version{};  ///< nothing: it could not even be copied
    std::string left_out{};            ///< why it does not play, on one line; empty: it plays
    std::string findings{};            ///< lines for the submitter about that
};

/// A submitter, seen through one of his versions.
struct Standing {
    std::string submitter;
    std::string player;                 ///< that version; empty without games that count
    CarriedRating rating{};             ///< of that version
    std::optional<double> change{};     ///< since the night before the last he was rated in
    std::optional<NightResult> last{};  ///< in the last night, if he played
    std::string left_out;               ///< as Entry
    bool current = true;                ///< there is a submission
};

struct League {
    std::vector<Night> nights;  ///< in order
    CarryRules rules;
    std::vector<Entry> entries;

    // Made of these.
    std::map<std::string, std::vector<NightResult>> past{};
    std::vector<Standing> standings{};  ///< best first; then those without rating; those gone last
};

/// A submitter's newest version with games that count; nothing if there is none.
std::string newest_rated(const CarriedRatings& ratings, const std::string& submitter);

/// The version that stands for a submitter is the one handed in if it has games that count, else
/// the newest that has.
League make_league(std::vector<Night> nights, const CarryRules& rules, std::vector<Entry> entries);

/// Rank, submitter, rating, error, change, games of all nights that count, points of the last
/// night, faults in it; for a terminal, 80 columns.
std::string standings_text(const League& league, bool colour);

/// The same with names in full and everything else, RFC 4180.
std::string standings_csv(const League& league);

}  // namespace sparring::referee::league
