#include "referee/records/format.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <utility>

#include "protocol/text.hpp"
#include "referee/records/encoding.hpp"
#include "referee/records/played_record.hpp"
#include "referee/records/text_cursor.hpp"

namespace sparring::referee {
namespace {

constexpr std::array<std::pair<std::string_view, Format>, 8> kNames{
    {{"pdn", Format::pgn},
     {"pgn", Format::pgn},
     {"ggf", Format::ggf},
     {"little-golem", Format::little_golem},
     {"wthor", Format::wthor},
     {"contest", Format::contest_text},
     {"openings", Format::lines},
     {"transcript", Format::lines}}};

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

/// Behind `(;`: Little Golem's games have their moves behind a semicolon, or end without one.
Format format_of_properties(std::string_view text) {
    for (;;) {
        const auto end = text.find_first_of("[;)");
        if (end == text.npos) return Format::ggf;
        if (text[end] == '[') {
            if (text::trim(text.substr(0, end)) == "GM") return Format::ggf;
            const auto close = std::min(text.find(']', end), text.size() - 1);
            text.remove_prefix(close + 1);
        } else {
            const bool both = text.substr(end).starts_with(";)");
            return both ? Format::ggf : Format::little_golem;
        }
    }
}

/// The game whose rules take the first line, if it is one alone; else nothing.
std::optional<games::Choice> game_of_lines(std::string_view text) {
    const auto lines = text::list_lines(text);
    if (lines.empty()) return {};
    std::optional<games::Choice> found;
    for (const games::Game* game : games::catalogue()) {
        const games::Choice choice{game, game->variants().front()};
        const Collection first = read_lines(choice, lines.front().text);
        if (first.games.empty() || !play_record(choice, first.games.front())) continue;
        if (found) return {};
        found = choice;
    }
    return found;
}

}  // namespace

Format format_of(std::string_view text) {
    if (is_wthor(text)) return Format::wthor;
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    TextCursor cursor{text};
    for (cursor.skip_blanks(); !cursor.at_end() && cursor.front() == '#'; cursor.skip_blanks()) {
        if (cursor.rest().starts_with("#[")) return Format::contest_text;
        cursor.skip_line();
    }
    if (cursor.at_end()) return Format::lines;
    const char first = cursor.front();
    if (first == '{' || first == '[') {
        cursor.take();
        cursor.skip_blanks();
        if (cursor.at_end()) return Format::pgn;
        return cursor.front() == (first == '{' ? '"' : '{') ? Format::contest_json : Format::pgn;
    }
    if (first == '%' || first == '/') return Format::pgn;
    cursor.take_while(is_digit);
    if (is_digit(first) && !cursor.at_end() && cursor.front() == '.') return Format::pgn;
    cursor.skip_blanks();
    if (!cursor.rest().starts_with("(;")) return Format::lines;
    return format_of_properties(cursor.rest().substr(2));
}

Expected<Format> format_named(std::string_view name, std::string_view text) {
    std::vector<std::string_view> names;
    for (const auto& [word, format] : kNames) {
        names.push_back(word);
        if (word != name) continue;
        if (format == Format::contest_text && format_of(text) == Format::contest_json)
            return Format::contest_json;
        return format;
    }
    return Error{fmt::format("there is no format '{}' (there are {})", text::printable(name),
                             fmt::join(names, ", "))};
}

std::string_view name_of(Format format) {
    if (format == Format::contest_json) return "contest";
    if (format == Format::pgn) return "pdn/pgn";
    for (const auto& [word, named] : kNames) {
        if (named == format) return word;
    }
    return "";
}

Expected<std::string> decoded(Format format, std::string text) {
    if (format == Format::wthor) return text;
    if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
    if (is_utf8(text)) return text;
    const bool contest = format == Format::contest_text || format == Format::contest_json;
    return contest ? from_gbk(text) : from_latin1(text);
}

Collection read_games(Format format, std::string_view text, const games::Choice* choice,
                      const WthorNames& names) {
    switch (format) {
        case Format::pgn:
            return read_pgn(text);
        case Format::ggf:
            return read_ggf(text);
        case Format::little_golem:
            return read_little_golem(text);
        case Format::wthor:
            return read_wthor(text, names);
        case Format::contest_text:
            return read_contest_text(text);
        case Format::contest_json:
            return read_contest_json(text);
        case Format::lines:
            break;
    }
    if (choice != nullptr) return read_lines(*choice, text);
    if (const auto found = game_of_lines(text)) return read_lines(*found, text);
    Collection nothing;
    if (text::list_lines(text).empty()) return nothing;
    nothing.broken.push_back({1, 1, "it does not say which game it is; -game NAME does"});
    return nothing;
}

}  // namespace sparring::referee
