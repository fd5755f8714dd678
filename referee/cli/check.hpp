// `referee check`: is an engine in order?
#pragma once

#include <span>
#include <string>

namespace sparring::referee {

/// `words` after the command's name: `cmd=... [KEY=VALUE...] [-game NAME/VARIANT] [-fast] [-json]
/// [-seed N]`. Returns the exit status: 0 no step failed, 1 some did, 2 usage, 3 it does not start.
int check_command(std::span<const std::string> words);

}  // namespace sparring::referee
