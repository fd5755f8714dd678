// Small total functions on protocol text. None throws on any input.
#pragma once

#include <charconv>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sparring::text {

/// The words of a line: maximal runs of characters other than blank, tab, CR and LF.
std::vector<std::string_view> words(std::string_view line);

/// The line without blanks, tabs, CR and LF at either end.
std::string_view trim(std::string_view text);

/// ASCII case folding; other bytes are left alone.
std::string lower(std::string_view text);
bool equals_ignoring_case(std::string_view a, std::string_view b);

/// All of `text` as a decimal number (an optional leading minus, no plus, no blanks); nothing if it
/// is not one or does not fit.
template <class Integer>
std::optional<Integer> number(std::string_view text) {
    Integer value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || text.empty()) return {};
    return value;
}

/// For error messages: bytes outside printable ASCII as \xNN, and no more than `most` characters.
std::string printable(std::string_view text, std::size_t most = 60);

/// The candidate with the least edit distance to `word`, if that is small enough to be a slip of
/// the fingers (up to a third of the word, at least two letters, one in short words); otherwise
/// nothing.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates);

struct NumberedLine {
    int number;  ///< from 1
    std::string_view text;
};

/// The lines of a list that say something: `#` begins a comment, blanks around a line are cut off,
/// empty lines are left out. Views into `text`.
std::vector<NumberedLine> list_lines(std::string_view text);

}  // namespace sparring::text
