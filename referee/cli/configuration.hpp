// What the options ask for, checked as far as that goes without touching files or processes.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "protocol/expected.hpp"
#include "referee/cli/arguments.hpp"
#include "referee/cli/balance.hpp"
#include "referee/play/match_settings.hpp"
#include "referee/schedule/openings.hpp"
#include "referee/schedule/schedule.hpp"
#include "referee/statistics/sprt.hpp"

namespace sparring::referee {

struct Configuration {
    MatchSettings match;  ///< programs are as written: they have not been looked for
    ScheduleSettings schedule;
    OpeningSettings openings;
    std::string openings_sha256;       ///< of the file of openings, as the archive has it
    std::string pairings;              ///< file of pairings, or (with line ends) the list itself
    std::optional<Balance> balance{};  ///< openings are chosen by an engine's scores
    bool allow_duplicates = false;     ///< deterministic engines may meet twice from one opening
    std::string archive;               ///< file that everything is kept in; empty = none
    std::string broker;                ///< URL or file; empty: engines of our own
    bool accept_changes = false;       ///< resume although a program is not the one of the archive
    std::string records;               ///< file that game records are appended to; empty = none
    std::string json;                  ///< file of events, "-" = standard output; empty = none
    std::string web;                   ///< [host:]port of the live page; empty = none
    std::string event = "?";           ///< for the records
    std::string site = "?";
    int rating_interval = 0;             ///< games between two standings; 0 = only at the end
    std::optional<SprtSettings> test{};  ///< the match ends when it is decided
    bool strict = false;                 ///< exit 1 if an engine was at fault in any game
    bool quiet = false;                  ///< nothing on the console but the live line
    bool dump = false;                   ///< print the configuration and play nothing
    std::vector<Argument> arguments;     ///< all that was given, each option once

    std::vector<std::string> names() const;  ///< of the engines

    /// Puts other words in the place of an option's, or adds one to them.
    void replace(std::string_view option, Words words);
    void extend(std::string_view option, std::string word);

    /// The part of it that decides what is played, as TOML.
    std::string played() const;
};

/// The options given in a configuration file and on the command line; the file is read from
/// `-config FILE` and stands first, so that the command line wins.
Expected<std::vector<Argument>> load_arguments(std::span<const std::string> command_line);

/// An Error is one line that names the option (and file and line, if it stands in one) and what
/// would be right.
Expected<Configuration> make_configuration(const std::vector<Argument>& arguments);

/// Both in a row.
Expected<Configuration> parse_configuration(std::span<const std::string> command_line);

/// All options with their words and defaults, 80 columns.
std::string help_text();

}  // namespace sparring::referee
