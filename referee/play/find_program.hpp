// Where a program lies that the user named.
#pragma once

#include <string>
#include <string_view>

#include "protocol/expected.hpp"

namespace sparring::referee {

/// The path of the program that `text` names: a path, from here or else from `directory` on, or a
/// name that is searched for in `directory` (if not empty), in PATH, then here. The error says what
/// was looked for.
Expected<std::string> find_program(std::string_view text, const std::string& directory);

/// `path` from the root on, as seen from our working directory; "." and ".." are left in it.
std::string absolute_path(const std::string& path);

}  // namespace sparring::referee
