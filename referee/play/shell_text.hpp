// A command as a line for a shell, and such a line as words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/expected.hpp"
#include "referee/play/spawn.hpp"

namespace sparring::referee {

/// Program and arguments, quoted so that they can be pasted.
std::string shell_text(const Command& command);

/// The words of a shell-like text: blanks separate, single and double quotes hold together, a
/// backslash takes the next character as it is. The error says which quote is not closed.
Expected<std::vector<std::string>> shell_words(std::string_view text);

}  // namespace sparring::referee
