// What the command line asks for, checked as far as that goes without touching files or processes.
#pragma once

#include <span>
#include <string>

#include "protocol/expected.hpp"
#include "referee/play/runner.hpp"
#include "referee/schedule/openings.hpp"
#include "referee/schedule/schedule.hpp"

namespace sparring::referee {

struct Configuration {
    MatchSettings match;  ///< programs are as written: they have not been looked for
    ScheduleSettings schedule;
    OpeningSettings openings;
    std::string records;      ///< file that game records are appended to; empty = none
    std::string event = "?";  ///< for the records
    std::string site = "?";
    int rating_interval = 0;  ///< games between two score lines; 0 = only at the end
    bool strict = false;      ///< exit 1 if an engine was at fault in any game
};

/// An Error is one line that names the option and what would be right.
Expected<Configuration> parse_configuration(std::span<const std::string> command_line);

/// All options with their words and defaults, 80 columns.
std::string help_text();

}  // namespace sparring::referee
