#include "protocol/dialect.hpp"

#include <algorithm>

#include "protocol/text.hpp"

namespace sparring {
namespace {

constexpr std::array<std::string_view, 9> kWords{"ugi",    "uci", "hub", "dxp",    "gtp",
                                                 "nboard", "cs2", "sau", "botzone"};

/// What GTP controllers begin with, after an optional number.
constexpr std::array<std::string_view, 7> kGtpOpenings{
    "protocol_version", "name",        "version",      "list_commands",
    "boardsize",        "clear_board", "known_command"};

bool is_number(std::string_view word) {
    return text::number<std::int64_t>(word).has_value();
}

std::optional<Dialect> greeting(const std::vector<std::string_view>& words) {
    if (words.size() == 2 && words[0] == "nboard") return Dialect::nboard;
    if (words.size() != 1) return {};
    for (const Dialect dialect : {Dialect::ugi, Dialect::uci, Dialect::hub})
        if (words[0] == word(dialect)) return dialect;
    return {};
}

std::optional<Dialect> guess(std::string_view line) {
    const auto words = text::words(line);
    if (words.empty()) return {};
    if (const auto dialect = greeting(words)) return dialect;
    const std::string_view first = words.front();
    if (first == "name?" || (first == "new" && words.size() > 1)) return Dialect::sau;
    if (first.front() == '{' || (words.size() == 1 && is_number(first))) return Dialect::botzone;
    const std::string_view command = is_number(first) && words.size() > 1 ? words[1] : first;
    if (std::find(kGtpOpenings.begin(), kGtpOpenings.end(), command) != kGtpOpenings.end())
        return Dialect::gtp;
    return {};
}

std::optional<Dialect> only(std::optional<Dialect> dialect, std::span<const Dialect> known) {
    if (!dialect || std::find(known.begin(), known.end(), *dialect) == known.end()) return {};
    return dialect;
}

}  // namespace

std::string_view word(Dialect dialect) {
    return kWords[static_cast<std::size_t>(dialect)];
}

std::optional<Dialect> parse_dialect(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of('-'), text.size()));
    for (const Dialect dialect : kDialects)
        if (text::equals_ignoring_case(text, word(dialect))) return dialect;
    return {};
}

std::optional<Dialect> greeted(std::string_view line, std::span<const Dialect> known) {
    return only(greeting(text::words(line)), known);
}

std::optional<Dialect> recognise(std::string_view line, std::span<const Dialect> known) {
    return only(guess(line), known);
}

}  // namespace sparring
