// A command line as cutechess and fastchess have it: options with one or two dashes, each with any
// number of words, many of them key=value. A configuration file is read into the same values.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/expected.hpp"

namespace sparring::referee {

using Words = std::vector<std::string>;

/// An option and the words after it, up to the next option.
struct Argument {
    std::string name;  ///< without dashes
    Words words;
    std::string where{};  ///< "league.toml:12" if it stands in a file

    bool operator==(const Argument&) const = default;
};

/// The error names the first word that belongs to no option.
Expected<std::vector<Argument>> split_arguments(std::span<const std::string> command_line);

/// `key=value` taken apart; nothing if there is no `=` or no key.
std::optional<std::pair<std::string, std::string>> key_value(std::string_view word);

/// The key of `key=value`, or the whole word.
std::string_view key_of(std::string_view word);

/// `words` and after them `later`; a key that both have keeps the later values only, so that keys
/// which may be given several times are replaced together.
Words merged(const Words& words, const Words& later);

/// "; did you mean -rounds?" if a name is near, else nothing.
std::string suggestion(std::string_view word, std::span<const std::string> names,
                       std::string_view prefix);

/// What is wrong with an option that is none of `names`; nothing if it is one.
std::optional<std::string> unknown_option(std::string_view name,
                                          std::span<const std::string> names);

}  // namespace sparring::referee
