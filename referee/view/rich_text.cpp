#include "referee/view/rich_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "referee/view/markup.hpp"

namespace sparring::referee {
namespace {

bool allowed(std::string_view target) {
    if (target.starts_with("https://") || target.starts_with('#')) return true;
    // A colon before the first slash is a scheme, two slashes are a host.
    const std::size_t colon = target.find(':');
    const bool scheme = colon < std::min(target.find('/'), target.size());
    return !target.empty() && !scheme && !target.starts_with("//") && !target.starts_with('\\');
}

/// What may stand in the address of a link in either language; the rest as %XX.
std::string address(std::string_view target) {
    constexpr std::string_view kept = "-._~/#?=&:%+,;@!";
    constexpr char digits[] = "0123456789ABCDEF";
    std::string result;
    for (const char c : target) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) != 0 || kept.find(c) != kept.npos) {
            result += c;
        } else {
            result += {'%', digits[byte >> 4], digits[byte & 15]};
        }
    }
    return result;
}

std::string one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

bool word_character(std::string_view text, std::size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) >= 0x80 ||
                                std::isalnum(static_cast<unsigned char>(text[at])) != 0);
}

/// Whether the character would mean something where it stands.
bool special(std::string_view text, std::size_t at) {
    const char c = text[at];
    const std::string_view before = text.substr(0, at);
    const std::string_view after = text.substr(at + 1);
    switch (c) {
        case '_':  // within a word it is itself
            return !word_character(text, at - 1) || !word_character(text, at + 1);
        case '#':
        case '=':
        case '+':
        case '-':
            return before.find_first_not_of(' ') == before.npos &&
                   (after.empty() || after.front() == ' ' || after.front() == c);
        case '!':  // a link may follow
            return after.empty();
        case '.':
        case ')':  // "1. " begins a list, "www." a link
            return (!before.empty() && before.find_first_not_of("0123456789 ") == before.npos &&
                    (after.empty() || after.front() == ' ')) ||
                   before.ends_with("www");
        case ':':
            return after.starts_with("//");
        default:
            return std::string_view{"\\`*[]<>|~&$@"}.find(c) != std::string_view::npos;
    }
}

std::size_t longest_run(std::string_view text, char wanted) {
    std::size_t longest = 0;
    std::size_t run = 0;
    for (const char c : text) {
        run = c == wanted ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return longest;
}

std::string code_span(const std::string& text, bool in_table) {
    std::string content = one_line(clean_text(text));
    if (in_table) {
        for (std::size_t at = content.find('|'); at != content.npos; at = content.find('|', at + 2))
            content.insert(at, 1, '\\');
    }
    const std::string fence(longest_run(content, '`') + 1, '`');
    const bool padded = content.front() == '`' || content.back() == '`' || content.front() == ' ';
    const char* pad = padded ? " " : "";
    return fence + pad + content + pad + fence;
}

}  // namespace

Text& Text::operator+=(const Text& other) {
    // A copy: `other` may be this text.
    const std::vector<TextRun> more = other.words_;
    words_.insert(words_.end(), more.begin(), more.end());
    return *this;
}

Text strong(std::string text) {
    return TextRun{TextRun::Kind::strong, std::move(text), {}};
}

Text code(std::string text) {
    return TextRun{TextRun::Kind::code, std::move(text), {}};
}

Text hyperlink(std::string text, std::string target) {
    if (!allowed(target)) return text;
    return TextRun{TextRun::Kind::link, std::move(text), std::move(target)};
}

std::string plain(const Text& text) {
    std::string result;
    for (const TextRun& words : text.words()) result += words.text;
    return result;
}

std::string html_of(const Text& text) {
    std::string result;
    for (const TextRun& words : text.words()) {
        const std::string content = escaped(words.text);
        switch (words.kind) {
            case TextRun::Kind::plain:
                result += content;
                break;
            case TextRun::Kind::strong:
                result += "<strong>" + content + "</strong>";
                break;
            case TextRun::Kind::code:
                result += "<code>" + content + "</code>";
                break;
            case TextRun::Kind::link:
                result += "<a href=\"" + escaped(address(words.target)) + "\">" + content + "</a>";
                break;
        }
    }
    return result;
}

std::string markdown_of(const Text& text, bool in_table) {
    std::string result;
    for (const TextRun& words : text.words()) {
        switch (words.kind) {
            case TextRun::Kind::plain:
                result += markdown_escaped(words.text);
                break;
            case TextRun::Kind::strong:
                result += fmt::format("**{}**", markdown_escaped(words.text));
                break;
            case TextRun::Kind::code:
                result += code_span(words.text, in_table);
                break;
            case TextRun::Kind::link:
                result +=
                    fmt::format("[{}]({})", markdown_escaped(words.text), address(words.target));
                break;
        }
    }
    return result;
}

std::string markdown_escaped(std::string_view text) {
    const std::string line = one_line(clean_text(text));
    std::string result;
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (special(line, at)) result += '\\';
        result += line[at] == '\t' ? ' ' : line[at];
    }
    return result;
}

std::string markdown_code_block(std::string_view text, std::string_view language) {
    const std::string content = clean_text(text);
    const std::string fence(std::max<std::size_t>(3, longest_run(content, '`') + 1), '`');
    const char* end = content.ends_with('\n') || content.empty() ? "" : "\n";
    return fence + std::string{language} + "\n" + content + end + fence + "\n";
}

}  // namespace sparring::referee
