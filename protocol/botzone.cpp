#include "protocol/botzone.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "protocol/text.hpp"

namespace sparring::botzone {
namespace {

using Json = nlohmann::json;

/// More numbers than any game's move has.
constexpr std::size_t kMostNumbers = 16;

std::optional<std::string> row_of(const std::vector<std::string_view>& words) {
    if (words.empty() || words.size() > kMostNumbers) return {};
    std::vector<std::int64_t> row;
    for (const auto word : words) {
        const auto number = text::number<std::int64_t>(word);
        if (!number) return {};
        row.push_back(*number);
    }
    return fmt::format("{}", fmt::join(row, " "));
}

/// A number as it stands, or the text of a string.
std::string word_of(const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    return value.is_number_integer() ? value.dump() : std::string{};
}

/// `x`, `y`, or `x0`, `y0`, `x1`, ..: by number first, whatever the order in which they come.
std::optional<std::string> row_of_object(const Json& object) {
    struct Member {
        int number;
        std::string letter, value;
    };
    std::vector<Member> members;
    for (const auto& [key, value] : object.items()) {
        const auto digits = std::min(key.find_first_of("0123456789"), key.size());
        const auto number = text::number<int>(std::string_view{key}.substr(digits));
        members.push_back({number.value_or(0), key.substr(0, digits), word_of(value)});
    }
    std::stable_sort(members.begin(), members.end(), [](const Member& a, const Member& b) {
        return a.number != b.number ? a.number < b.number : a.letter < b.letter;
    });
    std::vector<std::string_view> words;
    for (const Member& member : members) words.push_back(member.value);
    return row_of(words);
}

/// `wrapper` is a member that may stand around the move.
std::optional<std::string> row_of(const Json& value, const std::string& wrapper) {
    if (value.is_array()) {
        std::vector<std::string> words;
        for (const Json& item : value) words.push_back(word_of(item));
        return row_of(std::vector<std::string_view>{words.begin(), words.end()});
    }
    if (value.is_object()) {
        if (!wrapper.empty() && value.contains(wrapper)) return row_of(value[wrapper], {});
        return row_of_object(value);
    }
    if (!value.is_string()) return {};
    const auto row = value.get<std::string>();
    return row_of(text::words(row));
}

/// Nothing if it is no JSON.
std::optional<Json> parse_json(std::string_view text) {
    Json value = Json::parse(text, nullptr, false);
    if (value.is_discarded()) return {};
    return value;
}

std::optional<std::string> parse_row(std::string_view line, const std::string& wrapper) {
    const std::string_view text = text::trim(line);
    if (text.empty() || (text.front() != '{' && text.front() != '[' && text.front() != '"'))
        return row_of(text::words(text));
    const auto value = parse_json(text);
    return value ? row_of(*value, wrapper) : std::nullopt;
}

std::vector<std::string> rows_of(const Json& object, const std::string& key) {
    std::vector<std::string> rows;
    const auto list = object.find(key);
    if (list == object.end() || !list->is_array()) return rows;
    for (const Json& item : *list) rows.push_back(row_of(item, {}).value_or(""));
    return rows;
}

std::string object_text(std::string_view move) {
    const auto numbers = text::words(move);
    std::string members;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::string number = numbers.size() > 2 ? fmt::to_string(i / 2) : "";
        members += fmt::format("{}\"{}{}\":{}", i == 0 ? "" : ",", i % 2 == 0 ? 'x' : 'y', number,
                               numbers[i]);
    }
    return '{' + members + '}';
}

}  // namespace

std::string simple_text(const History& history) {
    std::string text = fmt::format("{}\n", history.requests.size());
    for (std::size_t i = 0; i < history.requests.size(); ++i) {
        text += history.requests[i] + '\n';
        if (i < history.responses.size()) text += history.responses[i] + '\n';
    }
    return text;
}

std::optional<History> parse_json_history(std::string_view line) {
    const auto value = parse_json(line);
    if (!value || !value->is_object()) return {};
    History history{rows_of(*value, "requests"), rows_of(*value, "responses")};
    if (history.requests.empty()) return {};
    return history;
}

std::optional<std::int64_t> parse_turn_number(std::string_view line) {
    const auto words = text::words(line);
    return words.size() == 1 ? text::number<std::int64_t>(words[0]) : std::nullopt;
}

std::optional<std::string> parse_move(std::string_view line) {
    return parse_row(line, "request");
}

bool is_none(std::string_view move) {
    const auto numbers = text::words(move);
    return !numbers.empty() && std::all_of(numbers.begin(), numbers.end(),
                                           [](std::string_view word) { return word == "-1"; });
}

std::string none_like(std::string_view move) {
    const std::vector<std::string_view> none(text::words(move).size(), "-1");
    return fmt::format("{}", fmt::join(none, " "));
}

std::string to_text(const Response& response, Form form) {
    if (form == Form::simple)
        return response.debug.empty() ? response.move : response.move + '\n' + response.debug;
    // What is no UTF-8 is replaced.
    const auto quoted = [](const std::string& text) {
        return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
    };
    const std::string debug = response.debug.empty() ? "" : ",\"debug\":" + quoted(response.debug);
    return fmt::format("{{\"response\":{}{}}}", object_text(response.move), debug);
}

std::optional<std::string> parse_response(std::string_view line) {
    return parse_row(line, "response");
}

}  // namespace sparring::botzone
