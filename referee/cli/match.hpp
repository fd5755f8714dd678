// `referee OPTIONS` plays a match or tournament, `referee resume FILE` goes on with one.
#pragma once

#include <span>
#include <string>

namespace sparring::referee {

int match_command(std::span<const std::string> words);
int resume_command(std::span<const std::string> words);

}  // namespace sparring::referee
