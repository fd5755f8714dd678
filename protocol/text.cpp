#include "protocol/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace sparring::text {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

/// find_first_of() calls memchr for every character; every command and answer comes through here.
bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

char lower_char(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            const std::size_t change = lower_char(a[i - 1]) == lower_char(b[j - 1]) ? 0 : 1;
            row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + change});
            diagonal = above;
        }
    }
    return row[b.size()];
}

}  // namespace

std::vector<std::string_view> words(std::string_view line) {
    std::vector<std::string_view> result;
    result.reserve(std::min<std::size_t>(line.size() / 4 + 1, 64));  // most lines in one piece
    const char* at = line.data();
    const char* const end = at + line.size();
    while ((at = std::find_if_not(at, end, is_blank)) != end) {
        const char* const word = at;
        at = std::find_if(at, end, is_blank);
        result.emplace_back(word, static_cast<std::size_t>(at - word));
    }
    return result;
}

std::string_view trim(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(kBlanks);
    if (begin == text.npos) return {};
    return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

std::string lower(std::string_view text) {
    std::string result{text};
    std::transform(result.begin(), result.end(), result.begin(), lower_char);
    return result;
}

bool equals_ignoring_case(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return lower_char(x) == lower_char(y); });
}

std::string printable(std::string_view text, std::size_t most) {
    std::string result;
    for (const char c : text) {
        if (result.size() >= most) {
            result += "...";
            break;
        }
        if (c >= ' ' && c <= '~') {
            result += c;
        } else {
            result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        }
    }
    return result;
}

std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates) {
    constexpr std::size_t longest = 64;  // nobody mistypes a longer name by a letter
    if (word.size() > longest) return {};
    std::optional<std::string> best;
    std::size_t best_distance = std::max<std::size_t>(word.size() < 4 ? 1 : 2, word.size() / 3) + 1;
    for (const std::string& candidate : candidates) {
        if (candidate.size() > longest) continue;
        const std::size_t distance = edit_distance(word, candidate);
        if (distance < best_distance) {
            best_distance = distance;
            best = candidate;
        }
    }
    return best;
}

std::vector<NumberedLine> list_lines(std::string_view text) {
    std::vector<NumberedLine> lines;
    for (int number = 1; !text.empty(); ++number) {
        const auto end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        line = trim(line.substr(0, line.find('#')));
        if (!line.empty()) lines.push_back({number, line});
    }
    return lines;
}

}  // namespace sparring::text
