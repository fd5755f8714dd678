// `referee broker init|status|purge|conf`: what a broker needs to carry our jobs, and what it has.
#pragma once

#include <span>
#include <string>

namespace sparring::referee {

int broker_command(std::span<const std::string> words);

}  // namespace sparring::referee
