// A command line as cutechess and fastchess have it: options with one or two dashes, each with any
// number of words, many of them key=value.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/expected.hpp"

namespace sparring::referee {

/// An option and the words after it, up to the next option.
struct Argument {
    std::string name;  ///< without dashes
    std::vector<std::string> words;
};

/// The error names the first word that belongs to no option.
Expected<std::vector<Argument>> split_arguments(std::span<const std::string> command_line);

/// `key=value` taken apart; nothing if there is no `=` or no key.
std::optional<std::pair<std::string, std::string>> key_value(std::string_view word);

/// The words of a shell-like text: blanks separate, single and double quotes hold together, a
/// backslash takes the next character as it is. The error says which quote is not closed.
Expected<std::vector<std::string>> shell_words(std::string_view text);

/// "; did you mean -rounds?" if a name is near, else nothing.
std::string suggestion(std::string_view word, std::span<const std::string> names,
                       std::string_view prefix);

}  // namespace sparring::referee
