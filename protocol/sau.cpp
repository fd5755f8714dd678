#include "protocol/sau.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "protocol/text.hpp"

namespace sparring::sau {
namespace {

constexpr std::size_t kEdgeLetters = 3;

struct Line {
    std::string keyword;    // lower case
    std::string_view rest;  // trimmed
};

Line split(std::string_view line) {
    const std::string_view text = text::trim(line);
    const auto end = std::min(text.find_first_of(" \t"), text.size());
    return {text::lower(text.substr(0, end)), text::trim(text.substr(end))};
}

Unknown unknown(std::string_view line) {
    return Unknown{std::string{line}};
}

struct Writer {
    std::string operator()(const NameQuery&) const { return "name?"; }
    std::string operator()(const NewGame& game) const {
        return game.black ? "new black" : "new white";
    }
    std::string operator()(const Refused&) const { return "error"; }
    std::string operator()(const End& end) const {
        return end.winner.empty() ? "end" : "end " + end.winner;
    }
    std::string operator()(const Quit&) const { return "quit"; }
    std::string operator()(const Name& name) const { return "name " + name.name; }
    std::string operator()(const Move& move) const { return "move " + move.text; }
    std::string operator()(const Unknown& other) const { return other.line; }
};

}  // namespace

Command parse_command(std::string_view line) {
    const auto [keyword, rest] = split(line);
    if (keyword == "name?") return NameQuery{};
    if (keyword == "new") {
        if (text::equals_ignoring_case(rest, "black")) return NewGame{true};
        if (text::equals_ignoring_case(rest, "white")) return NewGame{false};
    }
    if (keyword == "move" && !rest.empty()) return Move{std::string{rest}};
    if (keyword == "error") return Refused{};
    if (keyword == "end") return End{text::lower(rest)};
    if (keyword == "quit") return Quit{};
    return unknown(line);
}

std::string to_text(const Command& command) {
    return std::visit(Writer{}, command);
}

Reply parse_reply(std::string_view line) {
    const auto [keyword, rest] = split(line);
    if (keyword == "name" && !rest.empty()) return Name{std::string{rest}};
    if (keyword == "move") return Move{std::string{rest}};
    return unknown(line);
}

std::string to_text(const Reply& reply) {
    return std::visit(Writer{}, reply);
}

Expected<std::vector<std::string>> parse_turn(std::string_view text) {
    const auto words = text::words(text);
    const auto count = words.empty() ? std::nullopt : text::number<std::size_t>(words[0]);
    if (!count) return Error{"expected the number of edges, then the edges: 2 ACCBAA"};
    const std::string letters = fmt::format("{}", fmt::join(words.begin() + 1, words.end(), ""));
    if (*count == 0 || letters.size() % kEdgeLetters != 0 ||
        letters.size() / kEdgeLetters != *count) {
        return Error{
            fmt::format("{} letters are not {} edges of three letters", letters.size(), *count)};
    }
    std::vector<std::string> edges;
    for (std::size_t i = 0; i < letters.size(); i += kEdgeLetters)
        edges.push_back(letters.substr(i, kEdgeLetters));
    return edges;
}

std::string turn_text(const std::vector<std::string>& edges) {
    return fmt::format("{} {}", edges.size(), fmt::join(edges, ""));
}

}  // namespace sparring::sau
