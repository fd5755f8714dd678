// `referee worker`: plays jobs of a broker's queue until it is told to end.
#pragma once

#include <span>
#include <string>

namespace sparring::referee {

int worker_command(std::span<const std::string> words);

}  // namespace sparring::referee
