// `referee dxp`: joins a DXP event with an engine of any protocol (docs/platforms.md).
#pragma once

#include <span>
#include <string>

namespace sparring::referee {

/// The words after `dxp`. Returns the exit status.
int dxp_command(std::span<const std::string> words);

}  // namespace sparring::referee
