#include "referee/cli/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "protocol/text.hpp"

namespace sparring::referee {
namespace {

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// The name of `-name` or `--name`; a word such as `-5` is not an option.
std::optional<std::string_view> option_name(std::string_view word) {
    const std::size_t dashes = word.starts_with("--") ? 2 : word.starts_with('-') ? 1 : 0;
    if (dashes == 0 || word.size() == dashes || !is_letter(word[dashes])) return {};
    return word.substr(dashes);
}

}  // namespace

Expected<std::vector<Argument>> split_arguments(std::span<const std::string> command_line) {
    std::vector<Argument> arguments;
    for (const std::string& word : command_line) {
        if (const auto name = option_name(word)) {
            arguments.push_back({std::string{*name}, {}, {}});
        } else if (arguments.empty()) {
            return Error{fmt::format("'{}' is not an option (options begin with '-')",
                                     text::printable(word))};
        } else {
            arguments.back().words.push_back(word);
        }
    }
    return arguments;
}

std::optional<std::pair<std::string, std::string>> key_value(std::string_view word) {
    const auto equals = word.find('=');
    if (equals == word.npos || equals == 0) return {};
    return std::pair{std::string{word.substr(0, equals)}, std::string{word.substr(equals + 1)}};
}

std::string_view key_of(std::string_view word) {
    return word.substr(0, word.find('='));
}

Words merged(const Words& words, const Words& later) {
    Words result;
    for (const std::string& word : words) {
        const bool replaced =
            std::any_of(later.begin(), later.end(), [&](const std::string& other) {
                return text::equals_ignoring_case(key_of(other), key_of(word));
            });
        if (!replaced) result.push_back(word);
    }
    result.insert(result.end(), later.begin(), later.end());
    return result;
}

std::string suggestion(std::string_view word, std::span<const std::string> names,
                       std::string_view prefix) {
    const auto near = text::nearest(word, names);
    return near ? fmt::format("; did you mean {}{}?", prefix, *near) : "";
}

std::optional<std::string> unknown_option(std::string_view name,
                                          std::span<const std::string> names) {
    if (std::ranges::find(names, name) != names.end()) return {};
    return fmt::format("unknown option '-{}'{}", text::printable(name),
                       suggestion(name, names, "-"));
}

}  // namespace sparring::referee
