// What a league plays: league.toml, which is a configuration file of a match (docs/referee.md) with
// a table [league] of what only a league has. Every key has a default.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "protocol/expected.hpp"
#include "referee/cli/arguments.hpp"
#include "referee/league/carry.hpp"
#include "referee/league/folder_copy.hpp"
#include "referee/play/time_control.hpp"

namespace sparring::referee::league {

enum class Check { full, fast, none };

struct Settings {
    std::string title = "League";
    CarryRules carry;
    Check check = Check::fast;
    Words tolerated;                ///< names of steps that may fail
    Duration patience{};            ///< for one check
    bool play_unchanged = true;     ///< play although nothing is new since the last night
    FolderLimits limits;            ///< of one submission
    std::vector<Argument> options;  ///< of the match, each once: defaults, file, command line

    /// The words of an option; none if it is not given.
    Words words(std::string_view option) const;
    std::string game() const { return words("game").front(); }

    /// Digest of all that a check depends on besides the submission.
    std::string check_rules() const;
};

/// `file` is league.toml's text, nothing if there is none; `given` are options of the command line,
/// which win. Options that a league sets itself are refused.
Expected<Settings> read_settings(const std::optional<std::string>& file,
                                 const std::vector<Argument>& given);

/// All options of one night: those of the settings, lots and openings drawn anew for it (unless the
/// settings have seeds), and the players.
std::vector<Argument> night_options(const Settings& settings, const std::string& night,
                                    std::span<const Words> engines);

}  // namespace sparring::referee::league
