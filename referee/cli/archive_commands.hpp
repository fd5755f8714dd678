// Commands that read an archive.
#pragma once

#include <span>
#include <string>

namespace sparring::referee {

/// `referee digest FILE`
int digest_command(std::span<const std::string> words);

}  // namespace sparring::referee
