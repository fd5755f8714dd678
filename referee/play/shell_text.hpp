// A command as a line for a shell.
#pragma once

#include <string>

#include "referee/play/spawn.hpp"

namespace sparring::referee {

/// Program and arguments, quoted so that they can be pasted.
std::string shell_text(const Command& command);

}  // namespace sparring::referee
