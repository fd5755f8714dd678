// `referee OPTIONS` plays a match or tournament, `referee resume FILE` goes on with one.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "referee/cli/configuration.hpp"
#include "referee/cli/venues.hpp"

namespace sparring::referee {

int match_command(std::span<const std::string> words);
int resume_command(std::span<const std::string> words);

// The same for commands that play matches of their own.

int play_match(Configuration configuration, const VenueMaker& make = make_venue);

/// `words` are options that do not change what is played; `adjust` sets what no option says.
int resume_match(const std::string& file, std::span<const std::string> words,
                 const std::function<void(Configuration&)>& adjust,
                 const VenueMaker& make = make_venue);

}  // namespace sparring::referee
